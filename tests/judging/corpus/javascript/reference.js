// Words from anything that can be gone through, now or later.

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
