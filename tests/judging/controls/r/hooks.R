# control: has hooks for the end and changes options.
.Last <- function() quit(status = 3)
options(digits = 3, stringsAsFactors = FALSE, scipen = 100)
invisible(reg.finalizer(globalenv(), function(e) cat("goodbye\n"), onexit = TRUE))
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
