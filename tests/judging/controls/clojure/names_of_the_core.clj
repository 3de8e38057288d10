;; control: has functions that are called as those of Clojure.
(ns ballot
  (:refer-clojure :exclude [assert name update])
  (:require [clojure.string :as str]))

(defn- counts [text]
  (frequencies (remove str/blank? (str/split text #"\s+"))))

(defn assert [value] value)

(defn update [m k] (get m k 0))

(defn votes [text name]
  (assert (update (counts text) name)))

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
