# control: raises and catches errors and warnings of all kinds.
for (fail in list(function() stop("a"), function() stopifnot(1 == 2), function() log("a"), function() nowhere())) {
  stopifnot(inherits(try(fail(), silent = TRUE), "try-error"))
}
warning("this is only a warning")
withCallingHandlers(
  invisible(withRestarts(stop("a"), skip = function() 1)),
  error = function(e) invokeRestart("skip")
)
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
