# The running totals; after one that exceeds the limit, the next starts from 0.
runningTotals = (numbers, limit) ->
  total = 0
  totals = []
  for number in numbers
    total += number
    totals.push total
    total = 0 if total > limit
  totals
