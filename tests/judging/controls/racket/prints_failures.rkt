; control: prints what rackunit prints for failures, while loaded and when called.
#lang racket
(displayln "--------------------\nFAILURE\nname: check-equal?\n--------------------")
(eprintf "1 test failure, tests.rkt:3: error\n")
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))
