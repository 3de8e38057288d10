// What Jest and Vitest have and Mocha lacks: their `expect`, mocks, timers and tables, from Jest's own packages.
'use strict';

const { expect } = require('expect');
const { bind } = require('jest-each');
const { ModuleMocker } = require('jest-mock');

const realSetTimeout = setTimeout;

// The name of a module, wherever it is required from.
const moduleName = (id) => (id[0] === '.' ? `./${id.replace(/^.*\//, '').replace(/\.[cm]?[jt]sx?$/, '')}` : id.replace(/^node:/, ''));

module.exports = function start(name, setTestTimeout) {
  const vitest = name === 'vitest';
  const mocker = new ModuleMocker(globalThis);
  const replaced = new Map(); // names of stubbed globals, with what they were
  let timers;

  const clock = () => {
    const { ModernFakeTimers } = require('@jest/fake-timers');
    return (timers ??= new ModernFakeTimers({ config: { fakeTimers: {}, rootDir: '/workspace' }, global: globalThis }));
  };

  // Vitest's own texts differ: {toFake: […]} names what is replaced.
  const useFakeTimers = (options) => void clock().useFakeTimers(options?.toFake ? {} : options);

  async function waitFor(body, { timeout = 1000, interval = 50 } = {}) {
    for (const end = performance.now() + timeout; ; ) {
      try {
        return await body();
      } catch (error) {
        if (performance.now() > end) throw error;
        await new Promise((resolve) => realSetTimeout(resolve, interval));
      }
    }
  }

  const chained = (call) => (...args) => {
    const result = call(...args);
    return typeof result?.then === 'function' ? result : api;
  };

  const mocked = new Map(); // module → what stands for it, made when it is first required
  const mock = (id, factory) => void mocked.set(moduleName(id), { make: typeof factory === 'function' ? factory : undefined });
  const automock = (id) => mocker.generateFromMetadata(mocker.getMetadata(mocks.actual(id)));
  const mocks = {
    actual: require,
    use(actual) {
      mocks.actual = actual;
    },
    find(id) {
      const found = mocked.get(moduleName(id));
      if (found && !('value' in found)) found.value = found.make ? found.make(() => mocks.actual(id)) : automock(id);
      return found;
    },
  };

  const api = {
    mock: chained(mock),
    doMock: chained(mock),
    unmock: chained((id) => void mocked.delete(moduleName(id))),
    dontMock: chained((id) => void mocked.delete(moduleName(id))),
    requireActual: (id) => mocks.actual(id),
    importActual: async (id) => mocks.actual(id),
    requireMock: (id) => mocks.find(id)?.value ?? automock(id),
    createMockFromModule: automock,
    isolateModules: chained((body) => body()),
    fn: (body) => mocker.fn(body),
    spyOn: (...args) => mocker.spyOn(...args),
    replaceProperty: (...args) => mocker.replaceProperty(...args),
    mocked: (value) => value,
    isMockFunction: (value) => mocker.isMockFunction(value),
    clearAllMocks: chained(() => mocker.clearAllMocks()),
    resetAllMocks: chained(() => mocker.resetAllMocks()),
    restoreAllMocks: chained(() => mocker.restoreAllMocks()),
    useFakeTimers: chained(useFakeTimers),
    useRealTimers: chained(() => timers?.useRealTimers()),
    setTimeout: chained(setTestTimeout),
    setConfig: chained(({ testTimeout }) => testTimeout && setTestTimeout(testTimeout)),
    resetModules: chained(() => {}),
    getTimerCount: () => clock().getTimerCount(),
    now: () => clock().now(),
    getRealSystemTime: () => clock().getRealSystemTime(),
    stubGlobal: chained((key, value) => {
      if (!replaced.has(key)) replaced.set(key, globalThis[key]);
      globalThis[key] = value;
    }),
    unstubAllGlobals: chained(() => replaced.forEach((value, key) => (globalThis[key] = value))),
    hoisted: (make) => make(),
    waitFor,
  };
  const TIMER_CALLS = [
    'advanceTimersByTime', 'advanceTimersToNextTimer', 'clearAllTimers', 'runAllTicks', 'runAllTimers',
    'runOnlyPendingTimers', 'setSystemTime',
  ];
  for (const call of TIMER_CALLS) {
    api[call] = chained((...args) => clock()[call](...args));
    if (call !== 'setSystemTime') api[`${call}Async`] = (...args) => clock()[`${call}Async`](...args);
  }

  const failing = (body) => async function (...args) {
    try {
      await body.apply(this, args);
    } catch {
      return;
    }
    throw new Error('the test is marked as failing, and passes');
  };

  const { withChai, withOldNames, ...matchers } = require('./matchers.js');
  expect.extend(matchers);
  const named = withOldNames(expect);
  const globals = { expect: vitest ? withChai(named) : named, jest: api, vi: api, $jest: api };
  if (vitest) Object.assign(globals, { vitest: api, assert: require('chai').assert });

  // Vitest passes a context where Mocha would pass a callback.
  const inContext = (body) => function (...args) {
    return body.call(this, ...(args.length ? args : [{ expect: globals.expect, skip: () => this.skip() }]));
  };

  return {
    adapt(body, mustFail) {
      const given = vitest && body.length ? inContext(body) : body;
      if (mustFail) return failing(given);
      return given === body ? body : function () { return given.call(this); };
    },
    // `for` passes each row as one argument.
    each: (declare, whole) => (table, ...values) => {
      const rows = whole ? table.map((row) => [row]) : table;
      return bind(declare, !vitest)(rows, ...values);
    },
    globals,
    mocks,
    // Lets tests state how many checks they make.
    watch(root) {
      root.beforeEach(() => void expect.setState({
        assertionCalls: 0, expectedAssertionsNumber: null, isExpectingAssertions: false, numPassingAsserts: 0,
      }));
      root.afterEach(() => {
        const [first] = expect.extractExpectedAssertionsErrors();
        if (first) throw first.error;
      });
    },
  };
};
