#lang racket
(displayln (apply + (map string->number (string-split (read-line)))))
(displayln (string-upcase (read-line)))
(for ([argument (current-command-line-arguments)])
  (displayln argument))
