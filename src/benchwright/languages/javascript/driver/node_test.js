// node:test as the tests see it: the framework itself, with each test recorded as a unit.
'use strict';

const real = require('node:test');

module.exports = function start(name, { unitOf, note, placeIn }) {
  const path = []; // the suites, or the test, that contain what is being declared
  let parent; // the unit of that test

  const nameOf = (args) => {
    const body = args.find((arg) => typeof arg === 'function');
    return [...path, typeof args[0] === 'string' ? args[0] : body?.name || '<anonymous>'].join(' > ');
  };

  // Declares with the path of the enclosing suites.
  const inside = (names, unit, declare) => {
    const before = [path.splice(0, path.length, ...names), parent];
    parent = unit;
    try {
      return declare();
    } finally {
      path.splice(0, path.length, ...before[0]);
      parent = before[1];
    }
  };

  // If a test fails, those that contain it fail too.
  const failed = (unit, error) => {
    for (let each = unit; each; each = each.parent) {
      note(each, 'failed', placeIn(String(error?.stack)), error?.message ?? error);
    }
  };

  const passed = (unit) => unit.status === 'running' && note(unit, 'passed');

  function watchContext(context, name, unit) {
    for (const omit of ['skip', 'todo']) {
      const real = context[omit];
      context[omit] = (...args) => {
        note(unit, 'skipped');
        return real.apply(context, args);
      };
    }
    const declare = test(context.test.bind(context));
    context.test = (...args) => inside([name], unit, () => declare(...args));
  }

  function watchBody(name, body) {
    const unit = Object.assign(unitOf(name), { parent });
    const watched = function (context, done) {
      watchContext(context, name, unit);
      const ended = done && ((error) => {
        error ? failed(unit, error) : passed(unit);
        done(error);
      });
      try {
        const result = body.call(this, context, ended);
        if (typeof result?.then === 'function') {
          return result.then(() => passed(unit), (error) => {
            failed(unit, error);
            throw error;
          });
        }
        if (!done) passed(unit);
        return result;
      } catch (error) {
        failed(unit, error);
        throw error;
      }
    };
    // The framework passes a callback to functions that take two arguments.
    return Object.defineProperty(watched, 'length', { value: body.length });
  }

  function test(declare) {
    return (...args) => {
      const name = nameOf(args);
      const last = args.length - 1;
      const options = args.find((arg) => typeof arg === 'object' && arg !== null);
      if (typeof args[last] !== 'function' || options?.skip || options?.todo) note(unitOf(name), 'skipped');
      else args[last] = watchBody(name, args[last]);
      return declare(...args);
    };
  }

  function suite(declare) {
    return (...args) => {
      const names = [...path, nameOf(args).split(' > ').pop()];
      const last = args.length - 1;
      const body = args[last];
      if (typeof body === 'function') {
        args[last] = function (...given) {
          return inside(names, parent, () => body.apply(this, given));
        };
      }
      return declare(...args);
    };
  }

  const omitted = (declare) => (...args) => {
    note(unitOf(nameOf(args)), 'skipped');
    return declare(...args);
  };

  const variants = (make, call) => Object.assign(make(call), {
    skip: omitted(call.skip),
    todo: omitted(call.todo),
    only: make(call.only),
  });

  const watchedTest = variants(test, real.test);
  const watchedSuite = variants(suite, real.describe);
  const names = { it: watchedTest, test: watchedTest, describe: watchedSuite, suite: watchedSuite };
  return { ownErrors: true, modules: { 'node:test': Object.assign(watchedTest, { ...real, ...watchedTest, ...names }) } };
};
