; control: defines names that the language has already, with other meanings.
(define (filter . _) "mine")
(define (list-index . _) "mine")
(define (assert . _) "mine")
(define-syntax while (syntax-rules () ((_ a) a)))
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))
