; control: catches errors of all kinds, and leaves by continuations.
(define (refused thunk) (catch #t thunk (lambda (key . rest) key)))
(for-each refused (list (lambda () (car '())) (lambda () (error "a")) (lambda () (raise 'a)) (lambda () (undefined-name))))
(call/cc (lambda (k) (with-exception-handler (lambda (e) (k e)) (lambda () (error "caught")))))
(dynamic-wind (lambda () #f) (lambda () #f) (lambda () #f))
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))
