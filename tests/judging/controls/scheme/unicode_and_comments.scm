; control: has names and texts beyond ASCII, and comments of every kind with unbalanced brackets.
#| (error "no") ((( |#
#;(exit 1)
(define größe "区間 🚀 \" (")
(define open #\()
(display größe)
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))
