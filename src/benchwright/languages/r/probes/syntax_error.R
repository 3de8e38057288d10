cat("before\n"
