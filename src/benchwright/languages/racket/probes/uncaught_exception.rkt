#lang racket
(vector-ref (vector) 1)
