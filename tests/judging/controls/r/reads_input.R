# control: reads standard input while it is loaded, though there is none.
input <- readLines("stdin")
line <- readline("? ")
stopifnot(length(input) == 0, line == "")
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
