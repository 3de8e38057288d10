(princ "hello\n")
