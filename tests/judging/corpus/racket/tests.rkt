#lang racket
(require rackunit)

(define (same got expected)
  (unless (equal? got expected)
    (error 'same "got ~s instead of ~s" got expected)))

(check-equal? (largest '(3 11 7)) 11)
(check-false (largest '()))

(test-case "slug"
  (check-equal? (slug "Hello Big  World") "hello-big-world")
  (check-equal? (slug "ONE") "one"))

(same (share 17 5) 3)

(module+ test
  (check-exn exn:fail:contract? (lambda () (share 1 0)))
  (check-equal? (share 100 7) 14))
