#lang racket
(define (f x)
