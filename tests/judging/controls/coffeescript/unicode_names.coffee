# control: names in other scripts, JavaScript in between, and no newline at the end.
größe = (wort) -> wort.length
слово = 'ß Ⅷ 😀'
`const raw = größe(слово);`
throw new Error 'no' unless raw > 0

class Stack
  constructor: (@items...) ->
  push: (item) ->
    @items.push item
    this
  size: -> @items.length

square = (n) -> n * n

later = (values) ->
  (await Promise.resolve value for value in values)