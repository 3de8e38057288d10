; control: provides its functions with contracts, uses structs, macros and keyword arguments.
#lang racket
(provide (contract-out [largest (-> (listof number?) (or/c number? #f))]))
(struct point (x y) #:transparent)
(define-syntax-rule (twice e) (begin e e))
(twice (void (point 1 2)))
(define (keyed #:a [a 1]) a)
(unless (= (keyed #:a 2) 2) (exit 1))
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))
