; control: does not name its language.

(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))
