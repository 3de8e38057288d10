cat("before\n")
stopifnot(1 == 2)
