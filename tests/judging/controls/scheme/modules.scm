; control: is a module with a name, imports and exports.
(define-module (shop shares)
  #:use-module (srfi srfi-1)
  #:export (largest))
(define (largest numbers)
  (and (pair? numbers) (fold max (car numbers) numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))
