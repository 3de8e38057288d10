// control: has names of its own that are also those of globals, of helpers in the tests, or usual ones of theirs.
var undefined;
const name = 'words';
let status = 0;
const assert = null;
const console = { log() {}, error() {} };
class Error extends globalThis.Error {}
const JSON = { stringify: () => 'mine' };
const Object = globalThis.Object;
let event, parent, top, self, test, describe, expect;
const $ = (value) => value;
const later = () => status++;

function testTally() {
  throw new Error('not a test');
}

function main() {
  later();
  return name;
}
main();

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
