(write-line "before")
(assert (= (+ 1 1) 3))
