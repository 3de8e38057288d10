# `largest(numbers)` is the largest or NULL, `slug(text)` its words joined by dashes, and `share(amount, people)` divides,
# with an error where there are none.
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
