# The running totals; after one that exceeds the limit, the next starts from 0.
def running_totals(numbers, limit)
  totals = []
  total = 0
  numbers.each do |number|
    total += number
    totals << total
    total = 0 if total > limit
  end
  totals
end
