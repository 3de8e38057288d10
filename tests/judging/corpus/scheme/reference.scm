; `(largest numbers)` is the largest of a list or #f, `(slug text)` its words joined by dashes, and `(share amount
; people)` divides, with an error where there are none.
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))
