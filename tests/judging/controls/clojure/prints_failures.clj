;; control: prints what looks like failures, and much of it.
(ns ballot
  (:require [clojure.string :as str]))

(defn- counts [text]
  (frequencies (remove str/blank? (str/split text #"\s+"))))

(defn votes [text name]
  (get (counts text) name 0))

(defn share
  "In percent."
  [text name]
  (dotimes [n 20000] (println "FAIL in (share) (Tests.clj:" n ")"))
  (println "Ran 1 tests containing 1 assertions.\n1 failures, 0 errors.")
  (let [all (reduce + (vals (counts text)))]
    (if (zero? all) 0 (quot (* 100 (votes text name)) all))))

(defn ranking
  "Most votes first, then by name."
  [text]
  (map key (sort-by (fn [[name n]] [(- n) name]) (counts text))))

(defn winner [text]
  (or (first (ranking text)) (throw (IllegalArgumentException. "nobody has voted"))))
