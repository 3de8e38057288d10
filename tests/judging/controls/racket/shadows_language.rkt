; control: defines names that its language has already, with other meanings.
#lang racket
(define (range . _) "mine")
(define (filter . _) "mine")
(define first "mine")
(define (error . _) "mine")
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))
