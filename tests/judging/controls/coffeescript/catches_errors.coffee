# control: throws and catches errors of all kinds and uses console.assert.
assert = require 'assert'
console.assert 1 > 2, 'only printed'
for fail in [(-> assert.strictEqual 1, 2), (-> throw 'a text'), (-> null.property), (-> JSON.parse '{')]
  try
    fail()
    process.exit 1
  catch error
    console.log String error

class Stack
  constructor: (@items...) ->
  push: (item) ->
    @items.push item
    this
  size: -> @items.length

square = (n) -> n * n

later = (values) ->
  (await Promise.resolve value for value in values)
