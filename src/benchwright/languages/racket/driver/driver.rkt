#lang racket/base
; Runs the tests against the solution and proves that they ran to completion. The protocol is described in
; benchwright/languages/join.py. Both texts become one module: the tests are a submodule of the solution that sees all
; of its names and may redefine them. Only racket/base is loaded, because every run would pay for more.
(require (only-in '#%foreign ffi-lib ffi-obj ffi-call _int32)
         (only-in '#%unsafe unsafe-file-descriptor->port)
         (submod "guard.rkt" for-driver))

(define pipe 60) ; away from the numbers that programs give their descriptors
(define close-on-exec #o2000000)
(define most-units 200)
(define leave (exit-handler))

(define nonce
  (let* ([in (unsafe-file-descriptor->port 3 'nonce '(read))]
         [text (read-string 64 in)])
    (close-input-port in)
    text))
(define proof
  (let* ([library (ffi-lib #f)]
         [dup3 (ffi-call (ffi-obj #"dup3" library) (list _int32 _int32 _int32) _int32)]
         [close (ffi-call (ffi-obj #"close" library) (list _int32) _int32)])
    (dup3 4 pipe close-on-exec)
    (close 4)
    (unsafe-file-descriptor->port pipe 'proof '(write))))

(define (field value)
  (define text (regexp-replace* #px"\\s+" (format "~a" value) " "))
  (substring text 0 (min 200 (string-length text))))

(define (say . values)
  (write-string nonce proof)
  (for ([value values])
    (write-string "\t" proof)
    (write-string (field value) proof))
  (write-string "\n" proof)
  (flush-output proof))

; The results: `unit` and `fail` lines without their first word, latest first.
(define units '())
(define faults '())

(define (note-unit . unit)
  (when (car unit)
    (set! units (cons unit units))))

(define (note-fault e)
  (set! faults (cons (list (kind-of e) (name-of e) (place-of e) (message-of e)) faults)))

(define (own? e)
  (and (unbox own-raised) (eq? (car (unbox own-raised)) e)))

(define (type-of e)
  (define type (symbol->string (vector-ref (struct->vector e) 0)))
  (substring type (string-length "struct:")))

(define (check-failure? e)
  (and (exn? e) (equal? (type-of e) "exn:test:check")))

(define (kind-of e)
  (if (or (check-failure? e) (own? e)) 'assertion 'error))

; The check's own name, or else that of the exception.
(define (name-of e)
  (cond
    [(not (exn? e)) 'raise]
    [(check-info e 'name) => values]
    [else (type-of e)]))

; What rackunit reports about the check that failed.
(define (check-info e key)
  (define (private module name)
    (dynamic-require `(lib ,(format "rackunit/private/~a.rkt" module)) name))
  (for/or ([info (if (check-failure? e) ((private "base" 'exn:test:check-stack) e) '())])
    (and (eq? ((private "check-info" 'check-info-name) info) key)
         (let ([value ((private "check-info" 'check-info-value) info)])
           (if (symbol? value) value ((private "check-info" 'info-value->string) value))))))

(define (message-of e)
  (define told
    (for*/list ([key '(message actual expected)] [value (in-value (check-info e key))] #:when value)
      (format "~a: ~a" key value)))
  (cond
    [(pair? told) (apply string-append (add-between told ", "))]
    [(exn? e) (exn-message e)]
    [else (format "~s" e)]))

(define (add-between texts separator)
  (if (or (null? texts) (null? (cdr texts)))
      texts
      (list* (car texts) separator (add-between (cdr texts) separator))))

(define (place source line)
  (define name (format "~a" source))
  (and line (member name '("solution.rkt" "tests.rkt")) (format "~a:~a" name line)))

; The innermost known line. For a call, Racket knows only the function that contains it.
(define (place-of e)
  (define syntactic (if (exn:srclocs? e) ((exn:srclocs-accessor e) e) '()))
  (define called (if (exn? e) (map cdr (continuation-mark-set->context (exn-continuation-marks e))) '()))
  (or (and (own? e) (place "tests.rkt" (cdr (unbox own-raised))))
      (for/or ([found (append syntactic called)])
        (and (srcloc? found) (place (srcloc-source found) (srcloc-line found))))
      ""))

; A binding of rackunit, if the program uses it: it is then already loaded.
(define (rackunit name)
  (and (module-declared? 'rackunit #f)
       (dynamic-require 'rackunit name)))

; A failed check only prints, and the text continues.
(define (watch-checks)
  (when (rackunit 'current-check-handler)
    (define show (original 'current-check-handler))
    ((rackunit 'current-check-handler) (lambda (e) (note-fault e) (show e)))
    ((rackunit 'current-check-around) (original 'current-check-around))
    (define around (original 'current-test-case-around))
    ((rackunit 'current-test-case-around) (lambda (test) (around (lambda () (watched test)))))))

(define (watched test)
  (define name ((rackunit 'current-test-name)))
  (begin0
    (with-handlers ([void (lambda (e)
                            (note-fault e)
                            (note-unit name 'failed (place-of e) (message-of e))
                            (raise e))])
      (test))
    (note-unit name 'passed "" "")))

; Rackunit's parameters before the solution ran: values that the solution sets must not affect the tests.
(define originals (make-hasheq))
(define (original name)
  (hash-ref originals name))
(define (remember-rackunit)
  (for ([name '(current-check-handler current-check-around current-test-case-around)])
    (hash-set! originals name ((dynamic-require 'rackunit name)))))

; Failed checks that the handlers do not see, as in a suite that `run-tests` runs.
(define (failures)
  (if (module-declared? 'rackunit/log #f)
      (car ((dynamic-require 'rackunit/log 'test-log)))
      0))

(define failures-before 0)

(define (tell-units)
  (for ([unit (reverse units)] [_ (in-range most-units)])
    (apply say 'unit unit)))

(define (finish executed)
  (tell-units)
  (define all (reverse faults))
  (define unseen (- (failures) failures-before))
  (cond
    [(pair? all) (apply say 'fail (or (assq 'assertion all) (car all)))]
    [(> unseen 0) (say 'fail 'assertion 'rackunit "" (format "~a failed" unseen))]
    [else (say 'end (max executed (length units)) 0 0)])
  (leave (if (or (pair? all) (> unseen 0)) 1 0)))

; Something was raised and not caught. An earlier failed check takes precedence.
(define (fail e)
  (tell-units)
  (define check (assq 'assertion (reverse faults)))
  (cond
    [(eq? stage 'syntax) (say 'fail 'syntax (name-of e) (place-of e) (message-of e))]
    [check (apply say 'fail check)]
    [else (say 'fail (kind-of e) (name-of e) (place-of e) (message-of e))])
  ((error-display-handler) (message-of e) e)
  (leave 1))

; The forms of a text, and its language if it names one.
(define (read-part name)
  (define in (open-input-file name))
  (port-count-lines! in)
  (begin0
    (parameterize ([read-accept-reader #t] [read-accept-lang #t] )
      (let loop ([forms '()] [language #f])
        (define form (read-syntax name in))
        (cond
          [(eof-object? form) (cons language (reverse forms))]
          [(and (not language) (null? forms) (module-form form))
           => (lambda (found) (loop (reverse (cdr found)) (car found)))]
          [else (loop (cons form forms) language)])))
    (close-input-port in)))

(define (module-form form)
  (define parts (syntax->list form))
  (and parts
       (> (length parts) 2)
       (eq? (syntax-e (car parts)) 'module)
       (let* ([body (cdddr parts)]
              [begun (and (= (length body) 1) (syntax->list (car body)))])
         (cons (caddr parts)
               (if (and begun (pair? begun) (eq? (syntax-e (car begun)) '#%module-begin)) (cdr begun) body)))))

; The single module. A module between solution and tests hides redefinitions of what the tests' checks consist of.
(define (program solution tests)
  (define language (or (car solution) (car tests) (datum->syntax #f 'racket)))
  (define missing (if (or (not (car tests)) (same? language (car tests))) '() (list (car tests))))
  (define inside
    `((require (only-in (submod ,guard-file for-driver) benchwright-tests))
      (benchwright-tests ,(guards language (cdr solution)) ,missing ,@(cdr tests))))
  (datum->syntax #f `(,#'module program ,language (#%module-begin ,@(cdr solution) ,@inside))))

(define (same? one other)
  (equal? (syntax->datum one) (syntax->datum other)))

; Languages that define these forms differently, such as typed ones, keep their own.
(define (guards language solution)
  (define racket? (memq (syntax-e language) '(racket racket/base)))
  (define checks?
    (for/or ([form solution])
      (define parts (and (pair? (syntax-e form)) (syntax->datum form)))
      (and parts (eq? (car parts) 'require) (list? parts) (memq 'rackunit parts))))
  (append (if racket? (list guard-file) '())
          (if checks? `((only rackunit ,@check-names)) '())))

(define guard-file
  (let-values ([(folder name directory?) (split-path (variable-reference->module-source (#%variable-reference)))])
    `(file ,(path->string (build-path folder "guard.rkt")))))
(define check-names
  '(check-true check-false check-not-false check-pred check-eq? check-eqv? check-equal? check-not-eq? check-not-eqv?
    check-not-equal? check-= check-within check-match check-exn check-not-exn test-case test-equal? test-true))

(define (run name)
  (define path `(submod 'program ,@name))
  (when (module-declared? path #f)
    (dynamic-require path #f)))

(define (main)
  (define solution (read-part "solution.rkt"))
  (define tests (read-part "tests.rkt"))
  (delete-file "tests.rkt")
  (eval-syntax (program solution tests))
  (when (rackunit 'current-check-handler)
    (remember-rackunit))
  (set! stage 'error)
  (run '(configure-runtime))
  (dynamic-require ''program #f)
  (uncaught-exception-handler uncaught)
  (watch-checks)
  (set! failures-before (failures))
  (set-box! own-raised #f)
  (define executed (if (pair? (cdr tests)) 1 0))
  (set-box! on-exit (lambda (line status) (exited line status executed)))
  (run '(guard tests))
  (run '(guard tests test))
  (run '(guard tests main))
  (finish executed))

; The tests' own exit: status 0 means that they are complete.
(define (exited line status executed)
  (define code (if (and (exact-integer? status) (<= 1 status 255)) status 0))
  (when (zero? code)
    (finish executed))
  (tell-units)
  (say 'fail 'exit (format "exit ~a" code) (place "tests.rkt" line) "")
  (leave code))

(define stage 'syntax)
(define uncaught (uncaught-exception-handler))

(current-command-line-arguments (vector))
(with-handlers ([(lambda (e) (not (exn:break? e))) (lambda (e) (fail e))])
  (main))
