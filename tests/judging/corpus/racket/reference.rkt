#lang racket
; `(largest numbers)` is the largest of a list or #f, `(slug text)` its words joined by dashes, and `(share amount
; people)` divides, with an error where there are none.

(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))
