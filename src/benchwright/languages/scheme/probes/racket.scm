; a comment
#lang racket
(displayln (format "~a ~a" (vector-ref (current-command-line-arguments) 0) (apply * (range 1 6))))
