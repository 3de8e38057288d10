# control: is written as a module, with imports and exports of several kinds, and awaits at its top level.
import assert, { strictEqual as same } from 'assert'
import * as path from 'path'
import 'events'

same path.basename('a/b'), 'b'
assert.ok true
await Promise.resolve 1

class Stack
  constructor: (@items...) ->
  push: (item) ->
    @items.push item
    this
  size: -> @items.length

square = (n) -> n * n

later = (values) ->
  (await Promise.resolve value for value in values)

export { Stack, square as power }
export default later
export unused = (n) ->
  n
