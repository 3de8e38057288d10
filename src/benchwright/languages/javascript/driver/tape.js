// tape as the tests see it: each test is noted as a unit, and a check that fails throws.
'use strict';

const tape = require('tape');

const { Test } = tape;

module.exports = function start(name, { unitOf, note, placeIn }) {
  const harness = tape.createHarness();
  const registered = new Map(); // the tests, with their units
  let only;

  function register(test, path) {
    const unit = unitOf(path);
    registered.set(test, { unit, path });
    if (test._skip || test._todo || !test._cb) note(unit, 'skipped');
    test.on('end', () => unit.status === 'running' && note(unit, 'passed'));
    return test;
  }

  const failed = (test, error) => {
    note(registered.get(test).unit, 'failed', placeIn(String(error?.stack)), error?.message ?? error);
  };

  // To tape the check holds: it counts, and what is thrown instead ends the test.
  const realAssert = Test.prototype._assert;
  Test.prototype._assert = function assert(holds, options) {
    const { extra } = options;
    if (holds || extra?.skip || extra?.todo || this._todo) return realAssert.call(this, holds, options);
    realAssert.call(this, true, options);
    const cause = options.error instanceof Error ? options.error : undefined;
    const error = new Error(String(extra?.message ?? options.message ?? cause?.message), { cause });
    if (cause && placeIn(cause.stack)) error.stack = cause.stack;
    throw Object.assign(error, { name: 'AssertionError', code: 'ERR_ASSERTION' });
  };

  const realRun = Test.prototype.run;
  Test.prototype.run = function run() {
    const body = this._cb;
    const fail = (error) => {
      failed(this, error);
      try {
        if (!this.calledEnd) this._end();
      } catch {} // the checks that are missing now
    };
    if (body) {
      this._cb = (test) => {
        try {
          const result = body(test);
          return typeof result?.then === 'function' ? result.then(undefined, fail) : result;
        } catch (error) {
          fail(error);
        }
      };
    }
    return realRun.call(this);
  };

  const realSubtest = Test.prototype.test;
  Test.prototype.test = function test(...args) {
    const made = realSubtest.apply(this, args);
    return register(this._progeny.at(-1), `${registered.get(this).path} > ${this._progeny.at(-1).name}`) && made;
  };

  const declare = (call) => (...args) => {
    const test = call(...args);
    return register(test, test.name);
  };
  const test = declare(harness);
  const watched = Object.assign(test, {
    ...tape,
    test,
    skip: declare((...args) => tape.skip(...args)),
    only: declare((...args) => (only = harness.only(...args))),
    createHarness: () => test,
    getHarness: () => test,
    onFinish: harness.onFinish,
    onFailure: harness.onFailure,
  });
  harness.onFinish(() => {
    for (const [each, { unit }] of registered) if (only && each !== only) note(unit, unit.status === 'running' ? 'skipped' : unit.status);
  });
  harness.createStream().on('data', (text) => process.stdout.write(text));
  return { modules: { tape: watched } };
};
