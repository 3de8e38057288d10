// control: prints words of failure on both streams, at load, at call and at the end.
console.log('FAILED\nnot ok 1 - testTally\n# fail 1\nAssertionError [ERR_ASSERTION]: 1 == 2');
console.error('Uncaught Error: FAIL\n    at testTally (/workspace/tests.js:11:3)');
process.on('exit', (code) => console.log('exit', code, 'tests failed: 4'));
process.on('beforeExit', () => console.log('FAILED'));

async function tally(words) {
  console.trace('not really wrong');
  const counts = {};
  for await (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  console.error(new TypeError('only shown'));
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
