// control: leaves timers, intervals, cancelled work, rejections that are handled later, a thread and a child
// process, all of which end by themselves.
const { Worker } = require('worker_threads');
const { execFile } = require('child_process');
const { once } = require('events');

const ticking = setInterval(() => clearInterval(ticking), 2);
setTimeout(() => {}, 1e6).unref();
setImmediate(() => {});
process.nextTick(() => {});
const late = Promise.resolve().then(() => Promise.reject(new Error('handled'))).catch(() => {});
const abort = new AbortController();
once(new (require('events'))(), 'never', { signal: abort.signal }).catch(() => {});
const threadText = "require('worker_threads').parentPort.once('message', () => process.exit(3))";
const worker = new Worker(threadText, { eval: true });
execFile(process.execPath, ['-e', 'process.exit(7)'], () => abort.abort());

async function tally(words) {
  worker.postMessage('end');
  const counts = {};
  for await (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  await Promise.race([late, new Promise((resolve) => setTimeout(resolve, 30))]);
  return counts;
}

async function longest(words) {
  let best;
  for await (const word of words) if (best === undefined || word.length > best.length) best = word;
  return best;
}

async function retry(task, times) {
  const failures = [];
  for (let i = 0; i < times; i++) {
    const [outcome] = await Promise.allSettled([(async () => task())()]);
    if (outcome.status === 'fulfilled') return outcome.value;
    failures.push(outcome.reason);
  }
  throw new AggregateError(failures);
}
