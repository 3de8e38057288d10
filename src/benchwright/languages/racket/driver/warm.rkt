#lang reader "steps.rkt"
; The first module of an interpreter that is kept warm: loads what programs need, and stops where a run opens its source.
; The run then goes on to the second module on the command line, the program or the driver, as if that were the first.
; Each step calls the last of its functions in tail position, so the context of an error in a program does not show it.

; Racket asks the first module on its command line, and no other, how to configure the program.
(define-values (steps)
  (lambda (ignored)
    (lambda (key default)
      (if (eq? key 'configure-runtime)
          (map (lambda (name) (vector '(submod (file "/opt/benchwright/prepared/warm.rkt") steps) name #f))
               '(prepare load-main configure-by-module configure-by-language))
          default))))

(define-values (folder)
  (let-values ([(folder name directory?) (split-path (variable-reference->module-source (#%variable-reference)))])
    folder))
(define-values (main) (find-system-path 'run-file))
(define-values (driver?) (equal? main (build-path folder "driver.rkt")))
(define-values (path) (module-path-index-join (list 'file (path->string main)) #f))
(define-values (configuration) (module-path-index-join '(submod "." configure-runtime) path))

(define-values (prepare)
  (lambda (ignored)
    ; Everything that is instantiated to expand a program, too.
    (for-each (lambda (name) (dynamic-require name (void)) (dynamic-require name #f))
              '(racket/base racket rackunit))
    (dynamic-require (build-path folder "sample.rkt") (void))
    (if driver? (module-declared? path #t) (void))
    ; Otherwise the first collection of each run would copy all of this.
    (collect-garbage)
    (close-input-port (open-input-file (if driver? "/workspace/solution.rkt" main)))
    ; Racket seeds these when it starts.
    (current-pseudo-random-generator (make-pseudo-random-generator))
    (current-evt-pseudo-random-generator (make-pseudo-random-generator))))

; What Racket does for the first module.
(define-values (load-main)
  (lambda (ignored) (module-declared? configuration #t)))
(define-values (configure-by-module)
  (lambda (ignored) (if (module-declared? configuration #t) (dynamic-require configuration #f) (void))))
(define-values (configure-by-language)
  (lambda (ignored)
    (let-values ([(info) (module->language-info path #t)]
                 [(load) (lambda (info) ((dynamic-require (vector-ref info 0) (vector-ref info 1)) (vector-ref info 2)))])
      (if (if (vector? info) (eqv? 3 (vector-length info)) #f)
          (for-each load ((load info) 'configure-runtime '()))
          (void)))))

; Not provided by the module itself: Racket requires that into the namespace in which programs evaluate expressions.
(module* steps #f
  (#%provide steps prepare load-main configure-by-module configure-by-language))
