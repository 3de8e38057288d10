import assert from 'node:assert/strict';
import * as crypto from 'crypto';
import { EventEmitter, once } from 'events';
import fs = require('fs');
import type { Stats } from 'fs';
import { tmpdir, type NetworkInterfaceInfo } from 'os';
const path = require('path');

async function main(): Promise<void> {
  assert.equal(crypto.createHash('sha256').update('abc').digest('hex').slice(0, 8), 'ba7816bf');
  const file: string = path.join(tmpdir(), 'probe.txt');
  await fs.promises.writeFile(file, 'grüße');
  assert.equal(fs.readFileSync(file, 'utf8'), 'grüße');
  const stats: Stats = fs.statSync(file);
  assert.equal(stats.size, 7);
  const emitter = new EventEmitter();
  setTimeout(() => emitter.emit('ready', 7), 1);
  assert.deepEqual(await once(emitter, 'ready'), [7]);
  const known: Map<number, bigint> = structuredClone(new Map([[1, 2n]]));
  assert.equal(known.get(1)!, 2n);
  const { readFileSync } = await import('fs');
  assert.equal(typeof readFileSync, 'function');
  console.log('complete');
}

main();
