; control: prints words of failure, while loaded and at the end.
(display "ERROR: Assertion failed\nFAIL tests.scm:3\n" (current-error-port))
(add-hook! exit-hook (lambda () (display "goodbye")))
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))
