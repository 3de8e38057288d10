(require 'ert)
(ert-deftest sum () (should (= (+ 1 1) 3)))
(ert-run-tests-batch-and-exit)
