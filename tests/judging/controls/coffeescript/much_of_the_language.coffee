# control: uses much of the language: splats, ranges, comprehensions, switch, chained comparisons, heredocs, do.
###
A comment of several lines: { ( [
###
text = """
  lines #{1 + 1}
    process.exit 0
"""
counter = do -> count = 0; -> ++count
kind = switch
  when 0 < counter() < 2 then 'small'
  else 'large'
pattern = /// ^ (\d+) \s* # digits
  ///

class Base
  @make: (args...) -> new this args...
  size: => @items?.length ? 0

class Stack extends Base
  constructor: (@items...) -> super()
  push: (item) -> @items = [@items..., item]; this

square = (n) -> [n..n].reduce ((sum, k) -> sum + k * k), 0

later = (values) ->
  found = for value, index in values when value?
    await new Promise (resolve) -> setTimeout (-> resolve value), 1
  found
