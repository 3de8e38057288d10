// control: prints several megabytes on both streams, more than is kept.
for (let i = 0; i < 50; i++) {
  console.log('x'.repeat(100_000));
  console.error('y'.repeat(50_000));
}

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

function retry(task, times) {
  return Promise.resolve().then(task).catch((error) => {
    if (times <= 1) throw error;
    return retry(task, times - 1);
  });
}
