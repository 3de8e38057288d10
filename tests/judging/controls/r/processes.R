# control: starts processes, one of which is a copy of itself.
stopifnot(system("exit 3") == 3)
invisible(parallel::mclapply(1:2, function(i) i, mc.cores = 2))
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
