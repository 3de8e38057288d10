show = (numbers) -> "[#{numbers.join ', '}]"

testInputs = ->
  for [numbers, limit] in [[[3, 4, 5], 6], [[10, -4, 2], 5], [[5, 5, 5], 5]]
    console.log "#{show numbers} #{limit} -> #{show runningTotals(numbers, limit)}"
  return

testInputs()
