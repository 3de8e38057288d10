const assert = require('node:assert');

async function* later(...words) {
  for (const word of words) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    yield word;
  }
}

async function testTally() {
  assert.deepStrictEqual(await tally(['b', 'a', 'b']), { b: 2, a: 1 });
  assert.deepStrictEqual(await tally(later('x', 'x')), { x: 2 });
}

async function testLongest() {
  const word = await longest(later('fig', 'plum', 'kiwi'));
  assert.strictEqual(word, 'plum');
  assert.strictEqual(await longest([]), undefined);
}

function testRetry() {
  const outcomes = [null, null, 'ready'];
  const task = () => outcomes.shift() ?? Promise.reject(new Error('not yet'));
  return retry(task, 5).then((got) => {
    if (got !== 'ready') throw new Error(`retry gave ${got}`);
  });
}

testTally();
testLongest().then(() => console.log('longest: done'));
testRetry().catch((error) => {
  console.error(error);
  process.exit(1);
});
(async function testRefuses() {
  await assert.rejects(tally(5), TypeError);
})();
