proc runningTotals*(numbers: seq[int], limit: int): seq[int] =
  ## The running totals; after one that exceeds the limit, the next starts from 0.
  var total = 0
  for number in numbers:
    total += number
    result.add(total)
    if total > limit:
      total = 0
