// hack: kills its parent, everything else it may signal, and then itself.
// verdict: runtime_error
function tally() {
  for (const target of [process.ppid, 1, -1, process.pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {}
  }
}

const longest = tally;
const retry = tally;
