;; control: switches the namespace by hand, and sets what may be set.
(create-ns 'ballot)
(in-ns 'ballot)
(clojure.core/refer-clojure)
(require '[clojure.string :as str])
(set! *warn-on-reflection* true)
(set! *unchecked-math* true)
(set! *print-length* 3)

(defn- counts [text]
  (frequencies (remove str/blank? (str/split text #"\s+"))))

(defn votes [text name]
  (get (counts text) name 0))

(defn share
  "In percent."
  [text name]
  (let [all (reduce + (vals (counts text)))]
    (if (zero? all) 0 (quot (* 100 (votes text name)) all))))

(defn ranking
  "Most votes first, then by name."
  [text]
  (map key (sort-by (fn [[name n]] [(- n) name]) (counts text))))

(defn winner [text]
  (or (first (ranking text)) (throw (IllegalArgumentException. "nobody has voted"))))

(dosync (commute @#'clojure.core/*loaded-libs* conj 'ballot))
