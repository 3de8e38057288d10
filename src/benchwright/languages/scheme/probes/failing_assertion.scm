(use-modules (rnrs base))
(display "before\n")
(assert (= 1 2))
