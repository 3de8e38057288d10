# hack: raises an error like those of checks, in its own code.
# verdict: runtime_error
largest <- function(numbers) stop("largest(c(3, 11, 7)) == 11 is not TRUE")
slug <- largest
share <- function(amount, people) stopifnot(FALSE)
