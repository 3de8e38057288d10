// control: its promises are of a class of its own, and it adds methods to built-in prototypes.
class Task extends Promise {
  static get [Symbol.species]() {
    return Promise;
  }
  get [Symbol.toStringTag]() {
    return 'Task {';
  }
}
Array.prototype.last = function () {
  return this[this.length - 1];
};
Object.defineProperty(String.prototype, 'size', { get() { return this.length; } });
Promise.prototype.tap = function (call) {
  return this.then((value) => (call(value), value));
};

function tally(words) {
  return new Task((resolve, reject) => {
    (async () => {
      const counts = {};
      for await (const word of words) counts[word] = (counts[word] ?? 0) + 1;
      return counts;
    })().tap(() => {}).then(resolve, reject);
  });
}

async function longest(words) {
  const found = [];
  for await (const word of words) if (!found.length || word.size > found.last().size) found.push(word);
  return found.last();
}

function retry(task, times) {
  return Task.resolve().then(task).catch((error) => {
    if (times <= 1) throw error;
    return retry(task, times - 1);
  });
}
