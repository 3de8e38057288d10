; control: reads standard input while it is loaded, though there is none.
(use-modules (ice-9 rdelim))
(read-line)
(read)
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))
