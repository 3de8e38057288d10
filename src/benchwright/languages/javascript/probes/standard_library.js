const assert = require('node:assert/strict');
const crypto = require('crypto');
const { EventEmitter, once } = require('events');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { promisify } = require('util');
const zlib = require('zlib');

async function main() {
  assert.equal(crypto.createHash('sha256').update('abc').digest('hex').slice(0, 8), 'ba7816bf');
  const file = path.join(os.tmpdir(), 'probe.txt');
  await fs.promises.writeFile(file, 'grüße');
  assert.equal(fs.readFileSync(file, 'utf8'), 'grüße');
  const squeezed = await promisify(zlib.gzip)('a'.repeat(1000));
  assert.equal(zlib.gunzipSync(squeezed).length, 1000);
  const emitter = new EventEmitter();
  setTimeout(() => emitter.emit('ready', 7), 1);
  assert.deepEqual(await once(emitter, 'ready'), [7]);
  assert.equal((1234.5).toLocaleString('de-DE'), '1234,5'.replace('1234', '1.234'));
  assert.equal(structuredClone(new Map([[1, 2n]])).get(1), 2n);
  const { readFileSync } = await import('fs');
  assert.equal(typeof readFileSync, 'function');
  console.log('complete');
}

main();
