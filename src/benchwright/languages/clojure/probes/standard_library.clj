(ns probe.library
  (:require [clojure.data :as data]
            [clojure.edn :as edn]
            [clojure.pprint :as pprint]
            [clojure.set :as set]
            [clojure.spec.alpha :as s]
            [clojure.string :as str]
            [clojure.walk :as walk]
            [clojure.zip :as zip])
  (:import (java.util.concurrent Executors)))

(s/def ::age (s/and int? pos?))
(assert (and (s/valid? ::age 3) (not (s/valid? ::age -3))))
(assert (= {:a [1 2.5 true nil]} (edn/read-string "{:a [1 2.5 true nil]}")))
(assert (= [nil {:b 2} {:a 1}] (data/diff {:a 1} {:a 1 :b 2})))
(assert (= {:a 2} (walk/postwalk #(if (number? %) (inc %) %) {:a 1})))
(assert (= 2 (-> (zip/vector-zip [1 2]) zip/down zip/right zip/node)))
(assert (= "[1 2]\n" (with-out-str (pprint/pprint [1 2]))))
(assert (= #{1} (set/difference #{1 2} #{2})))
(assert (= "a-b" (str/replace "a b" " " "-")))
(assert (= 1267650600228229401496703205376N (reduce *' (repeat 100 2))))
(let [pool (Executors/newFixedThreadPool 4)
      tasks (map (fn [n] #(* n n)) (range 1 21))]
  (assert (= 2870 (reduce + (map deref (.invokeAll pool tasks)))))
  (.shutdown pool))
(assert (= 10 @(future (reduce + (range 5)))))
(shutdown-agents)
(println "complete")
