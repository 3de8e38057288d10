; control: imports as newer reports say.
(import (scheme base) (scheme write) (only (guile) string-join string-tokenize string-downcase))
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))
