#!/usr/bin/env node
// control: uses recent syntax: private fields and methods, static blocks, generators, tagged templates, labels,
// big numbers.
'use strict';

class Words {
  static #made = 0n;
  static {
    Words.#made += 1_000n;
  }
  #words;
  count = 0;

  constructor(words) {
    this.#words = words;
  }

  async *#each() {
    for await (const word of this.#words) {
      this.count++;
      yield word;
    }
  }

  async reduce(step, start) {
    let value = start;
    outer: for await (const word of this.#each()) {
      if (word === null) continue outer;
      value = step(value, word);
    }
    return value;
  }

  get [Symbol.toStringTag]() {
    return `Words ${Words.#made}`;
  }
}

const tally = (words) =>
  new Words(words).reduce((counts, word) => ({ ...counts, [word]: (counts[word] ?? 0) + 1 }), {});
const longest = (words) =>
  new Words(words).reduce((best, word) => (word.length > (best?.length ?? -1) ? word : best), undefined);
const retry = async (task, times) => {
  try {
    return await task();
  } catch (error) {
    if ((times -= 1) <= 0) throw error;
    return retry(task, times);
  }
};
