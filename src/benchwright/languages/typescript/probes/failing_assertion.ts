import * as assert from 'assert';

console.log('before');
assert.strictEqual(1 + 1, 3 as number);
console.log('after');
