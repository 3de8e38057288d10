;; A typical program: the Clojure classes that it loads go into the archive.
(ns training
  (:require [clojure.string :as str]
            [clojure.set :as set]
            [clojure.test :refer [deftest is are testing run-tests]]))

(defrecord Shape [name side])
(defprotocol Area (area [this]))
(extend-protocol Area Shape (area [{:keys [side]}] (* side side)))
(defmulti kind :name)
(defmethod kind :default [_] :none)
(defmacro unless [test & body] `(when-not ~test ~@body))

(defn counts [text]
  (->> (str/split text #"\s+") (remove str/blank?) frequencies (into (sorted-map))))

(defn fib [n] (loop [a 0 b 1 n n] (if (zero? n) a (recur b (+' a b) (dec n)))))

(def cache (atom {}))

(defn cached [n]
  (or (get @cache n) (let [v (fib n)] (swap! cache assoc n v) v)))

(deftest sums
  (testing "sums"
    (is (= {"a" 2 "b" 1} (counts "a b a")) "counts")
    (is (thrown? ArithmeticException (/ 1 0)))
    (are [n v] (= v (cached n)) 1 1 2 1 10 55)))

(deftest failing
  (is (= 1 2))
  (is (throw (ex-info "bad" {:a 1}))))

(assert (= 4 (area (->Shape "square" 2))) "area")
(unless false (println (format "%.2f" 1.5) (kind {}) (set/union #{1} #{2}) (str/join "," (map inc [1 2]))))
(doseq [[k v] (group-by even? (range 5)) :when v] (prn k v (reduce + v)))
(println @(future (mapv (comp str inc) (filter odd? (range 10)))) (sort-by - [3 1 2]))
(try (throw (IllegalStateException. "bad")) (catch Exception e (println (.getMessage e))) (finally (println "done")))
(run-tests)
(doseq [name ["ClojureDriver" "Driver" "Exits" "Failure" "Originals" "Report" "Verdicts"]]
  (Class/forName (str "benchwright." name)))
(shutdown-agents)
