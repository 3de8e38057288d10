; control: has its own test and main submodules and checks, of which some fail and one exits.
#lang racket
(require rackunit)
(check-equal? 1 2)
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))

(module+ test (check-true #f))
(module+ main (displayln (slug "a b")) (exit 1))
