(define (check actual expected)
  (if (not (equal? actual expected))
      (error "another value was expected:" actual expected)))

(define (test-running-totals)
  (check (running-totals '(3 4 5) 6) '(3 7 5))
  (check (running-totals '(10 -4 2) 5) '(10 -4 -2))
  (check (running-totals '(5 5 5) 5) '(5 10 5)))

(test-running-totals)
