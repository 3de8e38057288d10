# control: has code for its own start, and names like those of tests and drivers.
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

main <- function() quit(status = 1)
test_slug <- function(x) stop("nobody calls this")
units <- 3
note <- function(...) stop("nor this")
if (!interactive()) {
  main()
}
if (sys.nframe() == 0L) main()
