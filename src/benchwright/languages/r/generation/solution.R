# The running totals; after one that exceeds the limit, the next starts from 0.
running_totals <- function(numbers, limit) {
  totals <- numeric(0)
  total <- 0
  for (number in numbers) {
    total <- total + number
    totals <- c(totals, total)
    if (total > limit) {
      total <- 0
    }
  }
  totals
}
