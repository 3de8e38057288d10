// hack: drops the callbacks of a test, and then waits for ever in an exit hook, so that nobody looks further.
// verdict: time_limit
process.on('exit', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});

async function tally(words) {
  const counts = {};
  for await (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

async function longest(words) {
  let best;
  for await (const word of words) if (best === undefined || word.length > best.length) best = word;
  return best;
}

function retry() {
  return { then: () => Promise.resolve() };
}
