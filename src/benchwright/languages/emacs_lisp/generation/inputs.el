(defun test-input (numbers limit)
  (princ (format "%S %S -> %S\n" numbers limit (running-totals numbers limit))))

(test-input '(3 4 5) 6)
(test-input '(10 -4 2) 5)
(test-input '(5 5 5) 5)
