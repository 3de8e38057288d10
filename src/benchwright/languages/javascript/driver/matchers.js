// Checks that Jest's package `expect` lacks: snapshots in the text, and what Vitest adds.
'use strict';

const { format } = require('pretty-format');

const result = (pass, say) => ({ pass, message: () => say });
const shown = (value) => format(value, { escapeString: false, printBasicPrototype: false });

// Without the line breaks around a text and the indentation of its lines.
function plain(text) {
  const lines = text.split('\n');
  if (lines.length < 3) return text.trim();
  const indent = /^\s*/.exec(lines.find((line) => line.trim()) ?? '')[0];
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n').trim();
}

function sameText(received, wanted) {
  if (typeof wanted !== 'string') return result(true, 'there is no snapshot');
  return result([received, `"${received}"`].some((each) => plain(wanted) === plain(each)), `${received} is not ${wanted}`);
}

module.exports = {
  toMatchInlineSnapshot: (received, ...rest) => sameText(shown(received), rest.at(-1)),
  toThrowErrorMatchingInlineSnapshot(received, wanted) {
    try {
      received();
    } catch (error) {
      return sameText(error?.message ?? String(error), wanted?.replace(/^\[\w*: ?(.*)\]$/s, '$1'));
    }
    return result(false, 'it throws nothing');
  },
  toHaveBeenCalledOnce: (mock) => result(mock.mock.calls.length === 1, `called ${mock.mock.calls.length} times`),
  toSatisfy: (received, test) => result(Boolean(test(received)), `${shown(received)} does not satisfy the function`),
  toBeOneOf: (received, list) => result([...list].includes(received), `${shown(received)} is not in the list`),
  toBeTypeOf: (received, type) => result(typeof received === type, `${shown(received)} is not a ${type}`),
};

// Matchers that Jest 30 has dropped, and that tests written before still use.
const OLD = {
  toThrowError: 'toThrow', toBeCalled: 'toHaveBeenCalled', toBeCalledTimes: 'toHaveBeenCalledTimes',
  toBeCalledWith: 'toHaveBeenCalledWith', lastCalledWith: 'toHaveBeenLastCalledWith',
  nthCalledWith: 'toHaveBeenNthCalledWith', toReturn: 'toHaveReturned', toReturnTimes: 'toHaveReturnedTimes',
  toReturnWith: 'toHaveReturnedWith', lastReturnedWith: 'toHaveLastReturnedWith',
  nthReturnedWith: 'toHaveNthReturnedWith',
};
const renamed = Object.entries(OLD);

module.exports.withOldNames = (expect) => {
  const extended = (value) => {
    const made = expect(value);
    for (const each of [made, made.not, made.resolves, made.resolves.not, made.rejects, made.rejects.not]) {
      for (const [old, name] of renamed) each[old] = each[name];
    }
    return made;
  };
  return Object.assign(extended, expect, { getState: expect.getState });
};

// Vitest's `expect` also has everything that Chai's has.
module.exports.withChai = (expect) => {
  const { expect: chai } = require('chai');
  const both = (ours, theirs) => new Proxy(ours, {
    get(target, key) {
      if (key === 'not') return both(target.not, theirs.not);
      return key in target || key === 'then' ? target[key] : theirs[key];
    },
  });
  const extended = (value) => both(expect(value), chai(value));
  return Object.assign(extended, expect, { soft: extended, getState: expect.getState });
};
