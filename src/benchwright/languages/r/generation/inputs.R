show_numbers <- function(numbers) {
  paste0("[", paste(numbers, collapse = ", "), "]")
}

test_input <- function(numbers, limit) {
  totals <- running_totals(numbers, limit)
  cat(show_numbers(numbers), " ", limit, " -> ", show_numbers(totals), "\n", sep = "")
}

test_input(c(3, 4, 5), 6)
test_input(c(10, -4, 2), 5)
test_input(c(5, 5, 5), 5)
