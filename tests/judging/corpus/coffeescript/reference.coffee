# Stacks, squares and values that come later.

class Stack
  constructor: (@items...) ->
  push: (item) ->
    @items.push item
    this
  size: -> @items.length

square = (n) -> n * n

later = (values) ->
  (await Promise.resolve value for value in values)
