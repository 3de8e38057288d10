(define (same got expected)
  (if (not (equal? got expected))
      (error "got one thing instead of another" got expected))
  got)

(same (largest '(3 11 7)) 11)
(same (largest '()) #f)
(assert (equal? (slug "Hello Big  World") "hello-big-world"))
(assert (string=? (slug "ONE") "one"))

(unless (= (share 17 5) 3)
  (display "not shared")
  (exit 1))

(define refused
  (catch #t
    (lambda () (share 1 0) #f)
    (lambda (key . arguments) #t)))
(assert (eq? refused #t))
(same (share 100 7) 14)
