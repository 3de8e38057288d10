"""Join JavaScript: both texts run in one CommonJS scope, the tests in a nested function.

Languages that compile to JavaScript share what is public here; they pass the name of their own grammar.
"""

from __future__ import annotations

import functools
import json
import re

import msgspec

from benchwright.languages.javascript.frameworks import framework_names, hoist_mocks, uses_global
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
_FRAMEWORK = re.compile(
    rb"\b(?:from|import|require)[ \t]*\(?[ \t]*['\"`](node:test|tape|@jest/globals|vitest|bun:test|mocha)['\"`]"
)
_FRAMEWORKS = {"@jest/globals": "jest", "bun:test": "jest"}
_DRIVERS = {
    "node:test": ("node_test.js",),
    "tape": ("tape.js",),
    "mocha": ("mocha.js",),
    "jest": ("mocha.js", "jest.js", "matchers.js"),
    "vitest": ("mocha.js", "jest.js", "matchers.js"),
}
"""Framework → files that run it; the driver knows the first as `framework.js`."""

# Names that the tests' checks depend on: if a solution declares one of them, only the solution sees it.
_KEPT_NAMES = (
    *("AggregateError", "Array", "Boolean", "Error", "EvalError", "Infinity", "JSON", "Math", "NaN", "Number"),
    *("Object", "RangeError", "ReferenceError", "Reflect", "String", "SyntaxError", "TypeError", "URIError"),
    *("console", "undefined"),
)
# The driver calls the function that contains the tests with exactly these, in this order.
PARAMETERS = ", ".join(("$judge", "require", "module", *_KEPT_NAMES))


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """The solution, prepared for the driver."""

    text: bytes
    strict: bool = False
    waits: bool = False
    """Whether it uses top-level await."""
    exports: tuple[Export, ...] = ()
    names: tuple[Export, ...] = ()
    """What it declares, for tests that import its module although it exports nothing."""


class Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The body of the function that contains the tests, and what was found in them."""

    text: bytes
    asynchronous: bool
    strict: bool
    called: tuple[str, ...]
    """Test functions that the generated code calls."""
    framework: str
    silent: tuple[str, ...]
    empty: bool
    names: tuple[str, ...] = ()
    """The framework's functions that the tests use, whatever the solution declares under these names."""
    mocks: bool = False
    """Whether they replace modules, so that the solution may only be loaded when they ask for it."""

    @property
    def opening(self) -> str:
        """Start of a function for the text, before its parameters."""
        return "async " if self.asynchronous else ""

    @property
    def directive(self) -> str:
        """Directive that gives the text the rules of a module."""
        return "'use strict';" if self.strict else ""

    @property
    def calls(self) -> str:
        """Calls to the tests, if the text lacks them."""
        return "".join(f"$judge.wait(1, $judge.enter({json.dumps(name)}), await {name}());" for name in self.called)


SOURCE_URL = "\n//# sourceURL=/workspace/tests.js"
"""Names the tests in stack traces, because they are evaluated as a string."""


def join(parts: Parts) -> Joined:
    """Combine three files; the driver reads the other two. The first line of the tests' file holds facts for the
    driver."""
    solution, tests = read_parts("javascript", parts)
    # The function's text starts on the first line, so that it keeps its lines.
    before = f"(({PARAMETERS}) => {tests.opening}() => {{{tests.directive}"
    after = f"\n{tests.calls}}}){SOURCE_URL}"
    program = before.encode() + tests.text + after.encode()
    files = {"solution.js": solution.text, "tests.js": facts_line(solution, tests) + program}
    return joined(files, tests)


def read_parts(grammar: str, parts: Parts) -> tuple[Solution, Tests]:
    """Convert the two texts to CommonJS, otherwise in their own language."""
    text = encode(parts.tests)
    wanted = _ASKS_FOR_SOLUTION.search(text) is not None
    return _solution(grammar, encode(parts.solution), wanted), _tests(grammar, text)


def facts_line(solution: Solution, tests: Tests) -> bytes:
    """Return the facts that the driver needs."""
    facts = {
        "strict": solution.strict,
        "waits": solution.waits,
        "exports": solution.exports,
        "names": solution.names,
        "empty": tests.empty,
        "framework": tests.framework,
        "globals": tests.names,
        "mocks": tests.mocks,
    }
    return json.dumps(facts).encode() + b"\n"


def joined(files: dict[str, bytes], tests: Tests, ending: str = "js") -> Joined:
    """Build the program from these files and the driver; `ending` is the extension of the texts in a compiler's
    messages."""
    names = {"main.js": "main.js"}
    for name in _DRIVERS.get(tests.framework, ()):
        names["framework.js" if len(names) == 1 else name] = name
    parts: tuple[Part, Part] = ("solution", "tests")
    return Joined(
        files={**{place: driver_file(__file__, name) for place, name in names.items()}, **files},
        mode="tests",
        origins={f"{part}.{each}": Origin(part=part) for each in dict.fromkeys(("js", ending)) for part in parts},
        entry="framework" if tests.framework else "call" if tests.called else "text",
        framework=tests.framework,
        silent=tests.silent,
    )


def _solution(grammar: str, text: bytes, wanted: bool) -> Solution:
    """Prepare the solution; its names are listed if the tests import its module."""
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


def _framework(tree: Tree, names: set[str]) -> str:
    """Return the framework that the tests import, or whose global functions they call; empty if there is none."""
    if imported := _FRAMEWORK.search(tree.text):
        name = imported[1].decode()
        return _FRAMEWORKS.get(name, name)
    if not names:
        return ""
    return "jest" if uses_global(tree, "expect", "jest") else "mocha"


@functools.lru_cache(maxsize=128)
def _tests(grammar: str, text: bytes) -> Tests:
    if text.startswith(b"#!"):
        text = b"//" + text[2:]
    text, before = hoist_mocks(grammar, text)
    tree, edits = parse(grammar, text), Edits(text)
    functions = Functions(tree)
    # The order matters if two edits share a position: the outer one first, its end last.
    calls = rewrite_statements(tree, edits, functions)
    silent = rewrite_endings(tree, edits)
    rewrite_errors(tree, edits)
    follow_checks(tree, edits)
    to_commonjs(tree, edits, "/workspace/main.js")
    called = [] if calls else functions.uncalled_tests()
    names = framework_names(tree)
    framework = _framework(tree, names)
    if framework == "jest" and names:
        names |= {name for name in ("expect", "jest") if uses_global(tree, name)}
    mocks = bool(before) and framework in ("jest", "vitest")
    return Tests(
        text=(before if mocks else b"") + edits.apply(),
        asynchronous=bool(called) or waits_at_top(tree),
        strict=uses_modules(tree),
        called=tuple(called),
        framework=framework,
        names=(*sorted(names), *(["$jest"] if mocks else [])),
        mocks=mocks,
        silent=silent,
        empty=all(node.type in ("comment", "hash_bang_line", "empty_statement") for node in tree.root.named_children),
    )
