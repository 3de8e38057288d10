(write-line "hello")
