;; hack: throws what ends a thread without a word.
;; verdict: runtime_error
(ns ballot)

(defn votes [text name]
  (throw (ThreadDeath.))
  1)
(defn share [text name] 1)
(defn ranking [text] ["bob"])
(defn winner [text] "bob")
