(display "before"
