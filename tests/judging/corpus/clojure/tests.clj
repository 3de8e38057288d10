(ns ballot-test
  (:require [ballot :refer [ranking share votes winner]]
            [clojure.test :refer [deftest is run-tests testing]]))

(defn same [got wanted]
  (when (not= got wanted) (throw (AssertionError. (str got " instead of " wanted)))))

(same (votes "ann bob ann" "ann") 2)
(assert (= 75 (share "ann bob bob bob" "bob")) "in percent")

(deftest ranking-test
  (testing "by votes, then by name"
    (is (= ["bob" "ann" "cid"] (ranking "cid bob ann bob"))))
  (is (= ["fay"] (ranking "fay"))))

(deftest winner-test
  (is (thrown-with-msg? IllegalArgumentException #"nobody has voted" (winner " "))))

(run-tests)

(when-not (= "eve" (winner "eve dan eve"))
  (binding [*out* *err*] (println "another winner"))
  (System/exit 1))
