const assert = require('assert');

function longestRun(text) {
  let best = '';
  let run = '';
  for (const letter of text) {
    run = run[0] === letter ? run + letter : letter;
    if (run.length > best.length) best = run;
  }
  assert.ok(best.length <= text.length);
  return best;
}
