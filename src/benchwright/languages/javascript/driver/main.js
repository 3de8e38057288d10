// Runs the tests over the solution in one scope and proves that they came to their end.
//
// The protocol is described in benchwright/languages/join.py. Whatever the verdict depends on is fetched before the
// solution runs; what a solution could still reach by searching this process is the canary's business. For the same
// reason the text below avoids methods of built-in prototypes wherever it runs after the solution.
'use strict';

const { closeSync, openSync, readFileSync, readSync, unlinkSync, writeSync } = require('fs');
const { format, inspect, types: { isPromise } } = require('util');
const EventEmitter = require('events');
const Module = module.constructor;
const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
const { exit: exitWith, reallyExit: exitNow } = process;
const { rawListeners, listenerCount } = EventEmitter.prototype;
const { Error: PlainError, SyntaxError: PlainSyntaxError, eval: plainEval, String: text, WeakMap } = globalThis;
const { captureStackTrace } = Error;
const search = RegExp.prototype.exec;
const own = process;

const message = Buffer.alloc(64);
const nonce = message.latin1Slice(0, readSync(3, message));
const pipe = openSync('/proc/self/fd/4', 1);
closeSync(3);
closeSync(4);

const solutionFile = '/workspace/solution.js';
const testsFile = '/workspace/tests.js';
const solutionText = readFileSync(solutionFile, 'utf8');
const [, header, testsText] = readFileSync(testsFile, 'utf8').match(/^(.*)\n([^]*)$/);
unlinkSync(testsFile);
const facts = JSON.parse(header);

// ---- What is said on the pipe

const units = { __proto__: null };
let fault = false; // the verdict is known and was sent
let finished = false; // the tests' text ran to its last line
let idle = false; // nothing was left to do at least once
let current; // the unit that the tests' text is in
let exitPlace; // where the tests' text ended the program
let exitCode = 0; // the status other than 0 that the tests' text asked for

function clean(value) {
  let result = '';
  let source = '';
  try {
    source = text(value);
  } catch {}
  for (let i = 0; i < source.length && i < 200; i++) {
    const letter = source[i];
    result += letter < ' ' || letter === '\x7f' ? ' ' : letter;
  }
  return result;
}

function line(kind, first, second, third, fourth) {
  let result = `${nonce}\t${kind}\t${clean(first)}\t${clean(second)}\t${clean(third)}`;
  if (fourth !== undefined) result += `\t${clean(fourth)}`;
  return `${result}\n`;
}

function unitLines() {
  let lines = '';
  let count = 0;
  for (const name in units) {
    const unit = units[name];
    if (unit.status !== 'running' && count++ < 200 && lines.length < 16000) {
      lines += line('unit', name, unit.status, unit.place, unit.message);
    }
  }
  return lines;
}

function say(lines) {
  writeSync(pipe, unitLines() + lines);
}

function fail(kind, name, place, why) {
  if (fault) return;
  fault = true;
  blame(place, why);
  say(line('fail', kind, name, place, why));
}

// The unit in which the tests failed is the one they are in, else the only one that they still wait for.
function blame(place, why) {
  let open;
  let count = 0;
  for (const name in units) {
    if (units[name].status === 'running') {
      open = units[name];
      count++;
    }
  }
  if (current === undefined && count === 1) current = open;
  if (current !== undefined && current.status === 'running') note(current, 'failed', place, why);
}

function note(unit, status, place = '', why = '') {
  if (unit.status === 'failed' && status !== 'failed') return;
  unit.status = status;
  unit.place = place;
  unit.message = why;
}

// ---- Errors

const found = /^ +at .*\/workspace\/(solution|tests)\.js:(\d+)/m;
const nativeNames = {
  __proto__: null,
  AggregateError: 1, EvalError: 1, RangeError: 1, ReferenceError: 1, SyntaxError: 1, TypeError: 1, URIError: 1,
};
const thrownPlaces = new Map();
const { get: placeOf, set: setPlace, has: hasPlace } = Map.prototype;

function placeIn(stack) {
  const match = apply(search, found, [stack]);
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

function failBy(error) {
  let kind = 'error';
  let name = typeof error;
  let place = '';
  let why = error;
  if (apply(hasPlace, thrownPlaces, [error])) {
    kind = 'assertion';
    place = apply(placeOf, thrownPlaces, [error]);
  }
  try {
    if (isObject(error) && 'stack' in error) {
      place = placeIn(`${error.stack}`);
      name = `${error.name}`;
      why = error.message;
      const inTests = place[0] === 't';
      if (error.code === 'ERR_ASSERTION' ? place[0] !== 's' : inTests && !nativeNames[name] && !('code' in error)) {
        kind = 'assertion';
      }
    } else if (isObject(error)) {
      why = inspect(error, { customInspect: false });
    }
  } catch {}
  fail(finished || started ? kind : 'error', name, place, why);
}

function failBySyntax(error, file) {
  const match = /^.*\.js:(\d+)\n/.exec(`${error.stack}`);
  fail('syntax', error.name, match === null ? '' : `${file}:${match[1]}`, error.message);
  throw error;
}

// ---- What the tests' text calls (rewrite.py puts the calls there)

const kept = { __proto__: null };
let keptCount = 0;
let running = 0;

function keep(value, unit, isOwn) {
  if (isPromise(value)) kept[keptCount++] = { promise: value, unit, isOwn };
  return value;
}

function wait(unit, ...values) {
  const isOwn = unit !== 0;
  if (!isObject(unit)) unit = undefined;
  current = undefined;
  for (let i = 0; i < values.length; i++) keep(values[i], unit, isOwn);
  if (unit !== undefined && !isPromise(values[0])) note(unit, 'passed');
}

function enter(name) {
  current = units[name] ??= { status: 'running', place: '', message: '' };
  if (current.status === 'passed') current.status = 'running';
  return current;
}

// A check that does not hold counts even if the tests' text catches what we throw, as console.assert throws nothing.
function checked(value, ...words) {
  if (value) return;
  const error = new PlainError(words.length ? apply(format, undefined, words) : 'Assertion failed');
  captureStackTrace(error, checked);
  defineProperty(error, 'name', { value: 'AssertionError' });
  error.code = 'ERR_ASSERTION';
  failBy(error);
  throw error;
}

function thrown(value) {
  apply(setPlace, thrownPlaces, [value, here()]);
  return value;
}

function exit(...codes) {
  exitPlace = here();
  current ??= undefined;
  return apply(exitWith, own, codes);
}

const processForTests = new Proxy(process, {
  get: (target, key) => (key === 'exit' ? exit : target[key]),
  set(target, key, value) {
    if (key === 'exitCode') {
      exitCode = value;
      exitPlace ??= undefined;
    }
    target[key] = value;
    return true;
  },
});

const consoleForTests = new Proxy(console, { get: (target, key) => (key === 'assert' ? checked : target[key]) });

const judge = {
  __proto__: null,
  assert: checked,
  begin: () => void running++,
  console: consoleForTests,
  enter,
  finish: () => void running--,
  keep: (value) => keep(value, undefined, false),
  process: processForTests,
  thrown,
  wait,
};

// ---- What must be as it was when the tests start

const assert = testsText.includes('assert') ? require('assert') : undefined;
const framework = facts.framework ? watched(require('node:test')) : undefined;
const saved = [
  globalThis, process, Promise, Promise.prototype, JSON, Object, Error, Module, Module.prototype,
  EventEmitter.prototype,
].concat(assert ? [assert, assert.strict] : []).map((object) => ({
  object,
  keys: ownKeys(object)
    .map((key) => ({ key, descriptor: getOwnPropertyDescriptor(object, key) }))
    .filter(({ descriptor }) => 'value' in descriptor && (object !== process || typeof descriptor.value === 'function')),
}));

function restore() {
  for (let i = 0; i < saved.length; i++) {
    const { object, keys } = saved[i];
    for (let j = 0; j < keys.length; j++) {
      const { key, descriptor } = keys[j];
      const now = getOwnPropertyDescriptor(object, key);
      if (now === undefined || now.value !== descriptor.value) defineProperty(object, key, descriptor);
    }
  }
  delete Error.prepareStackTrace;
  for (const key in EventEmitter.prototype) delete process[key];
  for (const key in Module._cache) if (key[0] !== '/') delete Module._cache[key];
  process.removeAllListeners('unhandledRejection');
}

// ---- node:test: each test is a unit

function watched(real) {
  const path = [];

  const wrap = (call, isSuite) => {
    const wrapped = function (...args) {
      const last = args.length - 1;
      const body = typeof args[last] === 'function' ? args[last] : undefined;
      const name = [...path, typeof args[0] === 'string' ? args[0] : body?.name || '<anonymous>'].join(' > ');
      const options = args.find((arg) => typeof arg === 'object' && arg !== null);
      if (isSuite) {
        if (body && !options?.skip) args[last] = suite(name, body);
      } else if (!body || options?.skip || options?.todo) {
        note(enter(name), 'skipped');
      } else {
        args[last] = test(name, body);
      }
      current = undefined;
      return apply(call, this, args);
    };
    return wrapped;
  };

  const suite = (name, body) => function (...args) {
    path.push(name.slice(name.lastIndexOf(' > ') + 1));
    try {
      return apply(body, this, args);
    } finally {
      path.pop();
    }
  };

  const test = (name, body) => {
    const unit = units[name] ??= { status: 'running', place: '', message: '' };
    const failed = (error) => {
      note(unit, 'failed', placeIn(`${error?.stack}`), clean(error?.message ?? error));
      throw error;
    };
    const run = function (context, ...rest) {
      if (isObject(context)) {
        const { skip, todo, test: inner } = context;
        context.skip = (...args) => (note(unit, 'skipped'), apply(skip, context, args));
        context.todo = (...args) => (note(unit, 'skipped'), apply(todo, context, args));
        context.test = (...args) => {
          const before = path.splice(0, path.length, name);
          try {
            return apply(wrap(inner, false), context, args);
          } finally {
            path.splice(0, path.length, ...before);
          }
        };
      }
      const [done] = rest;
      if (done) rest[0] = (error) => (error ? note(unit, 'failed', '', clean(error.message)) : pass(), done(error));
      const pass = () => unit.status === 'running' && note(unit, 'passed');
      let result;
      try {
        result = apply(body, this, [context, ...rest]);
      } catch (error) {
        failed(error);
      }
      if (isPromise(result)) return result.then((value) => (pass(), value), failed);
      if (!done) pass();
      return result;
    };
    return defineProperty(run, 'length', { value: body.length }) && run;
  };

  const copy = (call, isSuite) => {
    const wrapped = Object.assign(wrap(call, isSuite), call);
    const { skip, todo, only } = call;
    const omitted = (other) => (...args) => {
      if (!isSuite) note(enter([...path, args[0]].join(' > ')), 'skipped');
      current = undefined;
      return other(...args);
    };
    return Object.assign(wrapped, { skip: omitted(skip), todo: omitted(todo), only: only && wrap(only, isSuite) });
  };

  const it = copy(real.it, false);
  const describe = copy(real.describe, true);
  return Object.assign(copy(real.test, false), real, { it, test: copy(real.test, false), describe, suite: describe });
}

// ---- The end

let started = false; // the solution is loaded

const own­Listener = undefined;
