; control: reads standard input while it is loaded, though there is none.
#lang racket
(void (read-line) (port->string (current-input-port)))
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))
