// control: listens for the end and for errors nobody caught, as programs that log do, and sets the status to 0.
process.on('exit', () => console.log('bye'));
process.once('exit', (code) => {
  process.exitCode = code;
});
process.prependListener('exit', () => console.log('first'));
process.on('uncaughtException', (error) => {
  console.error('fatal', error);
  process.exit(1);
});
process.on('unhandledRejection', (reason) => {
  console.error('unhandled', reason);
  process.exitCode = 1;
});
process.on('SIGTERM', () => process.exit(0));
process.setMaxListeners(50);
process.exitCode = 0;

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
