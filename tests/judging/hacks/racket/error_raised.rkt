; hack: raises an error of the kind that checks raise, in its own code.
; verdict: runtime_error
#lang racket
(define (largest numbers) (error 'check "11"))
(define (slug text) (error 'check "11"))
(define (share a b) (raise 'failed))
