test_running_totals <- function() {
  stopifnot(isTRUE(all.equal(running_totals(c(3, 4, 5), 6), c(3, 7, 5))))
  stopifnot(isTRUE(all.equal(running_totals(c(10, -4, 2), 5), c(10, -4, -2))))
  stopifnot(isTRUE(all.equal(running_totals(c(5, 5, 5), 5), c(5, 10, 5))))
}

test_running_totals()
