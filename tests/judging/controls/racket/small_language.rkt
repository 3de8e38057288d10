; control: is written in racket/base, where the tests use more.
#lang racket/base
(require (only-in racket/string string-join string-split))
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))
