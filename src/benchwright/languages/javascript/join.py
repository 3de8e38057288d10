"""Joins JavaScript: both texts run in one CommonJS scope, the tests in a function of their own inside it."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path

import msgspec

from benchwright.languages.javascript.modules import Export, declared_names, to_commonjs, uses_modules
from benchwright.languages.javascript.rewrite import (
    Functions,
    follow_checks,
    rewrite_endings,
    rewrite_errors,
    rewrite_statements,
    waits_at_top,
)
from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.syntax import Edits, Tree, parse

_MODULE_SYNTAX = re.compile(rb"^\s*(?:import|export)\b|;\s*(?:import|export)\b|\bimport\.meta\b", re.MULTILINE)
_STRICT = re.compile(rb"(?:\s|//[^\n]*|/\*.*?\*/)*(['\"])use strict\1", re.DOTALL)
_ASKS_FOR_SOLUTION = re.compile(rb"(?:\brequire\s*\(|\bfrom|\bimport\s*\(?)\s*['\"`]\.")
_FRAMEWORK = re.compile(rb"['\"]node:test['\"]")

# What the tests' checks rest on: a solution that declares one of these names has it for itself alone.
_KEPT_NAMES = (
    *("AggregateError", "Array", "Boolean", "Error", "EvalError", "Infinity", "JSON", "Math", "NaN", "Number"),
    *("Object", "RangeError", "ReferenceError", "Reflect", "String", "SyntaxError", "TypeError", "URIError"),
    *("console", "undefined"),
)
# The driver calls the function that the tests become with exactly these, in this order.
_PARAMETERS = ", ".join(("$judge", "require", "module", *_KEPT_NAMES))


class _Text(msgspec.Struct, frozen=True, kw_only=True):
    """One part as the driver takes it."""

    text: bytes
    strict: bool = False
    waits: bool = False
    """Whether its top level awaits something."""
    exports: tuple[Export, ...] = ()
    names: tuple[Export, ...] = ()
    """What it declares, for tests that ask for its module although it exports nothing."""


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests as the driver takes them, and what was found in them."""

    program: bytes
    called: bool
    """Whether we call them."""
    silent: tuple[str, ...]
    empty: bool


def join(parts: Parts) -> Joined:
    """Three files; the driver reads the other two. The first line of the tests' file is what it must know."""
    text = encode(parts.tests)
    solution, tests = _solution(encode(parts.solution), _ASKS_FOR_SOLUTION.search(text) is not None), _tests(text)
    framework = "node:test" if _FRAMEWORK.search(text) else ""
    facts = {
        "strict": solution.strict,
        "waits": solution.waits,
        "exports": solution.exports,
        "names": solution.names,
        "empty": tests.empty,
        "framework": framework,
    }
    files = {
        "main.js": _driver("main.js"),
        "solution.js": solution.text,
        "tests.js": json.dumps(facts).encode() + b"\n" + tests.program,
    }
    if framework:
        files["framework.js"] = _driver("framework.js")
    return Joined(
        files=files,
        mode="tests",
        origins={"solution.js": Origin(part="solution"), "tests.js": Origin(part="tests")},
        entry="framework" if framework else "call" if tests.called else "text",
        framework=framework,
        silent=tests.silent,
    )


def _solution(text: bytes, wanted: bool) -> _Text:
    """The solution; its names are listed where the tests ask for its module."""
    if text.startswith(b"#!"):
        text = b"//" + text[2:]
    strict = _STRICT.match(text) is not None
    modules = _MODULE_SYNTAX.search(text) is not None
    if not modules and not wanted and b"await" not in text:
        return _Text(text=text, strict=strict)
    tree, edits = Tree("javascript", text), Edits(text)
    exports = to_commonjs(tree, edits, "/workspace/solution.js") if modules else []
    return _Text(
        text=edits.apply(),
        strict=strict or uses_modules(tree),
        waits=b"await" in text and waits_at_top(tree),
        exports=tuple(exports),
        names=tuple((name, name) for name in declared_names(tree)) if wanted else (),
    )


@functools.lru_cache(maxsize=128)
def _tests(text: bytes) -> _Tests:
    """The tests as one function, whose text starts on the first line and so keeps its lines."""
    if text.startswith(b"#!"):
        text = b"//" + text[2:]
    tree, edits = parse("javascript", text), Edits(text)
    functions = Functions(tree)
    strict = uses_modules(tree)
    # The order matters where two edits meet at one position: the outer one first, its end last.
    calls = rewrite_statements(tree, edits, functions)
    silent = rewrite_endings(tree, edits)
    rewrite_errors(tree, edits)
    follow_checks(tree, edits)
    to_commonjs(tree, edits, "/workspace/main.js")
    called = [] if calls else functions.uncalled_tests()
    kind = "async " if called or waits_at_top(tree) else ""
    directive = "'use strict';" if strict else ""
    before = f"(({_PARAMETERS}) => {kind}() => {{{directive}"
    calling = "".join(f"$judge.wait(1, $judge.enter({json.dumps(name)}), await {name}());" for name in called)
    after = f"\n{calling}}})\n//# sourceURL=/workspace/tests.js"
    return _Tests(
        program=before.encode() + edits.apply() + after.encode(),
        called=bool(called),
        silent=silent,
        empty=all(node.type in ("comment", "hash_bang_line", "empty_statement") for node in tree.root.named_children),
    )


@functools.cache
def _driver(name: str) -> bytes:
    return (Path(__file__).parent / "driver" / name).read_bytes()
