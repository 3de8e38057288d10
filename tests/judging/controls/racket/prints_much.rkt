; control: prints five megabytes, more than is recorded, without an end of line.
#lang racket

(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-split (string-downcase text)) "-"))

(define (share amount people)
  (when (zero? people)
    (raise-arguments-error 'share "nobody to share with"))
  (quotient amount people))

(for ([_ 5]) (write-string (make-string 1000000 #\x)))
