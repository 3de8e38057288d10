; control: names and texts beyond ASCII, comments of every kind with unbalanced brackets.
#lang racket
#| (check-true #f) ((( |#
#;(exit 1)
(define größe "区間 🚀 \" (")
(define open #\()
(displayln größe)
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))
