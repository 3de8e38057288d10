const assert = require('assert');

async function testLongestRun() {
  assert.strictEqual(await longestRun('abbcccd'), 'ccc');
  assert.strictEqual(await longestRun('aabb'), 'aa');
  assert.strictEqual(await longestRun(''), '');
}

testLongestRun();
