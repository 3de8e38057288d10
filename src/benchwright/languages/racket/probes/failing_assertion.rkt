#lang racket
(displayln "before")
(unless (= (+ 1 1) 3)
  (error 'check "expected ~a" 3))
(displayln "after")
