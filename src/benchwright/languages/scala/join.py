"""Join Scala: solution and tests stay two files of one package, so that both keep their lines and see each other.

The build finds the class to start and the test classes (driver/Build.java). An explicit import takes precedence over
what another file of the package defines, and that over default imports.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.scala.source import Source, close_object
from benchwright.languages.syntax import Edits, Tree, ancestors, descendants, parse

# fmt: off
_MEANT = {
    "scala.Predef": frozenset({
        "Map", "Set", "String", "assert", "assume", "println", "require",
    }),
    "java.lang": frozenset({
        "ArithmeticException", "AssertionError", "ClassCastException", "Error", "Exception", "IllegalArgumentException",
        "IllegalStateException", "IndexOutOfBoundsException", "Math", "NullPointerException", "NumberFormatException",
        "Object", "Runtime", "RuntimeException", "System", "Thread", "Throwable", "UnsupportedOperationException",
    }),
    "scala": frozenset({
        "Any", "Array", "Boolean", "Char", "Double", "Int", "Left", "List", "Long", "Nil", "None", "Option", "Right",
        "Seq", "Some", "Unit", "Vector", "sys", "math",
    }),
}
# fmt: on
"""Origin of the names that tests rely on without importing them."""

_RESERVED = frozenset({"benchwright", "java", "scala"})
_EXIT = re.compile(
    r"(?:scala\.)?sys\.exit|(?:java\.lang\.)?System\.exit|(?:java\.lang\.)?Runtime\.getRuntime(?:\(\))?\.(?:exit|halt)"
)
_BARE_EXIT = re.compile(
    rb"\bimport\s+(?:scala\.)?sys\.(?:exit\b|[_*{])|\bimport\s+(?:java\.lang\.)?System\.(?:exit\b|[_*{])"
)
_DRIVER = "_root_.benchwright.Driver"
_NAMES = ("identifier", "type_identifier")
_FRAMEWORKS = (
    ("scalatest", "ScalaTestDriver", re.compile(r"\borg\.scalatest\b[\s\S]*?\bextends\s+[\w.]*(?:Suite|Spec)\b")),
    ("munit", "JUnit4Driver", re.compile(r"\bmunit\b[\s\S]*?\bextends\s+\w*Suite\b|\bextends\s+munit\.\w*Suite\b")),
    ("junit", "JUnit4Driver", re.compile(r"\borg\.junit\b[\s\S]*?@(?:org\.junit\.)?Test\b")),
    ("junit", "JUnit4Driver", re.compile(r"\bjunit\.framework\b[\s\S]*?(?:\bextends\s+|\.)Test(?:Case|Suite)\b")),
)
"""Name of each framework, its driver, and a pattern of tests that it runs."""
_LIBRARIES = re.compile(r"\borg\.(?:scalatest|scalactic|junit)\b|\bmunit\b|\bjunit\.framework\b")


def join(parts: Parts) -> Joined:
    """Combine two files, and the first arguments of the driver."""
    parts, opening = close_object(parts)
    solution, tests = Source(Tree("scala", encode(parts.solution))), Source(parse("scala", encode(parts.tests)))
    package = tests.package or solution.package
    package = "" if package.split(".")[0] in _RESERVED else package
    name, driver = next(
        ((name, driver) for name, driver, pattern in _FRAMEWORKS if pattern.search(parts.tests)), ("", "Driver")
    )
    libraries = _LIBRARIES.search(parts.tests + parts.solution)
    return Joined(
        files={
            "Solution.scala": _solution(solution, tests, package),
            "Tests.scala": _tests(solution, tests, package, opening),
            ".arguments": f"benchwright.{driver}\n".encode(),
        },
        mode="frameworks" if libraries else "tests",
        origins={"Solution.scala": Origin(part="solution"), "Tests.scala": Origin(part="tests")},
        entry="framework" if name else "text",
        framework=name,
    )


def _solution(solution: Source, tests: Source, package: str) -> bytes:
    """Move the solution to the common package, without what the tests define as well."""
    edits = Edits(solution.tree.text)
    head = _set_package(solution, edits, package, (solution.package, tests.package))
    edits.insert(0, head)
    both = {name for name in solution.types if name in tests.types}
    shared = {name for name in both if _is_shared(solution, name)}
    for name in shared:
        for node in solution.types[name]:
            edits.blank(node)
    functions = {name for name, node in tests.definitions if node.type == "function_definition"}
    renamed = both - shared | {name for name, node in solution.definitions if name in functions}
    if renamed:
        _rename(solution, edits, renamed)
    return edits.apply()


def _is_shared(solution: Source, name: str) -> bool:
    """Whether the solution exposes values of this type to its callers, in which case there must be only one such
    type."""
    own = solution.types[name]
    for node in descendants(solution.tree.root):
        if node.type == "type_identifier" and solution.tree.text_of(node) == name:
            around = list(ancestors(node))
            if not any(each in own for each in around) and not any("block" in each.type for each in around):
                return True
    return False


def _rename(solution: Source, edits: Edits, names: set[str]) -> None:
    """Rename these top-level definitions, except where the name refers to a member."""
    for node in descendants(solution.tree.root):
        if node.type in _NAMES and solution.tree.text_of(node) in names:
            parent = node.parent
            member = parent is not None and parent.type == "field_expression" and parent.children[0] != node
            if not member:
                edits.replace(node, f"{solution.tree.text_of(node)}_of_solution")


def _set_package(source: Source, edits: Edits, package: str, merged: tuple[str, str]) -> str:
    """Move the text to the package; returns what must be inserted before the text."""
    for old in {name for name in merged if name and name != package}:
        for node in source.imports:
            text = source.tree.text_of(node)
            moved = re.sub(rf"(?<![\w.]){re.escape(old)}(?=\.)", package or "_root_", text)
            if moved != text:
                edits.replace(node, moved)
    if source.package == package:
        return ""
    for node in source.package_nodes:
        edits.blank(node)
    return f"package {package}; " if package else ""


def _tests(solution: Source, tests: Source, package: str, opening: str) -> bytes:
    """Add the imports that the tests need, all on existing lines."""
    edits = Edits(tests.tree.text)
    head = _set_package(tests, edits, package, (solution.package, tests.package))
    needed = dict.fromkeys([*_missing_imports(solution, tests), *_guards(solution, tests)])
    added = "".join(f"{text}; " for text in needed)
    if tests.statements:
        added += "class StatementsOfTests { "
        start = "def main(args: Array[String]): Unit = { new StatementsOfTests; () }"
        edits.insert(len(tests.tree.text), f"\n}}\nobject StatementsOfTests {{ {start} }}\n")
    if opening:  # imports of the object would hide outer ones
        edits.insert(0, head)
        edits.insert(len(encode(opening)), added)
    elif head or not tests.package_nodes:
        edits.insert(0, head + added)
    elif added:
        edits.insert(tests.package_nodes[-1].end_byte, f"; {added}")
    if b"exit" in tests.tree.text or b"halt" in tests.tree.text:
        _redirect_exits(tests, edits)
    return edits.apply()


def _missing_imports(solution: Source, tests: Source) -> Iterator[str]:
    """Yield imports that only the solution has, for names that the tests use."""
    own = {tests.tree.text_of(node) for node in tests.imports}
    known = {word for text in own for word in re.findall(r"\w+", text)} | {name for name, _ in tests.definitions}
    known = known.union(*_MEANT.values())
    for node in solution.imports:
        text = re.sub(r"\s+", " ", solution.tree.text_of(node))
        if text in own or (solution.package and f" {solution.package}." in text):
            continue
        selected = text.rpartition("{")[2].rstrip("} ") if "{" in text else text.rpartition(".")[2]
        base = text.partition("{")[0] if "{" in text else f"{text.rpartition('.')[0]}."
        for selector in re.split(r"\s*,\s*", selected.strip()):
            name = re.split(r"=>|\bas\b", selector)[-1].strip()
            if name in ("*", "_", "given") or (name in tests.words and name not in known):
                yield f"{base}{{{selector}}}" if re.search(r"=>|\bas\b", selector) else base + selector


def _guards(solution: Source, tests: Source) -> Iterator[str]:
    """Yield imports of names that the tests mean as Scala's own and the solution defines."""
    imported = {word for node in tests.imports for word in re.findall(r"\w+", tests.tree.text_of(node))}
    shadowed = solution.defined & tests.words
    if re.search(rb"\bjava\.util\.[*_]", solution.tree.text):
        shadowed |= {"List", "Map", "Set", "Vector"} & tests.words
    shadowed -= imported | tests.defined
    for package, names in _MEANT.items():
        yield from (f"import _root_.{package}.{name}" for name in sorted(shadowed & names))


def _redirect_exits(tests: Source, edits: Edits) -> None:
    """Redirect calls in the tests that end the program, so that the judge learns that the tests did it."""
    bare = _BARE_EXIT.search(tests.tree.text) is not None
    for match in tests.tree.find("(call_expression function: (_) @called arguments: (arguments) @arguments)"):
        called, arguments = match["called"], match["arguments"]
        name = re.sub(r"\s", "", tests.tree.text_of(called))
        if not _EXIT.fullmatch(name) and not (bare and name == "exit"):
            continue
        if name.endswith("System.exit") or "Runtime" in name:
            edits.replace(called, f"{_DRIVER}.exit")
            continue
        # Unlike the other ways, this one is known never to return.
        edits.replace(called, f'(throw new _root_.java.lang.Error("" + {_DRIVER}.exit')
        edits.insert(arguments.end_byte, "))")
        if not arguments.named_children:
            edits.replace(arguments, "(0)")
