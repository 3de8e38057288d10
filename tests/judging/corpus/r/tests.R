check <- function(got, expected) {
  if (!identical(got, expected)) {
    stop("got ", deparse(got), " instead of ", deparse(expected))
  }
}

test_largest <- function() {
  stopifnot(largest(c(3, 11, 7)) == 11)
  stopifnot(is.null(largest(c())))
  stopifnot(all(sapply(list(1:3, 4:6), largest) == c(3, 6)))
}

test_slug <- function() {
  check(slug("Hello Big  World"), "hello-big-world")
  check(slug("ONE"), "one")
}

test_largest()
test_slug()
stopifnot("shares are whole" = share(17, 5) == 3, isTRUE(all.equal(share(100, 7), 14)))
message <- tryCatch({
  share(1, 0)
  "no error"
}, error = function(e) conditionMessage(e))
if (!grepl("nobody", message)) {
  cat("share does not refuse\n")
  quit(status = 1)
}
