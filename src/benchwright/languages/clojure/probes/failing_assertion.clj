(println "before")
(assert (= 3 (+ 1 1)))
(println "after")
