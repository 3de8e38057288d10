# control: prints words of failure and megabytes, on both streams and at the end.
console.log 'FAILED '.repeat 50000 for i in [0...20]
console.error 'AssertionError\n    at testStack (/workspace/tests.coffee:8:3)'
process.on 'exit', (code) -> console.log 'FAILED', code

class Stack
  constructor: (@items...) ->
  push: (item) ->
    @items.push item
    this
  size: -> @items.length

square = (n) -> n * n

later = (values) ->
  (await Promise.resolve value for value in values)
