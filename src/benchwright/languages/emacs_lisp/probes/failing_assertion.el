(require 'cl-lib)
(princ "before\n")
(cl-assert (= (+ 1 1) 3))
