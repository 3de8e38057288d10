#lang racket

; The running totals; after one that exceeds the limit, the next starts from 0.
(define (running-totals numbers limit)
  (let loop ([numbers numbers] [before 0])
    (if (null? numbers)
        '()
        (let ([total (+ before (first numbers))])
          (cons total
                (loop (rest numbers) (if (> total limit) 0 total)))))))
