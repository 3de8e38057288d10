; control: starts threads, and a process that is a copy of itself.
(use-modules (ice-9 threads))
(join-thread (call-with-new-thread (lambda () (catch #t (lambda () (error "in a thread")) (lambda _ #f)))))
(let ((child (primitive-fork)))
  (if (zero? child) (primitive-_exit 3) (waitpid child)))
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))
