; control: lines end as in Windows, and the last line has no end.
#lang racket
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))
; the end