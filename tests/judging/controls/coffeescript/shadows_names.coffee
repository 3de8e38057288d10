# control: has names of its own that are also those of globals and of the tests.
assert = null
console = { log: -> }
testStack = -> throw new Error 'not a test'
assertSame = -> throw new Error 'not used'
class AssertionError extends Error
name = status = undefined

class Stack
  constructor: (@items...) ->
  push: (item) ->
    @items.push item
    this
  size: -> @items.length

square = (n) -> n * n

later = (values) ->
  (await Promise.resolve value for value in values)
