// control: is written as a module, with imports, exports of several kinds, import.meta and a top level that awaits.
import { setTimeout as sleep } from 'node:timers/promises';
import * as path from 'node:path';
import process, { argv } from 'node:process';

await sleep(1);

export async function tally(words) {
  const counts = {};
  for await (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

const longest = async (words) => {
  let best;
  for await (const word of words) if (best === undefined || word.length > best.length) best = word;
  return best;
};
export { longest };

export default function retry(task, times) {
  return Promise.resolve().then(task).catch((error) => {
    if (times <= 1) throw error;
    return retry(task, times - 1);
  });
}

if (argv[1] === path.join(import.meta.dirname ?? '', 'nothing.js')) process.exit(1);
