// Compiles CoffeeScript to JavaScript: build.js COFFEESCRIPT program|tests, in the work folder.
//
// The output has a source map, so that node reports the lines of the original texts. For tests it has the form that the
// JavaScript driver reads (benchwright/languages/javascript).
'use strict';

const { readFileSync, unlinkSync, writeFileSync } = require('fs');
const { Script } = require('vm');
const CoffeeScript = require(process.argv[2]);

const ENDINGS = new Set(['exit', 'exitCode']);
const TEST_NAME = /^test|testing$/i;

function compile(text, filename) {
  return CoffeeScript.compile(text, { bare: true, sourceMap: true, filename });
}

function compileOrEnd(text, filename) {
  try {
    return compile(text, filename);
  } catch (error) {
    console.error(String(error));
    process.exit(1);
  }
}

// Returns the map as a comment, for a text after this number of lines.
function mapComment({ v3SourceMap }, filename, linesBefore) {
  const { version, names, mappings } = JSON.parse(v3SourceMap);
  const map = { version, names, sources: [filename], mappings: ';'.repeat(linesBefore) + mappings };
  return `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}\n`;
}

// ---- Module statements, which the compiler leaves unchanged, as CommonJS on the same lines

const IMPORT = /^import (?:([^'"]*?) from )?(['"].*?['"]);$/gm;
const EXPORT = /^export (?:(default) |(var) ([\w$]+)|\{([^}]*)\};|\*.*;)/gm;

function specifiers(list) {
  return list.split(',').map((each) => each.trim().split(/\s+as\s+/)).filter(([name]) => name);
}

function bindings(clause, module) {
  const [, first, , all, list] = /^([\w$]+)?(,\s*)?(?:\* as ([\w$]+)|\{([^}]*)\})?$/.exec(clause.trim()) ?? [];
  const whole = `${module}.default ?? ${module}`;
  return [
    ...(first ? [`${first} = ${whole}`] : []),
    ...(all ? [`${all} = ${module}`] : []),
    ...specifiers(list ?? '').map(([name, local = name]) => {
      return name === 'default' ? `${local} = ${whole}` : `${local} = ${module}.${name}`;
    }),
  ];
}

function toCommonJs(js) {
  const exports = [];
  const keepLines = (before, after) => after + '\n'.repeat(before.split('\n').length - 1);
  const text = js.replace(IMPORT, (all, clause, id, offset) => {
    const module = `$module${offset}`;
    return keepLines(all, `const ${[`${module} = require(${id})`, ...(clause ? bindings(clause, module) : [])]};`);
  }).replace(EXPORT, (all, isDefault, isVar, name, list) => {
    if (isDefault) exports.push(['default', '$default']);
    else if (isVar) exports.push([name, name]);
    else exports.push(...specifiers(list ?? '').map(([local, exported = local]) => [exported, local]));
    return isDefault ? 'const $default = ' : isVar ? `var ${name}` : keepLines(all, ';');
  });
  return { text, exports, changed: text !== js };
}

function parses(text) {
  try {
    new Script(text);
    return true;
  } catch {
    return false;
  }
}

function waits(js) {
  return !parses(`(function(){${js}\n})`) && parses(`(async function(){${js}\n})`);
}

// ---- Edits to the tests' text: calls of $judge, as in JavaScript

// Exits and failed console assertions.
function endings(text) {
  const edits = [];
  const tokens = CoffeeScript.tokens(text);
  tokens.forEach(([tag, value, { range: [start] }], i) => {
    if (tag !== 'IDENTIFIER' || tokens[i + 1]?.[0] !== '.' || !text.startsWith(value, start)) return;
    const property = String(tokens[i + 2]?.[1]);
    if (value === 'process' && ENDINGS.has(property)) edits.push([start, 0, '$judge.']);
    if (value === 'console' && property === 'assert') edits.push([start, value.length, '$judge']);
  });
  return edits;
}

const kindOf = (node) => node?.constructor.name;
const inner = (node) => (kindOf(node) === 'Value' && !node.properties.length ? node.base : node);

function functionsOf(statements) {
  const found = new Map();
  for (const node of statements) {
    if (kindOf(node) === 'Assign' && kindOf(inner(node.value)) === 'Code') {
      found.set(inner(node.variable).value, inner(node.value));
    }
  }
  return found;
}

// The values of top-level statements, which may be promises.
function statementEdits(statements, functions, text) {
  const edits = [];
  for (const node of statements) {
    const call = inner(node);
    const awaited = kindOf(call) === 'Op' && call.operator === 'await' ? inner(call.first) : call;
    if (kindOf(awaited) !== 'Call' || awaited.do) continue;
    const [start, end] = node.locationData.range;
    const name = awaited.args.length ? undefined : inner(awaited.variable)?.value;
    const unit = functions.has(name) ? `$judge.enter(${JSON.stringify(name)})` : '0';
    const line = text.slice(0, start).split('\n').length;
    edits.push([start, 0, `$judge.wait(${line}, ${unit}, (`], [end, 0, '))']);
  }
  return edits;
}

function apply(text, edits) {
  let result = text;
  for (const [start, length, put] of edits.sort((a, b) => b[0] - a[0])) {
    result = result.slice(0, start) + put + result.slice(start + length);
  }
  return result;
}

// Returns the first of the edited texts that the compiler accepts.
function compileEdited(text, choices, filename) {
  for (const edits of choices) {
    try {
      return compile(apply(text, edits), filename);
    } catch {}
  }
  return compileOrEnd(text, filename);
}

const THROWN = /\bthrow ((["'`])(?:(?!\2)[^\\\n]|\\.)*\2(?: \+ [^;\n]+)?);/g;

function makeTests() {
  const text = readFileSync('tests.coffee', 'utf8');
  const [framework, parameters] = readFileSync('tests.facts', 'utf8').split('\n');
  compileOrEnd(text, 'tests.coffee');
  const statements = CoffeeScript.nodes(text).body.expressions;
  const functions = functionsOf(statements);
  const edits = endings(text);
  const values = statementEdits(statements, functions, text);
  const compiled = compileEdited(text, [[...edits, ...values], edits], 'tests.coffee');
  const { text: js, changed } = toCommonJs(compiled.js.replace(THROWN, 'throw $judge.thrown($1);'));
  const called = statements.every((node) => ['Assign', 'Class', 'ImportDeclaration'].includes(kindOf(inner(node))))
    ? [...functions].filter(([name, code]) => TEST_NAME.test(name) && !code.params.length).map(([name]) => name)
    : [];
  const calls = called.map((name) => `$judge.wait(1, $judge.enter(${JSON.stringify(name)}), await ${name}());`);
  const kind = called.length || waits(js) ? 'async ' : '';
  const program = `((${parameters}) => ${kind}() => {${changed ? "'use strict';" : ''}\n${js}\n${calls.join('')}})`;
  const source = `\n//# sourceURL=/workspace/tests.js${mapComment(compiled, '/workspace/tests.coffee', 1)}`;
  unlinkSync('tests.coffee');
  unlinkSync('tests.facts');
  return { framework, empty: statements.length === 0, program: program + source };
}

function makeSolution() {
  const compiled = compileOrEnd(readFileSync('solution.coffee', 'utf8'), 'solution.coffee');
  const { text, exports, changed } = toCommonJs(compiled.js);
  const declared = /^var ([^;=]+);$/m.exec(compiled.js)?.[1].split(/,\s*/) ?? [];
  writeFileSync('solution.js', `\n${text}${mapComment(compiled, '/workspace/solution.coffee', 1)}`);
  return { strict: changed, waits: waits(text), exports, names: declared.map((name) => [name, name]) };
}

function makeProgram() {
  const compiled = compileOrEnd(readFileSync('main.coffee', 'utf8'), 'main.coffee');
  const isModule = toCommonJs(compiled.js).changed || waits(compiled.js);
  const require = 'import { createRequire as $create } from "module"; globalThis.require ??= $create(import.meta.url);';
  const text = `${isModule ? require : ''}\n${compiled.js}${mapComment(compiled, `${process.cwd()}/main.coffee`, 1)}`;
  writeFileSync(isModule ? 'main.mjs' : 'main.js', text);
  if (isModule) writeFileSync('main.js', 'import("./main.mjs");\n');
}

if (process.argv[3] === 'tests') {
  const { program, ...known } = makeTests();
  writeFileSync('tests.js', `${JSON.stringify({ ...known, ...makeSolution() })}\n${program}`);
} else {
  makeProgram();
}
