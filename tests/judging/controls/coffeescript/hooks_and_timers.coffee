# control: listens for the end and for errors, leaves timers and a child process that end by themselves.
{ execFile } = require 'child_process'
process.on 'exit', -> console.log 'bye'
process.on 'uncaughtException', (error) -> process.exit 1
setTimeout (->), 1e6
  .unref()
execFile process.execPath, ['-e', 'process.exit(7)'], ->
process.exitCode = 0

class Stack
  constructor: (@items...) ->
  push: (item) ->
    @items.push item
    this
  size: -> @items.length

square = (n) -> n * n

later = (values) ->
  (await Promise.resolve value for value in values)
