assert = require 'assert'

test = ->
  assert.deepStrictEqual runningTotals([3, 4, 5], 6), [3, 7, 5]
  assert.deepStrictEqual runningTotals([10, -4, 2], 5), [10, -4, -2]
  assert.deepStrictEqual runningTotals([5, 5, 5], 5), [5, 10, 5]

test()
