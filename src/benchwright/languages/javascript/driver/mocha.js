// Runs the tests of Mocha, Jest and Vitest with Mocha's runner. What only the latter two have is in jest.js.
'use strict';

const { Mocha } = require('mocha');

const { setImmediate } = globalThis; // tests may replace it
const TIMEOUT = 5000;
const isFunction = (value) => typeof value === 'function';
const isNumber = (value) => typeof value === 'number';
const isObject = (value) => typeof value === 'object' && value !== null;

module.exports = function start(name, { unitOf, note, placeIn }) {
  const root = new Mocha({ timeout: TIMEOUT }).suite;
  const jest = name === 'mocha' ? undefined : require('./jest.js')(name, (limit) => root.timeout(limit));
  const adapt = jest?.adapt ?? ((body) => body);
  const unit = (runnable) => unitOf(runnable.titlePath().join(' > '));
  const lost = new Map(); // promises whose rejection nobody handled, with the reason
  const declared = new Set();
  let around = root; // the suite that is being declared

  const titleOf = (title) => (isFunction(title) ? title.name : String(title));

  function declareTest(kind, title, ...rest) {
    const options = rest.find(isObject) ?? {};
    const omitted = kind === 'skip' || kind === 'todo' || options.skip || options.todo || around.isPending();
    const body = omitted ? undefined : rest.find(isFunction);
    const test = new Mocha.Test(titleOf(title), body && adapt(body, kind === 'failing' || options.fails));
    around.addTest(test);
    const limit = rest.find(isNumber) ?? options.timeout;
    if (limit !== undefined) test.timeout(limit);
    if (kind === 'only' || options.only) test.markOnly();
    unit(test);
    declared.add(test);
    return test;
  }

  function declareSuite(kind, title, ...rest) {
    const before = around;
    const body = rest.find(isFunction);
    around = Mocha.Suite.create(before, titleOf(title));
    try {
      if (kind === 'skip' || kind === 'todo' || !body) around.pending = true;
      if (kind === 'only') around.markOnly();
      body?.call(around);
      return around;
    } finally {
      around = before;
    }
  }

  function variants(declare) {
    const make = (kind) => {
      const call = (...args) => declare(kind, ...args);
      return jest ? Object.assign(call, { each: jest.each(call), for: jest.each(call, true) }) : call;
    };
    const all = make('');
    for (const kind of ['only', 'skip', 'todo', 'failing']) all[kind] = make(kind);
    return Object.assign(all, {
      concurrent: all,
      sequential: all,
      fails: all.failing,
      skipIf: (condition) => (condition ? all.skip : all),
      runIf: (condition) => (condition ? all : all.skip),
    });
  }

  const hook = (kind) => (...args) => {
    const body = args.find(isFunction);
    around[kind](args.find((each) => typeof each === 'string') ?? body.name, adapt(body));
    const limit = args.find(isNumber);
    if (limit !== undefined) around[`_${kind}`].at(-1).timeout(limit);
  };

  const describe = variants(declareSuite);
  const it = variants(declareTest);
  const [before, after] = [hook('beforeAll'), hook('afterAll')];
  const [beforeEach, afterEach] = [hook('beforeEach'), hook('afterEach')];
  const globals = {
    describe, context: describe, suite: describe, xdescribe: describe.skip, xcontext: describe.skip, fdescribe: describe.only,
    it, test: it, specify: it, xit: it.skip, xtest: it.skip, xspecify: it.skip, fit: it.only,
    before, beforeAll: before, suiteSetup: before, after, afterAll: after, suiteTeardown: after,
    beforeEach, setup: beforeEach, afterEach, teardown: afterEach,
    ...jest?.globals,
  };

  const failed = (runnable, error) => note(unit(runnable), 'failed', placeIn(String(error?.stack)), error?.message ?? error);

  // Tests that are left out because others are marked as the only ones.
  function noteOmitted() {
    const chosen = new Set();
    root.eachTest((test) => chosen.add(test));
    for (const test of declared) if (!chosen.has(test)) note(unit(test), 'skipped');
  }

  function run() {
    jest?.watch(root);
    process.on('unhandledRejection', (reason, promise) => lost.set(promise, reason));
    process.on('rejectionHandled', (promise) => lost.delete(promise));
    const runner = new Mocha.Runner(root);
    runner.fullStackTrace = true;
    runner.on('start', noteOmitted);
    runner.on('pass', (test) => note(unit(test), 'passed'));
    runner.on('pending', (test) => note(unit(test), 'skipped'));
    // What takes too long is left as running.
    runner.on('fail', (runnable, error) => (error?.code === 'ERR_MOCHA_TIMEOUT' ? unit(runnable) : failed(runnable, error)));
    return new Promise((resolve) => runner.run(resolve)).then(() => new Promise(setImmediate)).then(() => {
      for (const reason of lost.values()) {
        note(unitOf('unhandled rejection'), 'failed', placeIn(String(reason?.stack)), reason?.message ?? reason);
      }
    });
  }

  const modules = { mocha: globals, '@jest/globals': globals, vitest: globals, 'bun:test': globals };
  return { modules, globals, run, mocks: jest?.mocks };
};
