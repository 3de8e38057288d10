"""Join Kotlin: solution and tests stay two files of one package, so that both keep their lines and see each other.

The build finds the class to start and the test classes (driver/Build.java).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.kotlin.source import Import, Source, guards, is_foreign, opposites
from benchwright.languages.syntax import Edits, Tree, ancestors, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_DRIVER = "DriverOfTests"
_ERROR = "ErrorOfTests"
_JUPITER = "org.junit.jupiter.engine.JupiterTestEngine"
_VINTAGE = "org.junit.vintage.engine.VintageTestEngine"
_JUNIT = re.compile(rb"\b(?:org\.junit|junit\.framework)\b")
_JUNIT_3 = re.compile(rb":\s*(?:junit\.framework\.)?Test(?:Case|Suite)\b")
_ANNOTATIONS = frozenset({"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate"})
_EXIT = re.compile(
    r"(?:kotlin\.system\.)?exitProcess|(?:java\.lang\.)?System\.exit"
    r"|(?:java\.lang\.)?Runtime\.getRuntime\(\)!{0,2}\.(?:exit|halt)"
)
_CALL_OF_MAIN = re.compile(r"main\((?:arrayOf(?:<String>)?\(\)|emptyArray(?:<String>)?\(\))?\)")


def join(parts: Parts) -> Joined:
    """Combine two files, and the first arguments of the driver."""
    solution, tests = Source(Tree("kotlin", encode(parts.solution))), Source(parse("kotlin", encode(parts.tests)))
    package = tests.package or solution.package
    package = "" if package.split(".")[0] == "benchwright" else package
    name, mode, arguments = _framework(solution, tests)
    return Joined(
        files={
            "Solution.kt": _solution(solution, tests, package),
            "Tests.kt": _tests(solution, tests, package),
            ".arguments": encode("".join(f"{argument}\n" for argument in arguments)),
        },
        mode=mode,
        origins={"Solution.kt": Origin(part="solution"), "Tests.kt": Origin(part="tests")},
        entry="framework" if name else "text",
        framework=name,
        silent=("assert",) if re.search(rb"\bassert\s*\(", tests.tree.text) else (),
    )


def _framework(solution: Source, tests: Source) -> tuple[str, str, list[str]]:
    """Return the framework that runs the tests, if any, the mode, and the first arguments of the driver."""
    texts = tests.tree.text + solution.tree.text
    known = any(name in texts for name in (b"kotlin.test", b"org.junit", b"junit.framework"))
    junit = known and _has_junit_tests(tests)
    name, arguments = "", ["benchwright.Driver"]
    if junit:
        name, arguments = "junit", ["benchwright.JUnitDriver", _engine(tests)]
    elif b"io.kotest.core.spec" in tests.tree.text:
        name, arguments = "kotest", ["benchwright.KotestDriver"]
    if b"io.kotest." in texts:
        return name, "kotest", arguments
    return name, "junit" if junit or _JUNIT.search(texts) else "tests", arguments


def _has_junit_tests(tests: Source) -> bool:
    if b"junit.framework" in tests.tree.text and _JUNIT_3.search(tests.tree.text):
        return True
    names = (tests.tree.text_of(match["name"]) for match in tests.tree.find("(annotation (_) @name)"))
    return any(re.split(r"[.(\s]", name.partition("(")[0])[-1] in _ANNOTATIONS for name in names)


def _engine(tests: Source) -> str:
    text = tests.tree.text
    old = re.search(rb"org\.junit\.(?!jupiter|platform)", text) or (_JUNIT_3.search(text) and b"jupiter" not in text)
    return _VINTAGE if old else _JUPITER


def _solution(solution: Source, tests: Source, package: str) -> bytes:
    """Move the solution to the common package, without what the tests define as well."""
    edits = Edits(solution.tree.text)
    head = _set_package(solution, edits, package, (solution.package, tests.package))
    if head:
        edits.insert(solution.head, _line(solution, head))
    renamed = {name for signature, name in solution.signatures.items() if signature in tests.signatures}
    if "main" in dict(tests.declarations):
        renamed.add("main")
    for name, node in solution.types.items():
        if name in tests.types and _is_shared(solution, name, node):
            edits.blank(node)
        elif name in tests.types:
            renamed.add(name)
    if renamed & solution.words:
        _rename(solution, edits, renamed)
    _open(solution, tests, edits)
    for node in solution.statements:
        if _calls_main(solution, node):
            edits.blank(node)
    return edits.apply()


def _is_shared(solution: Source, name: str, own: Node) -> bool:
    """Whether the solution exposes values of this type to its callers, in which case there must be only one such
    type."""
    for node in descendants(solution.tree.root):
        if node.type == "type_identifier" and solution.tree.text_of(node) == name:
            around = list(ancestors(node))
            body = any(each.type == "function_body" for each in around)
            if own not in around and not body and any(each.type == "function_declaration" for each in around):
                return True
    return False


def _rename(solution: Source, edits: Edits, names: set[str]) -> None:
    """Rename these top-level functions and types, except where the name refers to a member."""
    tops = {node.id for node in solution.tree.root.children}
    for node in descendants(solution.tree.root):
        if node.type not in ("simple_identifier", "type_identifier") or solution.tree.text_of(node) not in names:
            continue
        parent = node.parent
        inner = parent is not None and parent.type == "function_declaration" and parent.id not in tops
        member = parent is not None and parent.type in ("navigation_suffix", "identifier", "parameter")
        if not inner and not member:
            edits.replace(node, f"{solution.tree.text_of(node)}_of_solution")


def _open(solution: Source, tests: Source, edits: Edits) -> None:
    """Let the tests see what is private to the solution's file, as if they were in it."""
    hidden = [(name, solution.modifier(node, "private")) for name, node in solution.declarations]
    closed = [(name, modifier) for name, modifier in hidden if modifier is not None]
    wanted = {name for name, _ in closed if name in tests.words and not is_foreign(name)} - tests.declared
    if wanted:
        for _, modifier in closed:
            edits.blank(modifier)


def _set_package(source: Source, edits: Edits, package: str, merged: tuple[str, str]) -> str:
    """Move the text to the package; returns what must still be inserted before its imports."""
    for each in source.imports:
        for old in merged:
            if old and old != package and _is_from(each, old):
                edits.blank(each.node)
                if package:
                    moved = each._replace(path=package + each.path[len(old) :])
                    edits.insert(each.node.start_byte, moved.text)
    if source.package_node is None:
        return f"package {package};" if package else ""
    if source.package != package:
        edits.blank(source.package_node)
        if package:
            edits.insert(source.package_node.start_byte, f"package {package};")
    return ""


def _is_from(each: Import, package: str) -> bool:
    """Whether the import names the package itself or something in it, not in subpackages."""
    if not f"{each.path}.".startswith(f"{package}."):
        return False
    return "." not in each.path[len(package) + 1 :] or each.path[len(package) + 1].isupper()


def _line(source: Source, text: str) -> str:
    """Return text to insert at the head of a source, after ending what precedes it on its line."""
    before = source.tree.text[: source.head].rpartition(b"\n")[2].strip()
    return f"; {text} " if source.package_node is not None and before else f" {text} "


def _tests(solution: Source, tests: Source, package: str) -> bytes:
    """Add the imports that the tests need, all on existing lines."""
    edits = Edits(tests.tree.text)
    head = _set_package(tests, edits, package, (solution.package, tests.package))
    imports = [*_missing_imports(solution, tests), *guards(solution, tests), *opposites(tests)]
    if (b"exit" in tests.tree.text or b"halt" in tests.tree.text) and _redirect_exits(tests, edits):
        imports += (f"import benchwright.Driver as {_DRIVER};", f"import java.lang.Error as {_ERROR};")
    head = " ".join(filter(None, [head, *dict.fromkeys(imports)]))
    if head:
        edits.insert(tests.head, _line(tests, head))
    _call_statements(tests, edits)
    return edits.apply()


def _missing_imports(solution: Source, tests: Source) -> Iterator[str]:
    """Yield imports that only the solution has. Single-name imports are added only for names that the tests use, so
    that no meaning changes unnecessarily."""
    own = {(each.path, each.all, each.alias) for each in tests.imports}
    taken = {each.name for each in tests.imports} | {name for name, _ in tests.declarations}
    packages = [package for package in (solution.package, tests.package) if package]
    for each in solution.imports:
        wanted = each.all or (each.name in tests.words and each.name not in taken)
        known = (each.path, each.all, each.alias) in own or any(_is_from(each, package) for package in packages)
        if wanted and not known and not is_foreign(each.name, each.path):
            yield each.text


def _redirect_exits(tests: Source, edits: Edits) -> bool:
    """Redirect calls in the tests that end the program, so that the judge learns that the tests did it.

    Returns whether there are any: they need the names imported, because qualified names could refer to objects of the
    solution.
    """
    found = False
    for match in tests.tree.find("(call_expression . (_) @called . (call_suffix) @arguments) @call"):
        called, arguments = match["called"], match["arguments"]
        name = re.sub(r"\s", "", tests.tree.text_of(called))
        if not _EXIT.fullmatch(name):
            continue
        found = True
        if name.endswith("exitProcess"):  # unlike the others, it is known never to return
            edits.replace(called, f'(throw {_ERROR}("" + {_DRIVER}.exit')
            edits.insert(arguments.end_byte, "))")
        else:
            edits.replace(called, f"{_DRIVER}.exit")
    return found


def _call_statements(tests: Source, edits: Edits) -> None:
    """Put the statements of a script into functions, called by an object that the build treats as the entry point."""
    statements = tests.statements
    if all(_calls_main(tests, node) for node in statements):
        for node in statements:
            edits.blank(node)
        return
    for number, node in enumerate(statements):
        edits.insert(node.start_byte, f"fun statement{number}_of_tests() {{ ")
        edits.insert(node.end_byte, " }")
    calls = "; ".join(f"statement{number}_of_tests()" for number in range(len(statements)))
    entry = f"object StatementsOfTests {{ @JvmStatic fun main(args: Array<String>) {{ {calls} }} }}"
    edits.insert(len(tests.tree.text), f"\n{entry}\n")


def _calls_main(source: Source, node: Node) -> bool:
    return bool(_CALL_OF_MAIN.fullmatch(re.sub(r"\s", "", source.tree.text_of(node))))
