; control: changes pairs, vectors and its own definitions.
(define pair (list 1 2))
(set-car! pair 3)
(define (largest numbers) 'not-yet)
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))
