// control: throws and catches errors of all kinds, also failed assertions of its own, and uses console.assert.
const assert = require('assert');

console.assert(1 > 2, 'this is only printed');
for (const fail of [
  () => assert.strictEqual(1, 2),
  () => assert.fail('no'),
  () => null.property,
  () => {
    throw 'a text';
  },
  () => JSON.parse('{'),
  () => eval('1 +'),
]) {
  try {
    fail();
    throw new Error('nothing was thrown');
  } catch (error) {
    console.assert(error === null, error);
  }
}

async function tally(words) {
  await assert.rejects(Promise.reject(new Error('expected')));
  const counts = {};
  try {
    for await (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  } catch (error) {
    throw new TypeError('words', { cause: error });
  } finally {
    console.assert(false);
  }
  return counts;
}

async function longest(words) {
  let best;
  for await (const word of words) if (best === undefined || word.length > best.length) best = word;
  return best;
}

function retry(task, times) {
  return Promise.resolve().then(task).catch((error) => {
    if (times <= 1) throw error;
    return retry(task, times - 1);
  });
}
