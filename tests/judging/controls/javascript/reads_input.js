// control: reads all of the standard input, in two ways, and looks for arguments and environment variables.
const fs = require('fs');
const input = fs.readFileSync(0, 'utf8');
process.stdin.on('data', () => {}).on('end', () => {});
const most = Number(process.argv[2] ?? process.env.MOST ?? Infinity);
if (input.split('\n').length > most) process.exit(1);

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
