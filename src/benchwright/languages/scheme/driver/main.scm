;; Runs the tests against the solution in Guile and proves that they ran to completion. The protocol is described in
;; benchwright/languages/join.py. Each part is a module; the tests' module sees everything in the solution's, except
;; what would hide what checks consist of. This file is one expression, so that none of its names can be found.
(use-modules (ice-9 rdelim) (ice-9 regex) (ice-9 textual-ports) (srfi srfi-1) (system base compile) (system vm frame))

(let ()
  (define nonce
    (let* ((port (fdes->inport 3))
           (text (read-line port)))
      (close-port port)
      text))
  (define proof
    (let ((port (fdes->outport (dup->fdes 4 60)))) ; away from the numbers that programs give their descriptors
      (close-fdes 4)
      (fcntl port F_SETFD FD_CLOEXEC)
      port))
  (define process (getpid))
  (define most-units 200)

  ;; What the tests' checks consist of, before the solution runs.
  (define core (resolve-module '(guile)))
  (define guarded
    (map (lambda (name) (cons name (module-ref core name)))
         '(equal? eqv? eq? = < > <= >= not string=? string-ci=? char=? if cond case when unless and or begin let let*
           letrec lambda define apply catch with-exception-handler)))

  (define stage "solution.scm")
  (define current-line #f) ; first line of the form that the top level evaluates
  (define own-exception #f) ; the last one that the tests' own text raised
  (define units '()) ; latest first
  (define executed 0)

  (define (field value)
    (let ((text (string-join (string-tokenize (format #f "~a" value)) " ")))
      (substring text 0 (min 200 (string-length text)))))

  (define (say . fields)
    (when (= (getpid) process) ; a forked copy of the tests must not report
      (put-string proof (string-join (cons nonce (map field fields)) "\t"))
      (newline proof)
      (force-output proof)))

  (define (leave status)
    (false-if-exception (force-output (current-output-port)))
    (false-if-exception (force-output (current-error-port)))
    (primitive-_exit status))

  (define (say-units)
    (for-each (lambda (unit) (apply say "unit" unit)) (take (reverse units) (min most-units (length units)))))

  (define (finish)
    (let ((failed (find (lambda (unit) (equal? (cadr unit) "failed")) (reverse units))))
      (when failed
        (fail "assertion" "srfi-64" (caddr failed) (string-append (car failed) " " (cadddr failed))))
      (say-units)
      (say "end" (max executed (length units)) 0 (count (lambda (unit) (equal? (cadr unit) "skipped")) units))
      (leave 0)))

  (define (fail kind name place message)
    (say-units)
    (say "fail" kind name place message)
    (leave 1))

  ;; A place in either text in the judge's format; lines are counted from 0 here.
  (define (place file line)
    (if (and line (member file '("solution.scm" "tests.scm")))
        (format #f "~a:~a" file (+ line 1))
        ""))

  ;; The innermost line in either text that is being evaluated.
  (define (innermost-place stack)
    (let loop ((i 0))
      (if (= i (stack-length stack))
          (place stage current-line)
          (let* ((source (frame-source (stack-ref stack i))) ; (address file line . column)
                 (found (if source (place (cadr source) (caddr source)) "")))
            (if (equal? found "") (loop (+ i 1)) found)))))

  (define (message-of exception)
    (let ((text (call-with-output-string
                  (lambda (port)
                    (if (exception? exception)
                        (print-exception port #f (exception-kind exception) (exception-args exception))
                        (write exception port))))))
      (if (string-prefix? "ERROR: " text) (substring text 7) text)))

  (define (syntax-place arguments)
    (let ((where (and (> (length arguments) 2) (list? (caddr arguments)) (caddr arguments))))
      (place (and where (assq-ref where 'filename)) (and where (assq-ref where 'line)))))

  (define (uncaught exception)
    (let ((kind (if (exception? exception) (exception-kind exception) 'raise))
          (arguments (if (exception? exception) (exception-args exception) '())))
      (when (eq? kind 'quit)
        (leave (status-of (if (pair? arguments) (car arguments) 0))))
      (let ((message (message-of exception))
            (found (innermost-place (make-stack #t))))
        (display message (current-error-port))
        (case kind
          ((syntax-error) (fail "syntax" kind (syntax-place arguments) message))
          ((read-error) (fail "syntax" kind (place stage (read-error-line arguments)) message))
          (else (fail (if (eq? exception own-exception) "assertion" "error") kind found message))))))

  ;; The reader reports places only in its message, counted from 1.
  (define (read-error-line arguments)
    (let ((found (and (> (length arguments) 1) (string-match ":([0-9]+):[0-9]+: " (cadr arguments)))))
      (and found (- (string->number (match:substring found 1)) 1))))

  (define (status-of value)
    (cond ((integer? value) (modulo value 256)) ((not value) 1) (else 0)))

  ;; Procedures that replace others in the tests.
  (define (noting raiser)
    (lambda arguments
      (with-exception-handler
        (lambda (exception)
          (set! own-exception exception)
          (raise-exception exception))
        (lambda () (apply raiser arguments)))))

  (define* (own-exit #:optional (status 0) #:rest _)
    (if (zero? (status-of status))
        (finish)
        (fail "exit" "exit" (innermost-place (make-stack #t)) (format #f "status ~a" (status-of status)))))

  (define own-assert
    (let ((raise-failure (noting error)))
      (lambda (holds . irritants)
        (unless holds
          (apply raise-failure "Assertion failed" irritants)))))

  ;; Only the tests' own text sees these names.
  (define own-procedures
    `((error . ,(noting error))
      (throw . ,(noting throw))
      (raise . ,(noting raise-exception))
      (raise-exception . ,(noting raise-exception))
      (assert . ,own-assert)
      (exit . ,own-exit)
      (quit . ,own-exit)
      (primitive-exit . ,own-exit)
      (emergency-exit . ,own-exit)))

  (define (tests-module)
    (let* ((solution (current-module))
           (tests (make-fresh-user-module)))
      (set-module-uses! tests (cons solution (module-uses solution)))
      (for-each
        (lambda (each)
          (let ((variable (module-variable core (car each))))
            (variable-set! variable (cdr each))
            (module-add! tests (car each) variable)))
        guarded)
      (for-each (lambda (each) (module-add! tests (car each) (make-variable (cdr each)))) own-procedures)
      tests))

  ;; Tests of SRFI 64 only print, and the program exits with status 0. The library is loaded if it is used.
  (define (watched-runner)
    (let ((runner ((@ (srfi srfi-64) test-runner-null))))
      ((@ (srfi srfi-64) test-runner-on-test-end!) runner note-test)
      runner))

  (define (note-test runner)
    (let* ((kind ((@ (srfi srfi-64) test-result-kind) runner))
           (told (lambda (key) ((@ (srfi srfi-64) test-result-ref) runner key "")))
           (bad (memq kind '(fail xpass)))
           (status (cond (bad "failed") ((eq? kind 'skip) "skipped") (else "passed")))
           (place (if (number? (told 'source-line)) (format #f "tests.scm:~a" (told 'source-line)) ""))
           (message (if bad (format #f "actual: ~s, expected: ~s" (told 'actual-value) (told 'expected-value)) ""))
           (name (unit-name ((@ (srfi srfi-64) test-runner-test-name) runner))))
      (set! units (cons (list name status place message) units))))

  (define (unit-name name)
    (let ((name (if (equal? name "") "test" name)))
      (let loop ((number 1))
        (let ((candidate (if (= number 1) name (format #f "~a (~a)" name number))))
          (if (assoc candidate units) (loop (+ number 1)) candidate)))))

  (define (read-part name)
    (set! stage name)
    (call-with-input-file name
      (lambda (port)
        (set-port-filename! port name)
        (let loop ((forms '()))
          (let ((form (read-syntax port)))
            (if (eof-object? form) (reverse forms) (loop (cons form forms))))))
      #:encoding "UTF-8"))

  (define (evaluate form)
    (set! current-line (and=> (syntax-source form) (lambda (source) (assq-ref source 'line))))
    (compile form #:env (current-module) #:optimization-level 1 #:warning-level 0))

  ;; A locale that is not installed here is not the program's fault.
  (false-if-exception (setlocale LC_ALL ""))
  (with-exception-handler uncaught
    (lambda ()
      (let* ((solution (read-part "solution.scm"))
             (tests (read-part "tests.scm"))
             (text (call-with-input-file "tests.scm" get-string-all)))
        (delete-file "tests.scm")
        (set! stage "solution.scm")
        (for-each evaluate solution)
        (set! stage "tests.scm")
        (set-current-module (tests-module))
        (when (string-match "srfi[- ]64" text) 
          ((@ (srfi srfi-64) test-runner-factory) watched-runner))
        (unless (null? tests) (set! executed 1))
        (for-each evaluate tests)
        (finish)))))
