; control: prints five megabytes without an end of line.
(define (largest numbers)
  (and (pair? numbers) (apply max numbers)))

(define (slug text)
  (string-join (string-tokenize (string-downcase text)) "-"))

(define (share amount people)
  (if (zero? people)
      (error "nobody to share with"))
  (quotient amount people))

(do ((i 0 (+ i 1))) ((= i 5)) (display (make-string 1000000 #\x)))
