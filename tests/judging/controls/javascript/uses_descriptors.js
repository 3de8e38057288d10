// control: opens and closes files, writes to the work folder and uses descriptors by number, low ones included.
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'words-'));
const file = path.join(folder, 'tests.js');
const descriptor = fs.openSync(file, 'w+');
fs.writeSync(descriptor, 'assert.fail();');
fs.closeSync(descriptor);
try {
  fs.writeFileSync('tests.js', 'throw new Error();');
  fs.writeFileSync('solution.js', 'throw new Error();');
} catch {}
fs.writeSync(1, 'by number\n');
const opened = Array.from({ length: 20 }, () => fs.openSync('/dev/null', 'r+'));
for (const number of opened) {
  fs.writeSync(number, '0 end 4 0 0');
  fs.closeSync(number);
}
for (const number of [3, 4, 5]) {
  try {
    fs.fstatSync(number);
  } catch {}
}
fs.rmSync(folder, { recursive: true });

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
