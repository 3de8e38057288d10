(write-line "before")
(defun f (x)
  (* x 2)
