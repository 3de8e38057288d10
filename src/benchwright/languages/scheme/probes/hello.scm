(display "hello")
(newline)
