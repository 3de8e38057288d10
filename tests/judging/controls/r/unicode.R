# control: has texts beyond ASCII, and names in quotes.
`größte Zahl` <- function(numbers) max(numbers)
stopifnot(nchar("区間 🚀") == 4, toupper("ö") == "Ö")
largest <- function(numbers) {
  if (length(numbers)) `größte Zahl`(numbers) else NULL
}

slug <- function(text) {
  words <- strsplit(tolower(text), " +")[[1]]
  paste(words, collapse = "-")
}

share <- function(amount, people) {
  if (people == 0) stop("nobody to share with")
  amount %/% people
}
