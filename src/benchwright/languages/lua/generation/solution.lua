-- The running totals; after one that exceeds the limit, the next starts from 0.
function running_totals(numbers, limit)
  local totals = {}
  local total = 0
  for i, number in ipairs(numbers) do
    total = total + number
    totals[i] = total
    if total > limit then
      total = 0
    end
  end
  return totals
end
