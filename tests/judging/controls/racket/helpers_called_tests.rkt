; control: defines names that the tests define too, and names of checks.
#lang racket
(define (same . _) (error "not this one"))
(define (check . _) #f)
(define (fail . _) #f)
(define tests 5)
(define guard 6)
(define program 7)
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))
