# hack: its promise never settles, and the program runs out of work.
# verdict: incomplete

class Stack
  constructor: (@items...) ->
  push: (item) ->
    @items.push item
    this
  size: -> @items.length

square = (n) -> n * n

later = -> new Promise ->
