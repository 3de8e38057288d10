# control: prints words of failure, and its last value.
largest <- function(numbers) {
  if (length(numbers)) max(numbers) else NULL
}

slug <- function(text) {
  words <- strsplit(tolower(text), " +")[[1]]
  paste(words, collapse = "-")
}

share <- function(amount, people) {
  if (people == 0) stop("nobody to share with")
  amount %/% people
}

cat("Error in test_largest() : FAILED\nExecution halted\n", file = stderr())
message("1 failed")
slug("A b")
