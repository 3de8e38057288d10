#lang racket
; Expanded once in an interpreter that is kept warm, so that what the expander prepares on first use is ready for programs.
(require rackunit)

(struct point (x y) #:transparent)

(define (sum-of-squares numbers #:start [start 0])
  (for/fold ([total start]) ([number (in-list numbers)] #:when (number . > . 0))
    (+ total (* number number))))

(define/match (describe value)
  [((list first rest ...)) (format "~a and ~a" first (length rest))]
  [((point x _)) (number->string x)]
  [(_) "other"])

(define (count-words text)
  (define counts (make-hash))
  (for ([word (string-split text)])
    (hash-update! counts word add1 0))
  (let loop ([left (sort (hash-keys counts) string<?)] [found '()])
    (cond
      [(null? left) (reverse found)]
      [else (loop (cdr left) (cons (cons (car left) (hash-ref counts (car left))) found))])))

(define (tests)
  (check-equal? (sum-of-squares '(1 2)) 5)
  (check-exn exn:fail? (lambda () (error 'tests "wrong")))
  (let* ([numbers (map add1 (range 3))]
         [even (filter even? numbers)])
    (when (and (pair? even) (not (empty? numbers)))
      (for*/list ([a numbers] [b (in-vector #(1 2))] #:unless (= a b)) (list a b))
      (set! numbers (with-handlers ([exn:fail? (lambda (e) (displayln (exn-message e)) '())]) (apply map list numbers))))))

(module+ test
  (tests))
