(princ "before\n")
(defun f (x)
  (* x 2)
