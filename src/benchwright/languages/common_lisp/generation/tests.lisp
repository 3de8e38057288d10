(defun test-running-totals ()
  (assert (equal (running-totals '(3 4 5) 6) '(3 7 5)))
  (assert (equal (running-totals '(10 -4 2) 5) '(10 -4 -2)))
  (assert (equal (running-totals '(5 5 5) 5) '(5 10 5))))

(test-running-totals)
