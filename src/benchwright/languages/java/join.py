"""Join Java: solution and tests stay two files of one package, so that both keep their lines and see each other.

The build accepts public types of any name in any file (driver/Build.java), so no text must be split.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages.java.source import IDENTIFIERS, Import, Source, close_class
from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.syntax import Edits, Tree, ancestors, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_DRIVER = "benchwright.Driver"
_JUPITER = "org.junit.jupiter.engine.JupiterTestEngine"
_VINTAGE = "org.junit.vintage.engine.VintageTestEngine"
_JUNIT = re.compile(rb"\b(?:org\.junit|junit\.framework)\b")
_JUNIT_3 = re.compile(rb"\bextends\s+(?:junit\s*\.\s*framework\s*\.\s*)?Test(?:Case|Suite)\b")
_LIBRARIES = re.compile(rb"\borg\.(assertj|hamcrest|mockito|testng)\b")

# fmt: off
_LANG = frozenset({
    "ArithmeticException", "AssertionError", "Boolean", "Byte", "CharSequence", "Class", "ClassLoader", "Comparable",
    "Double", "Error", "Exception", "Float", "IllegalArgumentException", "IllegalStateException",
    "IndexOutOfBoundsException", "Integer", "Iterable", "Long", "Math", "NullPointerException",
    "NumberFormatException", "Object", "Override", "Runnable", "Runtime", "RuntimeException", "Short", "StrictMath",
    "String", "StringBuffer", "StringBuilder", "SuppressWarnings", "System", "Thread", "Throwable",
    "UnsupportedOperationException",
})
# fmt: on
"""Types of java.lang that tests rely on. Others (Process, Record, Module) are names that a problem may well ask for."""

_CHECKING = {
    "java.util": frozenset({"Arrays", "Collections", "Objects"}),
    "org.junit.jupiter.api": frozenset({"Assertions", "Assumptions", "Test"}),
    "org.junit": frozenset({"Assert", "Assume", "Test"}),
    "org.assertj.core.api": frozenset({"Assertions"}),
    "org.testng": frozenset({"Assert"}),
    "org.testng.annotations": frozenset({"Test"}),
}
"""Package → types that tests mean when they import all of it."""

_AMBIGUOUS = frozenset({"Date", "List", "Timer"})
"""Types of java.util whose names also occur in other Java packages (java.awt, java.sql, javax.swing)."""

_FACTORIES = re.compile(rb"\b(List|Map|Set)\s*\.\s*(?:of|copyOf|ofEntries|entry)\s*\(")
_ESCAPE = re.compile(r"((?<!\\)(?:\\\\)*)\\u+([0-9A-Fa-f]{4})")
_PACKAGE_ROOTS = frozenset({"java", "javax", "jdk", "org", "com", "benchwright"})
_ANNOTATIONS = frozenset({"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate"})
_ANNOTATED = "[(marker_annotation name: (_) @name) (annotation name: (_) @name)]"
_CALLS = "[(method_invocation) (method_reference)] @call"
_EXITS = frozenset({"System", "java.lang.System"})
_RUNTIMES = frozenset({"Runtime.getRuntime()", "java.lang.Runtime.getRuntime()"})


def join(parts: Parts) -> Joined:
    """Combine the two files and the driver's, and the arguments of the driver."""
    parts = close_class(parts)
    text = _without_escapes(parts.solution)
    solution, tests = Source(Tree("java", encode(text))), Source(parse("java", encode(parts.tests)))
    package = tests.package or solution.package
    package = "" if package.split(".")[0] == "benchwright" else package
    texts = tests.tree.text + solution.tree.text
    testng = b"org.testng.annotations" in tests.tree.text and _has_annotated_tests(tests)
    junit = not testng and _JUNIT.search(texts) is not None
    name = "testng" if testng else "junit" if junit and _has_annotated_tests(tests) else ""
    return Joined(
        files={
            "Solution.java": _solution(solution, tests, package),
            "Tests.java": _tests(solution, tests, package),
            ".arguments": encode("\n".join(_arguments(solution, tests, package, name))),
            **({"JUnitDriver.java": driver_file(__file__, "JUnitDriver.java")} if name == "junit" else {}),
        },
        mode=_library_mode(texts) or ("junit" if junit else "tests"),
        origins={"Solution.java": Origin(part="solution"), "Tests.java": Origin(part="tests")},
        entry="framework" if name else "text",
        framework=name,
        silent=("assert",) if _assertions(tests) else (),
    )


def _without_escapes(text: str) -> str:
    """Resolve Unicode escapes as the compiler does: it reads `\\u0041` as `A` everywhere, so a type could hide behind
    one. Lone surrogates stay; no relevant name contains them."""
    return _ESCAPE.sub(_written_out, text) if "\\u" in text else text


def _written_out(found: re.Match[str]) -> str:
    code = int(found[2], 16)
    return found[0] if 0xD800 <= code < 0xE000 else found[1] + chr(code).replace("\r", "\n")


def _library_mode(text: bytes) -> str:
    """Return the mode for programs that use a library for tests besides JUnit; empty if they do not."""
    libraries = {match.decode() for match in _LIBRARIES.findall(text)}
    return "mockito" if "mockito" in libraries else "libraries" if libraries else ""


def _has_annotated_tests(tests: Source) -> bool:
    if b"junit.framework" in tests.tree.text and _JUNIT_3.search(tests.tree.text):
        return True
    names = (tests.tree.text_of(match["name"]) for match in tests.tree.find(_ANNOTATED))
    return any(name.rpartition(".")[2] in _ANNOTATIONS for name in names)


def _arguments(solution: Source, tests: Source, package: str, framework: str) -> Iterator[str]:
    """Yield the driver's main class and its arguments."""
    prefix = f"{package}." if package else ""
    types = [prefix + name for name in tests.types]
    if framework == "testng":
        yield "benchwright.TestNGDriver"
        yield from types
    elif framework:
        yield "benchwright.JUnitDriver"
        text = tests.tree.text if _JUNIT.search(tests.tree.text) else solution.tree.text
        yield _JUPITER if b"org.junit.jupiter" in text else _VINTAGE
        yield from types
    else:
        yield _DRIVER
        if tests.entry:
            yield from (prefix + tests.entry, *types)


def _solution(solution: Source, tests: Source, package: str) -> bytes:
    """Move the solution to the common package, without types that the tests define as well."""
    edits = Edits(solution.tree.text)
    _set_package(solution, edits, package, (solution.package, tests.package))
    for name in solution.types:
        if name in tests.types and name != tests.entry and _is_shared(solution, name):
            edits.blank(solution.types[name])
        elif name in tests.types or name in _PACKAGE_ROOTS:
            _rename(solution, edits, name)
    return edits.apply()


def _is_shared(solution: Source, name: str) -> bool:
    """Whether the solution exposes values of this type to its callers, in which case there must be only one such
    type."""
    own = solution.types[name]
    for match in solution.tree.find(IDENTIFIERS):
        node = match["name"]
        if node.type != "type_identifier" or solution.tree.text_of(node) != name:
            continue
        around = list(ancestors(node))
        signature = next(
            (n for n in around if n.type in ("block", "method_declaration", "constructor_declaration")), None
        )
        if own not in around and signature is not None and signature.type != "block":
            return True
    return False


def _rename(solution: Source, edits: Edits, name: str) -> None:
    for match in solution.tree.find(IDENTIFIERS):
        if solution.tree.text_of(match["name"]) == name:
            edits.replace(match["name"], f"{name}_of_solution")


def _set_package(source: Source, edits: Edits, package: str, merged: tuple[str, str]) -> str:
    """Move the text to the package; returns what must still be inserted before its imports."""
    for each in source.imports:
        for old in merged:
            if old and old != package and _is_from(each, old):
                edits.blank(each.node)
                if package:
                    moved = each._replace(path=package + each.path[len(old) :])
                    edits.insert(each.node.end_byte, moved.text)
    if source.package_node is None:
        return f"package {package}; " if package else ""
    if source.package != package:
        edits.blank(source.package_node)
        if package:
            edits.insert(source.package_node.end_byte, f"package {package};")
    return ""


def _is_from(each: Import, package: str) -> bool:
    """Whether the import names the package itself or its types, not those of subpackages."""
    if not f"{each.path}.".startswith(f"{package}."):
        return False
    names = each.path[len(package) + 1 :].split(".")
    return not names[0] or not names[0][0].islower()


def _tests(solution: Source, tests: Source, package: str) -> bytes:
    """Add the imports that the tests need, all on existing lines."""
    edits = Edits(tests.tree.text)
    head = _set_package(tests, edits, package, (solution.package, tests.package))
    imports = [*_missing_imports(solution, tests), *_guards(solution, tests)]
    head += "".join(f"{text} " for text in dict.fromkeys(imports))
    if head:
        edits.insert(tests.package_node.end_byte if tests.package_node is not None else 0, f" {head}".lstrip())
    if b"exit" in tests.tree.text or b"halt" in tests.tree.text:
        _redirect_exits(tests, edits)
    for node in _assertions(tests):
        _write_out(node, edits)
    return edits.apply()


def _missing_imports(solution: Source, tests: Source) -> Iterator[str]:
    """Yield imports that only the solution has. Single-type imports are added only for names that the tests use, so
    that no meaning changes unnecessarily."""
    own = {(each.static, each.path, each.all) for each in tests.imports}
    taken = {each.name for each in tests.imports} | tests.types.keys()
    taken |= _meant(tests)
    packages = [package for package in (solution.package, tests.package) if package]
    for each in solution.imports:
        wanted = each.all or (each.name in tests.names and each.name not in taken)
        known = (each.static, each.path, each.all) in own or any(_is_from(each, package) for package in packages)
        if wanted and not known:
            yield each.text


def _meant(tests: Source) -> frozenset[str]:
    """Return names that refer to Java's own types in the tests, whatever the solution imports."""
    own = {each.path for each in tests.imports if each.all and not each.static}
    factories = {"List", "Map", "Set"} if "java.util" in own else set()
    return _LANG.union(factories, *(names for package, names in _CHECKING.items() if package in own))


def _guards(solution: Source, tests: Source) -> Iterator[str]:
    """Yield imports that keep Java's own types in the tests' scope if the solution has types of the same names, or may
    have them because its text cannot be parsed."""
    taken = {each.name for each in tests.imports if not each.static} | tests.types.keys()
    shadowing = (tests.names if solution.tree.root.has_error else solution.types.keys()) - taken
    yield from (f"import java.lang.{name};" for name in sorted(shadowing & _LANG))
    imported = {each.path for each in (*tests.imports, *solution.imports) if each.all and not each.static}
    for package, names in _CHECKING.items():
        if package in imported:
            yield from (f"import {package}.{name};" for name in sorted(shadowing & names))
    own = {each.path for each in tests.imports if each.all and not each.static}
    if "java.util" in own and imported - own:
        ambiguous = (_AMBIGUOUS & tests.names) - taken - solution.types.keys()
        yield from (f"import java.util.{name};" for name in sorted(ambiguous))
    if "java.util" in imported and shadowing & {"List", "Map", "Set"}:
        used = {name.decode() for name in _FACTORIES.findall(tests.tree.text)}
        yield from (f"import java.util.{name};" for name in sorted(shadowing & used))


def _assertions(tests: Source) -> list[Node]:
    if b"assert" not in tests.tree.text:
        return []
    return [match["it"] for match in tests.tree.find("(assert_statement) @it") if not match["it"].has_error]


def _write_out(assertion: Node, edits: Edits) -> None:
    """Expand an assertion to equivalent code: a solution can disable assertions for classes not yet initialized."""
    parts = [child for child in assertion.children if not child.type.endswith("_comment")]
    edits.replace(parts[0], "{ if (!(")
    edits.insert(parts[1].end_byte, "))")
    if parts[2].type == ":":
        edits.replace(parts[2], "throw new java.lang.AssertionError(")
        edits.replace(parts[-1], "); }")
    else:
        edits.replace(parts[-1], " throw new java.lang.AssertionError(); }")


def _redirect_exits(tests: Source, edits: Edits) -> None:
    """Redirect calls in the tests that end the program, so that the judge learns that the tests did it."""
    bare = any(each.static and each.path in ("java.lang.System.exit", "java.lang.System") for each in tests.imports)
    for match in tests.tree.find(_CALLS):
        call = match["call"]
        if call.type == "method_reference":
            if re.sub(r"\s", "", tests.tree.text_of(call)) in ("System::exit", "java.lang.System::exit"):
                edits.replace(call.children[0], _DRIVER)
            continue
        target, name = call.child_by_field_name("object"), call.child_by_field_name("name")
        if name is None or tests.tree.text_of(name) not in ("exit", "halt"):
            continue
        if target is None:
            if bare and tests.tree.text_of(name) == "exit":
                edits.insert(name.start_byte, f"{_DRIVER}.")
        elif re.sub(r"\s", "", tests.tree.text_of(target)) in _EXITS | _RUNTIMES:
            edits.replace(target, _DRIVER)
            edits.replace(name, "exit")
