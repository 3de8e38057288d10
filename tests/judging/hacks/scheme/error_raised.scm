; hack: raises an error of the kind that checks raise, in its own code.
; verdict: runtime_error
(define (largest numbers) (error "got one thing instead of another" 0 11))
(define (slug text) (raise 'failed))
(define (share a b) (throw 'misc-error))
