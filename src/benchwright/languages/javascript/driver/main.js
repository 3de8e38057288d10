// Runs the tests against the solution in one scope and proves that they ran to completion.
//
// The protocol is described in benchwright/languages/join.py. Everything that the verdict depends on is fetched before
// the solution runs; the canary detects what a solution could still reach by searching this process. For the same
// reason, code that runs after the solution uses as few methods of built-in objects as possible.
'use strict';

const { closeSync, openSync, readFileSync, readSync, unlinkSync, writeSync } = require('fs');
const { format, inspect, types: { isModuleNamespaceObject, isPromise } } = require('util');
const EventEmitter = require('events');
const Module = module.constructor;
const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { ownKeys, setPrototypeOf } = Reflect;
const { exit: exitWith, reallyExit: exitNow } = process;
const { emit, listenerCount, on, rawListeners, removeAllListeners } = EventEmitter.prototype;
const {
  AggregateError, Array, Boolean, Error, EvalError, JSON, Math, Number, Object, Proxy, RangeError, ReferenceError, String,
  SyntaxError, TypeError, URIError, console,
} = globalThis;
const directEval = eval;
const { captureStackTrace, stackTraceLimit } = Error;
const { freeze } = Object;
const { exec } = RegExp.prototype;
const { get, has, set } = Map.prototype;
const { require: requireModule } = Module.prototype;
const mainProcess = process;

const message = Buffer.alloc(64);
const nonce = message.latin1Slice(0, readSync(3, message));
const pipe = openSync('/proc/self/fd/4', 1); // another number, and closed in children
closeSync(3);
closeSync(4);

const SOLUTION = '/workspace/solution.js';
const TESTS = '/workspace/tests.js';
const solutionText = readFileSync(SOLUTION, 'utf8');
const testsFile = readFileSync(TESTS, 'utf8');
unlinkSync(TESTS);
const testsText = testsFile.slice(testsFile.indexOf('\n') + 1);
const facts = JSON.parse(testsFile.slice(0, testsFile.indexOf('\n')));

let started = false; // the solution is loaded
let finished = false; // the tests' text ran to its last line
let idle = false; // nothing was left to do
let fault = false; // the reason why the tests did not pass was reported
let exited = false; // the tests' text exited the program
let exitCause = { name: 'process.exit', place: '', why: '' }; // why the status is not 0, as far as known
let exitCode = 0; // the status that the tests' text set without exiting
let running = 0; // asynchronous functions of the tests that contain checks and have not finished
let current; // the unit that the tests' text is in
const units = { __proto__: null };
const kept = { __proto__: null, count: 0 }; // the promises of the tests' statements

// ---- Reports

function clean(value) {
  let source = '';
  let result = '';
  try {
    source = String(value);
  } catch {}
  for (let i = 0; i < source.length && i < 200; i++) result += source[i] < ' ' ? ' ' : source[i];
  return result;
}

function unitLines() {
  let lines = '';
  let count = 0;
  for (const name in units) {
    const { status, place, why } = units[name];
    if (status !== 'running' && count++ < 200 && lines.length < 18000) {
      lines += `${nonce}\tunit\t${clean(name)}\t${status}\t${place}\t${clean(why)}\n`;
    }
  }
  return lines;
}

function fail(kind, name, place, why) {
  if (fault) return;
  fault = true;
  settleUnits();
  const blamed = current ?? onlyUnit(kind === 'exit');
  if (blamed) note(blamed, 'failed', place, why);
  writeSync(pipe, `${unitLines()}${nonce}\tfail\t${kind}\t${clean(name)}\t${place}\t${clean(why)}\n`);
}

// ---- Units: functions of the tests that their top level calls

function unitOf(name) {
  return (units[name] ??= { status: 'running', place: '', why: '' });
}

function note(unit, status, place = '', why = '') {
  if (unit.status === 'failed') return;
  unit.status = status;
  unit.place = place;
  unit.why = why;
}

// The only unit that can be responsible: a test that sets a status may have returned before.
function onlyUnit(orEnded) {
  let found;
  for (const name in units) {
    if (orEnded || units[name].status === 'running') {
      if (found) return undefined;
      found = units[name];
    }
  }
  return found;
}

// The states of the units' promises; inspecting them changes nothing, unlike handlers.
function settleUnits() {
  for (let i = 0; i < kept.count; i++) {
    const { promise, unit, place } = kept[i];
    if (unit === undefined) continue;
    const state = stateOf(promise);
    if (state === 'rejected') note(unit, 'failed', place);
    if (state === 'fulfilled' && unit !== current) note(unit, 'passed');
  }
}

const STATE = /\{\s*<(pending|rejected)>/;
const SHALLOW = { customInspect: false, depth: 0, maxArrayLength: 9, maxStringLength: 99 };

function stateOf(promise) {
  // Changes to its class must not affect how it is shown.
  const kind = getPrototypeOf(promise);
  const own = getOwnPropertyDescriptor(promise, 'constructor');
  if (!setPrototypeOf(promise, null) || !deleteProperty(promise, 'constructor')) return 'pending';
  const match = apply(exec, STATE, [inspect(promise, SHALLOW)]);
  setPrototypeOf(promise, kind);
  if (own) defineProperty(promise, 'constructor', own);
  return match === null ? 'fulfilled' : match[1];
}

// ---- Errors

const FRAME = /^ +at .*\/workspace\/(solution|tests)\.\w+:(\d+)/m; // the ending is that of the language it was
const NATIVE = /^(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)Error$/;
const thrownAt = new Map();

function placeIn(stack) {
  const match = apply(exec, FRAME, [stack]);
  return match === null ? '' : `${match[1]}.js:${match[2]}`;
}

function here() {
  const error = {};
  captureStackTrace(error, here);
  return placeIn(error.stack);
}

function isObject(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function');
}

function describe(error) {
  const found = { kind: 'error', name: typeof error, place: '', why: error };
  try {
    if (isObject(error) && typeof error.stack === 'string') {
      found.place = placeIn(error.stack);
      found.name = String(error.name);
      found.why = error.message;
      // Tests may also report a failed check by an error of their own.
      const explicit = error.code === undefined && apply(exec, NATIVE, [found.name]) === null;
      if (found.place[0] === 't' && explicit) found.kind = 'assertion';
      if (found.place[0] !== 's' && error.code === 'ERR_ASSERTION') found.kind = 'assertion';
    } else if (isObject(error)) {
      found.why = inspect(error, SHALLOW);
    }
  } catch {}
  if (apply(has, thrownAt, [error])) {
    found.kind = 'assertion';
    found.place = apply(get, thrownAt, [error]);
  }
  return found;
}

function failBy(error) {
  const { kind, name, place, why } = describe(error);
  fail(started ? kind : 'error', name, place, why);
}

function failBySyntax(error, file) {
  const line = /^.*\.js:(\d+)\n/.exec(error.stack);
  fail('syntax', error.name, line ? `${file}:${line[1]}` : '', error.message);
  throw error;
}

// ---- Functions that the joiner makes the tests' text call

function keep(line, value, unit, own = false) {
  if (isPromise(value)) kept[kept.count++] = { promise: value, unit, own, place: `tests.js:${line}` };
  return value;
}

function wait(line, unit, ...values) {
  const own = unit !== 0;
  const known = isObject(unit) ? unit : undefined;
  current = undefined;
  for (let i = 0; i < values.length; i++) keep(line, values[i], known, own);
  if (known !== undefined && !isPromise(values[0])) note(known, 'passed');
}

function enter(name) {
  current = unitOf(name);
  if (current.status === 'passed') current.status = 'running';
  return current;
}

// console.assert throws nothing, so the tests' text may catch what this throws: the failure is reported before.
function check(value, ...words) {
  if (value) return;
  const error = new Error(words.length ? apply(format, undefined, words) : 'Assertion failed');
  defineProperty(error, 'name', { value: 'AssertionError', configurable: true });
  defineProperty(error, 'code', { value: 'ERR_ASSERTION', configurable: true });
  captureStackTrace(error, check);
  failBy(error);
  throw error;
}

function exit(...codes) {
  exited = true;
  exitCause.place ||= here();
  if (codes.length) exitCode = 0;
  return apply(exitWith, mainProcess, codes);
}

const processOfTests = new Proxy(process, {
  get: (target, key) => (key === 'exit' ? exit : target[key]),
  set(target, key, value) {
    if (key === 'exitCode') exitCode = value;
    target[key] = value;
    return true;
  },
});

const judge = {
  __proto__: null,
  assert: check,
  begin: () => void running++,
  caught(error, leftTest) {
    const found = describe(error);
    if (leftTest || found.kind === 'assertion') exitCause = found;
    return error;
  },
  console: new Proxy(console, { get: (target, key) => (key === 'assert' ? check : target[key]) }),
  enter,
  finish: () => void running--,
  keep,
  load: async (id) => ({ __proto__: requireForTests(id), default: requireForTests(id).default ?? requireForTests(id) }),
  process: processOfTests,
  thrown(value) {
    apply(set, thrownAt, [value, here()]);
    return value;
  },
  wait,
};

// ---- What must be unchanged when the tests start

const assert = testsText.includes('assert') ? require('assert') : undefined;
const framework = facts.framework && startFramework();
const GLOBALS = [
  'Array', 'Boolean', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'RangeError', 'Reflect', 'Set',
  'String', 'Symbol', 'TypeError', 'eval', 'isNaN',
];
const hasInstance = { value: Function.prototype[Symbol.hasInstance] };
const classes = [
  AggregateError, Array, Boolean, Error, EvalError, Map, Number, Object, Promise, RangeError, ReferenceError, Set,
  String, SyntaxError, TypeError, URIError,
];
const guarded = [
  ...GLOBALS.map((name) => [globalThis, name]),
  ...[JSON, Object, Promise, Promise.prototype, assert, assert?.strict].flatMap(functionsOf),
  [Module, '_load'],
  [Module, '_resolveFilename'],
  [Module.prototype, 'require'],
].map(([object, key]) => ({ object, key, descriptor: getOwnPropertyDescriptor(object, key) }));

function startFramework() {
  try {
    return require('./framework.js')(facts.framework, { unitOf, note, placeIn });
  } catch (error) {
    if (!/^(?:MODULE_NOT_FOUND|ERR_MODULE_NOT_FOUND)$/.test(error.code)) throw error;
    const why = `Cannot find package '${facts.framework}'`;
    throw new Error(why, { cause: error });
  }
}

function functionsOf(object) {
  return object ? ownKeys(object).filter((key) => typeof object[key] === 'function').map((key) => [object, key]) : [];
}

// Tests and frameworks that handle uncaught errors themselves keep their handlers.
const watchRejections = !framework?.ownErrors && !testsText.includes('unhandledRejection');
const watchErrors = !framework?.run && !testsText.includes('uncaughtException');

function put(object, key, descriptor) {
  if (!defineProperty(object, key, descriptor)) throw new Error(`the solution gives ${String(key)} another meaning`);
}

function restore() {
  for (let i = 0; i < guarded.length; i++) {
    const { object, key, descriptor } = guarded[i];
    if (getOwnPropertyDescriptor(object, key)?.value !== descriptor.value) put(object, key, descriptor);
  }
  for (let i = 0; i < classes.length; i++) put(classes[i], Symbol.hasInstance, hasInstance);
  delete Error.prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  for (const key in EventEmitter.prototype) if (key[0] !== '_') delete process[key];
  for (const key in Module._cache) if (key[0] !== '/') delete Module._cache[key];
  // From here on a solution must not change these either.
  defineProperty(process, 'emit', { value: emit });
  freeze(JSON);
  if (assert) freeze(freeze(assert).strict);
  apply(removeAllListeners, process, ['unhandledRejection']);
  if (watchRejections) apply(on, process, ['unhandledRejection', rejected]);
}

// Replaces what node does if nobody listens, so that a solution that listens changes nothing.
function rejected(reason) {
  failBy(reason);
  throw reason;
}

// ---- The two parts

const solution = new Module(SOLUTION, module);
let evaluate; // evaluates a text in the solution's scope

solution.filename = SOLUTION;
solution.paths = Module._nodeModulePaths('/workspace');
Module._cache[SOLUTION] = solution;

function load() {
  solution.exports.$judge = (given) => {
    evaluate = given;
    delete solution.exports.$judge;
  };
  if (facts.mocks) solution.require = (id) => (framework.mocks.find(id) ?? { value: apply(requireModule, solution, [id]) }).value;
  const hook = 'this.$judge($text=>$text===undefined?eval:eval($text));';
  const body = facts.waits ? `return(async()=>{${hook}${solutionText}\n})()` : hook + solutionText;
  try {
    return solution._compile((facts.strict ? "'use strict';" : '') + body, SOLUTION);
  } catch (error) {
    if (evaluate === undefined && error instanceof SyntaxError) failBySyntax(error, 'solution.js');
    throw error;
  }
}

// With mocks, the solution is loaded when the tests ask for it: then the mocks are known.
function exportsOfSolution() {
  if (facts.mocks && !solution.loading) {
    solution.loading = true;
    load();
    open();
  }
  return solution.exports;
}

const called = new Map(); // ES modules whose default export is a function, as tests see them

function requireForTests(id) {
  return (framework?.mocks?.find(id) ?? { value: requireActual(id) }).value;
}

function requireActual(id) {
  if (assert && (id === 'assert' || id === 'node:assert')) return assert;
  if (assert && (id === 'assert/strict' || id === 'node:assert/strict')) return assert.strict;
  if (id === 'process' || id === 'node:process') return processOfTests;
  if (/^\.(?:.*\/)?[^/]*\.[cm]?tsx?$/.test(id)) return exportsOfSolution(); // its text is not JavaScript
  if (framework && getOwnPropertyDescriptor(framework.modules, id)) return framework.modules[id];
  try {
    const exports = apply(requireModule, solution, [id]);
    return exports === module.exports || exports === solution.exports ? exportsOfSolution() : callable(exports);
  } catch (error) {
    // The solution's file has the name given here, whatever the tests expect.
    if (error?.code === 'MODULE_NOT_FOUND' && id[0] === '.') return exportsOfSolution();
    throw error;
  }
}

// Packages that once were a function are now ES modules that export it by default; tests may still call what they require.
function callable(exports) {
  if (!isModuleNamespaceObject(exports) || typeof exports.default !== 'function') return exports;
  if (!apply(has, called, [exports])) {
    const handler = { get: (target, key) => (getOwnPropertyDescriptor(exports, key) ? exports[key] : target[key]) };
    apply(set, called, [exports, new Proxy(exports.default, handler)]);
  }
  return apply(get, called, [exports]);
}

const moduleOfTests = {
  __proto__: Module.prototype,
  id: '.',
  filename: module.filename,
  children: [],
  paths: module.paths,
  get exports() {
    return solution.exports;
  },
  set exports(value) {
    solution.exports = value;
  },
};
defineProperty(requireForTests, 'main', { value: moduleOfTests });
requireForTests.resolve = require.resolve;
requireForTests.cache = require.cache;
requireForTests.actual = requireActual;

function offer(names, enumerable) {
  for (let i = 0; i < names.length; i++) {
    const exported = names[i][0];
    try {
      const value = evaluate(names[i][1]);
      if (!(exported in solution.exports)) defineProperty(solution.exports, exported, { value, enumerable });
    } catch {}
  }
}

function compileTests() {
  const given = [];
  for (let i = 0; i < facts.globals?.length; i++) given[i] = framework.globals[facts.globals[i]];
  try {
    const make = (evaluate ?? directEval)(given.length ? `(${facts.globals})=>${testsText}` : testsText);
    return given.length ? apply(make, undefined, given) : make;
  } catch (error) {
    try {
      new (require('vm').Script)(testsText, { filename: TESTS });
    } catch (located) {
      failBySyntax(located, 'tests.js');
    }
    throw error;
  }
}

function open() {
  solution.loaded = true;
  restore();
  if (evaluate() !== directEval) throw new Error('the solution gives eval another meaning');
  offer(facts.exports, true);
  offer(facts.names, false);
}

function test() {
  if (!facts.mocks) open();
  const make = compileTests();
  for (const name in framework?.globals) {
    defineProperty(globalThis, name, { value: framework.globals[name], configurable: true, writable: true });
  }
  started = true;
  const run = make(
    judge, requireForTests, moduleOfTests, AggregateError, Array, Boolean, Error, EvalError, Infinity, JSON, Math, NaN,
    Number, Object, RangeError, ReferenceError, Reflect, String, SyntaxError, TypeError, URIError, console, undefined,
  );
  const result = keep(1, run(), undefined, true);
  exportsOfSolution();
  finished = true;
  if (framework?.run) keep(1, isPromise(result) ? result.then(framework.run) : framework.run(), undefined, true);
}

// ---- The end

function conclude(status) {
  if (!exited && !(finished && idle)) {
    if (idle && !started) fail('pending', 'Promise', '', 'the solution waits for something that never comes');
    return; // Otherwise the solution exited the program.
  }
  const failed = firstFailed();
  if (failed) return fail('assertion', failed, units[failed].place, units[failed].why);
  if (status) return fail('exit', exitCause.name, exitCause.place, exitCause.why || `status ${status}`);
  if (!exited) lookAtPromises();
  lookAtUnits();
  const watching = !watchRejections || isFirst(rejected, 'unhandledRejection');
  if (!watching || !isFirst(uncaught, 'uncaughtExceptionMonitor')) {
    fail('error', 'Error', '', 'somebody removed the listeners that see uncaught errors');
  }
  if (fault) return;
  let executed = 0;
  let skipped = 0;
  for (const name in units) {
    if (units[name].status === 'running') note(units[name], 'passed');
    if (units[name].status === 'skipped') skipped++;
    executed++;
  }
  if (executed === 0 && !facts.empty && !framework) executed = 1;
  writeSync(pipe, `${unitLines()}${nonce}\tend\t${executed}\t0\t${skipped}\n`);
}

function uncaught(error) {
  if (watchErrors || apply(listenerCount, mainProcess, ['uncaughtException']) === 0) failBy(error);
}

function isFirst(listener, event) {
  return apply(rawListeners, mainProcess, [event])[0] === listener;
}

function firstFailed() {
  for (const name in units) if (units[name].status === 'failed') return name;
  return undefined;
}

function lookAtPromises() {
  for (let i = 0; i < kept.count; i++) {
    const { promise, own, place } = kept[i];
    const state = stateOf(promise);
    if (state === 'pending') return fail('pending', 'Promise', place, 'this never settles');
    if (state === 'rejected' && own) return fail('error', 'Promise', place, inspect(promise, SHALLOW));
  }
  if (running > 0) fail('pending', 'Promise', '', `${running} asynchronous checks never end`);
}

function lookAtUnits() {
  for (const name in units) {
    if (framework && units[name].status === 'running') fail('pending', 'Promise', '', `${name} never ends`);
  }
}

// Registered first, so that the solution's own handlers cannot come before. If all went well, it runs the others itself
// to see their effect, so it is also the last.
process.on('exit', function ended(code) {
  if (code || fault) {
    if (!fault) conclude(code);
    mainProcess.exitCode = code || 1;
    return; // Node then shows the error, if there was one.
  }
  const listeners = apply(rawListeners, mainProcess, ['exit']);
  for (let i = 0, after = false; i < listeners.length; i++) {
    if (after) apply(listeners[i], mainProcess, [code]);
    after ||= listeners[i] === ended;
  }
  const status = exitCode || mainProcess.exitCode || 0;
  conclude(status);
  apply(exitNow, mainProcess, [fault ? status || 1 : status]);
});
process.on('beforeExit', () => {
  idle = true;
});
process.on('uncaughtExceptionMonitor', uncaught);

if (facts.mocks) {
  framework.mocks.use(requireActual);
  solution.loaded = true; // a module that loads another may ask for it meanwhile
}
const loaded = facts.mocks || load();
if (facts.waits && !facts.mocks) loaded.then(test);
else test();
