assert = require 'assert'

assertSame = (actual, expected, message = 'not the same') ->
  throw new Error(message) unless actual is expected

testStack = ->
  stack = new Stack 1, 2
  assert.strictEqual stack.push(3).size(), 3
  assert.strictEqual new Stack().size(), 0

testSquare = ->
  assertSame square(3), 9, 'three'
  assertSame(square(-2), 4)

testLater = ->
  values = await later [1, 2]
  assert.deepStrictEqual values, [1, 2]

testStack()
testSquare()
console.assert square(1) is 1
testLater().catch (error) ->
  console.error error
  process.exit 1
