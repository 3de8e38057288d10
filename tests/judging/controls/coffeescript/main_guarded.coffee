# control: has an entry of its own, which would end with a status if the file were the program, and exports.

class Stack
  constructor: (@items...) ->
  push: (item) ->
    @items.push item
    this
  size: -> @items.length

square = (n) -> n * n

later = (values) ->
  (await Promise.resolve value for value in values)

main = -> process.exit 2
main() if require.main is module
module.exports = { Stack, square, later }
