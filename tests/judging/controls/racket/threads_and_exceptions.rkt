; control: starts threads that end or fail, catches exceptions, and has hooks for the end.
#lang racket
(thread-wait (thread (lambda () (error "in a thread"))))
(thread (lambda () (sync never-evt)))
(with-handlers ([exn:fail? void]) (vector-ref (vector) 1))
(void (plumber-add-flush! (current-plumber) (lambda (h) (void))))
(executable-yield-handler void)
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))
