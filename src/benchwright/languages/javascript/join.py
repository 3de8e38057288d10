"""Joins JavaScript: both texts run in one CommonJS scope, the tests in a function of their own inside it.

Languages that become JavaScript share what is public here; they give the name of their own grammar.
"""

from __future__ import annotations

import functools
import json
import re

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
from benchwright.languages.join import Joined, Origin, Part, Parts, driver_file, encode
from benchwright.languages.syntax import Edits, Tree, parse

_MODULE_SYNTAX = re.compile(rb"^[ \t\f\v]*(?:import|export)\b|;\s*(?:import|export)\b|\bimport\.meta\b", re.MULTILINE)
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
PARAMETERS = ", ".join(("$judge", "require", "module", *_KEPT_NAMES))


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """The solution as the driver takes it."""

    text: bytes
    strict: bool = False
    waits: bool = False
    """Whether its top level awaits something."""
    exports: tuple[Export, ...] = ()
    names: tuple[Export, ...] = ()
    """What it declares, for tests that ask for its module although it exports nothing."""


class Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The body of the function that the tests become, and what was found in them."""

    text: bytes
    asynchronous: bool
    strict: bool
    called: tuple[str, ...]
    """The functions that we call."""
    framework: str
    silent: tuple[str, ...]
    empty: bool

    @property
    def opening(self) -> str:
        """What a function for the text begins with, before its parameters."""
        return "async " if self.asynchronous else ""

    @property
    def directive(self) -> str:
        """What makes the text's rules those of a module."""
        return "'use strict';" if self.strict else ""

    @property
    def calls(self) -> str:
        """What the text lacks: the calls of its tests."""
        return "".join(f"$judge.wait(1, $judge.enter({json.dumps(name)}), await {name}());" for name in self.called)


SOURCE_URL = "\n//# sourceURL=/workspace/tests.js"
"""By which stack traces know the tests, which are evaluated as a text."""


def join(parts: Parts) -> Joined:
    """Three files; the driver reads the other two. The first line of the tests' file is what it must know."""
    solution, tests = read_parts("javascript", parts)
    # The function's text starts on the first line, and so keeps its lines.
    before = f"(({PARAMETERS}) => {tests.opening}() => {{{tests.directive}"
    after = f"\n{tests.calls}}}){SOURCE_URL}"
    program = before.encode() + tests.text + after.encode()
    files = {"solution.js": solution.text, "tests.js": facts_line(solution, tests) + program}
    return joined(files, tests)


def read_parts(grammar: str, parts: Parts) -> tuple[Solution, Tests]:
    """The two texts as CommonJS, otherwise in their own language."""
    text = encode(parts.tests)
    wanted = _ASKS_FOR_SOLUTION.search(text) is not None
    return _solution(grammar, encode(parts.solution), wanted), _tests(grammar, text)


def facts_line(solution: Solution, tests: Tests) -> bytes:
    """What the driver must know."""
    facts = {
        "strict": solution.strict,
        "waits": solution.waits,
        "exports": solution.exports,
        "names": solution.names,
        "empty": tests.empty,
        "framework": tests.framework,
    }
    return json.dumps(facts).encode() + b"\n"


def joined(files: dict[str, bytes], tests: Tests, ending: str = "js") -> Joined:
    """The program of these files and the driver; `ending` is that of the texts in a compiler's messages."""
    names = ("main.js", "framework.js") if tests.framework else ("main.js",)
    parts: tuple[Part, Part] = ("solution", "tests")
    return Joined(
        files={**{name: driver_file(__file__, name) for name in names}, **files},
        mode="tests",
        origins={f"{part}.{each}": Origin(part=part) for each in dict.fromkeys(("js", ending)) for part in parts},
        entry="framework" if tests.framework else "call" if tests.called else "text",
        framework=tests.framework,
        silent=tests.silent,
    )


def _solution(grammar: str, text: bytes, wanted: bool) -> Solution:
    """The solution; its names are listed where the tests ask for its module."""
    if text.startswith(b"#!"):
        text = b"//" + text[2:]
    strict = _STRICT.match(text) is not None
    modules = _MODULE_SYNTAX.search(text) is not None
    if not modules and not wanted and b"await" not in text:
        return Solution(text=text, strict=strict)
    tree, edits = Tree(grammar, text), Edits(text)
    exports = to_commonjs(tree, edits, "/workspace/solution.js") if modules else []
    return Solution(
        text=edits.apply(),
        strict=strict or uses_modules(tree),
        waits=b"await" in text and waits_at_top(tree),
        exports=tuple(exports),
        names=tuple((name, name) for node in tree.root.children for name in declared_names(tree, node))
        if wanted
        else (),
    )


@functools.lru_cache(maxsize=128)
def _tests(grammar: str, text: bytes) -> Tests:
    if text.startswith(b"#!"):
        text = b"//" + text[2:]
    tree, edits = parse(grammar, text), Edits(text)
    functions = Functions(tree)
    # The order matters where two edits meet at one position: the outer one first, its end last.
    calls = rewrite_statements(tree, edits, functions)
    silent = rewrite_endings(tree, edits)
    rewrite_errors(tree, edits)
    follow_checks(tree, edits)
    to_commonjs(tree, edits, "/workspace/main.js")
    called = [] if calls else functions.uncalled_tests()
    return Tests(
        text=edits.apply(),
        asynchronous=bool(called) or waits_at_top(tree),
        strict=uses_modules(tree),
        called=tuple(called),
        framework="node:test" if _FRAMEWORK.search(text) else "",
        silent=silent,
        empty=all(node.type in ("comment", "hash_bang_line", "empty_statement") for node in tree.root.named_children),
    )
