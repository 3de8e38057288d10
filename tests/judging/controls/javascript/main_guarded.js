// control: has an entry of its own, which would end with a status if the file were the program, and exports.
'use strict';

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

module.exports = { tally, longest, retry };

if (require.main === module) {
  console.error('usage: words FILE');
  process.exit(1);
}
if (!module.parent) process.exit(2);
