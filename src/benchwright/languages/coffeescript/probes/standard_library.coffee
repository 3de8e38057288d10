assert = require 'node:assert/strict'
crypto = require 'crypto'
{ EventEmitter, once } = require 'events'
fs = require 'fs'
os = require 'os'
path = require 'path'

main = ->
  assert.equal crypto.createHash('sha256').update('abc').digest('hex')[...8], 'ba7816bf'
  file = path.join os.tmpdir(), 'probe.txt'
  await fs.promises.writeFile file, 'grüße'
  assert.equal fs.readFileSync(file, 'utf8'), 'grüße'
  emitter = new EventEmitter
  setTimeout (-> emitter.emit 'ready', 7), 1
  assert.deepEqual await once(emitter, 'ready'), [7]
  squares = (n * n for n in [1..3] when n isnt 2)
  assert.deepEqual squares, [1, 9]
  console.log 'complete'

main()
