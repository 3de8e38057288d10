#lang racket/base
; What the tests see under these names, whatever the solution defines: the forms that checks are written with, and the
; ways to end a program or to raise an error, which are recorded if the tests' own text uses them.
(require (for-syntax racket/base))
(provide equal? eqv? eq? = < > <= >= string=? not if and or cond when unless
         (rename-out [own-error error] [own-raise raise] [own-exit exit] [own-user-error raise-user-error]))
(module+ for-driver
  (provide own-raised on-exit benchwright-tests))

; The tests, inside a module whose imports hide the solution's redefinitions from them.
(define-syntax (benchwright-tests stx)
  (syntax-case stx ()
    [(_ (import ...) (language ...) form ...)
     #'(module* guard #f
         (#%plain-module-begin
          (#%require import ...)
          (import-missing language) ...
          (module* tests #f form ...)))]))

; Imports from the tests' language what the solution's language lacks and the solution does not define.
(define-syntax (import-missing stx)
  (define language (cadr (syntax-e stx)))
  (define path (syntax->datum language))
  ((current-module-name-resolver) path #f #f #t)
  (define-values (variables macros) (module->exports path))
  (define missing
    (for*/list ([exports (append variables macros)]
                #:when (eqv? (car exports) 0)
                [export (cdr exports)]
                #:unless (identifier-binding (datum->syntax language (car export))))
      (datum->syntax language (car export))))
  #`(#%require (only #,language #,@missing)))

(define own-raised (box #f)) ; the last value that the tests' text raised, and its line
(define on-exit (box void))

(define (note line raiser . arguments)
  (with-handlers ([void (lambda (raised)
                          (set-box! own-raised (cons raised line))
                          (raise raised))])
    (apply raiser arguments)))

(define (leave line [status #t])
  ((unbox on-exit) line status))

(define-for-syntax ((noting call) stx)
  (define line (syntax-line stx))
  (syntax-case stx ()
    [(_ . arguments) (datum->syntax stx `(,@(call line) . ,#'arguments) stx)]
    [_ #`(lambda arguments (apply #,@(call line) arguments))]))

(define-syntax own-error (noting (lambda (line) (list #'note line #'error))))
(define-syntax own-user-error (noting (lambda (line) (list #'note line #'raise-user-error))))
(define-syntax own-raise (noting (lambda (line) (list #'note line #'raise))))
(define-syntax own-exit (noting (lambda (line) (list #'leave line))))
