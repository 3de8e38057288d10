; control: defines names that the tests define too, and names of checks.
(define (same . _) (error "not this one"))
(define (check . _) #f)
(define refused 'mine)
(define tests 5)
(define executed 6)
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))
