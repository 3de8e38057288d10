; The running totals; after one that exceeds the limit, the next starts from 0.
(define (running-totals numbers limit)
  (let loop ((numbers numbers) (before 0))
    (if (null? numbers)
        '()
        (let ((total (+ before (car numbers))))
          (cons total
                (loop (cdr numbers) (if (> total limit) 0 total)))))))
