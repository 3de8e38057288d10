const { execFileSync } = require('child_process');
const { Worker, isMainThread, parentPort } = require('worker_threads');

if (isMainThread) {
  new Worker(__filename).on('message', (value) => {
    const child = execFileSync(process.execPath, ['-p', '3 + 4'], { encoding: 'utf8' }).trim();
    console.log(`worker ${value} child ${child}`);
  });
} else {
  parentPort.postMessage(42);
}
