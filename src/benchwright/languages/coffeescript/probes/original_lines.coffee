# Comments
# take lines
###
that go
###
class Place
  constructor: ->
    @found =
      /main\.\w+:\d+/.exec new Error().stack

console.log (new Place).found[0]
