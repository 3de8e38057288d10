(ns totals-test
  (:require [clojure.test :refer [deftest is run-tests]]
            [totals :refer [running-totals]]))

(deftest running-totals-test
  (is (= [3 7 5] (running-totals [3 4 5] 6)))
  (is (= [10 -4 -2] (running-totals [10 -4 2] 5)))
  (is (= [5 10 5] (running-totals [5 5 5] 5))))

(run-tests)
