"""Join C++, and C in the same way: one text, because the tests may need the solution's macros, types and namespaces.

`#line` lets the compiler and `assert` name places in the two parts. The real `main` is the driver's.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from benchwright.languages.cpp.clashes import without_clashes, without_copies
from benchwright.languages.cpp.frameworks import (
    CATCH2,
    DOCTEST,
    GTEST,
    Framework,
    find_framework,
    framework_text,
    may_come_first,
    without_own_main,
)
from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.syntax import Edits, Tree, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTIONS = """
(function_definition
  declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @parameters)
  body: (_) @body) @function
"""
_CALLS = "(call_expression function: (_) @callee arguments: (argument_list) @arguments)"
_MACROS = "(_ value: (preproc_arg) @value)"
_RENAMED_MAIN = '(preproc_def name: (_) @name value: (preproc_arg) @value (#match? @value "^\\\\s*main\\\\s*$"))'
_INCLUDES = "(preproc_include path: (string_literal) @path) @include"
_MAIN_IN_MACRO = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+(?P<macro>\w+)(?:\\\n|.)*?\bint\s+main\s*\((?P<parameters>[^()]*)\)", re.MULTILINE
)
_EXITS = frozenset({"exit", "_exit", "_Exit", "quick_exit"})
_ABORTS = frozenset({"abort", "terminate"})
_CALL_IN_MACRO = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w.>])(?:(?:std)?::)?(\w+)\s*\((\s*\))?')
"""The text of a macro has no syntax tree: match strings, which are left alone, and calls."""
_LEADING = re.compile(
    rb"""
    (?: [ \t\f\v\n] | \r\n | //[^\\\n]*\n | /\*[^\\]*?\*/ )+
    | \#[ \t]*include[ \t]*<( [a-z_0-9]+ | bits/stdc\+\+\.h
        | (?:assert|ctype|errno|float|inttypes|limits|locale|math|signal|stdbool|stddef|stdint|stdio|stdlib|string|time
            |unistd|wchar)\.h
        )>[ \t]*(?://[^\\\n]*?)?\r?\n
    """,
    re.VERBOSE,
)
"""What changes no meaning of the headers that follow: blanks, comments, and headers of the standard library."""
_SPLICE = re.compile(rb"\\[ \t\r\f\v]*\n")
_DEFINED = re.compile(rb"(?:define|undef)(?:\s|/\*.*?\*/)+([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)", re.DOTALL)
"""Every definition of a macro, and text that only looks like one. That does no harm: see `_restored`."""
_WIDE_INT = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+int[ \t]+(long long(?: int)?|(?:std::)?int64_t)[ \t]*\r?$", re.MULTILINE
)
_QUOTED = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*\"", re.MULTILINE)
_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>", re.MULTILINE)
_TESTS_MAIN = "benchwright_tests_main"
_DECLARED_MAIN = b"""
#undef __asm__
%bint benchwright_tests_main(int, char **, char **);
int main(%b) __asm__("benchwright_tests_main");
"""
_ENTRY = b"""
#undef __asm__
#undef benchwright_entry
%bint benchwright_entry(int, char **, char **) __asm__("main");
%bint benchwright_entry("""
"""The compiler knows both entry points, the tests' from a macro and the driver's, by other names than the linker."""
_MAIN_ARGUMENTS = ("count", "arguments", "environment")


class Dialect(msgspec.Struct, frozen=True, kw_only=True):
    """What differs between the languages joined this way."""

    joiner: str
    """Path of the language's `join.py`, next to its driver."""
    grammar: str
    """Name of the tree-sitter grammar."""
    ending: str
    """Extension of source files."""
    header: str
    """Extension of the driver's files."""
    driver: str
    """Prefix of the driver's function names."""
    frameworks: tuple[Framework, ...]
    """Test frameworks that the driver can run."""


_CPP = Dialect(
    joiner=__file__, grammar="cpp", ending="cpp", header="hpp", driver="::benchwright_driver::",
    frameworks=(GTEST, CATCH2, DOCTEST),
)  # fmt: skip


def join(parts: Parts) -> Joined:
    """Build the joined program in C++."""
    framework = find_framework(_CPP.frameworks, parts.tests)
    first = framework.header if framework is not None and may_come_first(framework, parts.solution) else ""
    return join_text(_CPP, parts, _precompiled(encode(parts.solution), first))


def join_text(dialect: Dialect, parts: Parts, start: bytes = b"") -> Joined:
    """Concatenate start, head, solution, middle, tests and tail."""
    solution = _without_missing(dialect, encode(parts.solution))
    tests = _without_missing(dialect, encode(parts.tests))
    tests = without_copies(dialect.grammar, solution, tests)
    solution = without_clashes(dialect.grammar, solution, tests, overloads=dialect.grammar == "cpp")
    tests, call, executed, made = _tests(dialect, tests)
    entry: Literal["text", "call", "framework"] = "text" if _TESTS_MAIN.encode() in call else "call"
    framework = find_framework(dialect.frameworks, parts.tests)
    head, middle, tail = (
        driver_file(dialect.joiner, f"{name}.{dialect.header}") for name in ("head", "middle", "tail")
    )
    if framework is not None:
        middle += framework_text(dialect.joiner, dialect.header, framework)
        call = b"benchwright_run_by_framework(%s)" % (call if entry == "text" else b"benchwright_run_framework()")
        tests, executed, entry = without_own_main(tests), b"benchwright_counts", "framework"
    if made is not None:
        is_cpp = dialect.grammar == "cpp"
        middle += _DECLARED_MAIN % (b'extern "C" ' if is_cpp else b"", made if is_cpp else b"")
        tail = tail.replace(b"int main(", _ENTRY % ((b'extern "C" ',) * 2 if is_cpp else (b"", b"")))
    tail = tail.replace(b"BENCHWRIGHT_CALL", call).replace(b"BENCHWRIGHT_EXECUTED", executed)
    ending = dialect.ending
    text = b"".join(
        (
            start,
            head,
            f'\n#line 1 "solution.{ending}"\n'.encode(),
            solution,
            _restored(dialect, encode(parts.solution), encode(parts.tests)),
            middle,
            f'#line 1 "tests.{ending}"\n'.encode(),
            tests,
            f'\n#line 1 "driver.{ending}"\n'.encode(),
            tail,
        )
    )
    return Joined(
        files={f"main.{ending}": text},
        mode="tests" if framework is None else framework.mode,
        origins={f"solution.{ending}": Origin(part="solution"), f"tests.{ending}": Origin(part="tests")},
        entry=entry,
        framework="" if framework is None else framework.name,
    )


def _without_missing(dialect: Dialect, text: bytes) -> bytes:
    """Include files in quotes only if they exist: one that does not can only be the solution, under the name that its
    author gave it."""
    if not _QUOTED.search(text):
        return text
    tree, edits = parse(dialect.grammar, text), Edits(text)
    for found in tree.find(_INCLUDES):
        include, path = found["include"], tree.text_of(found["path"])
        line = include.start_point[0] + 1
        if path.strip('"').endswith(f"main.{dialect.ending}"):
            edits.insert(include.start_byte, "//")
            continue
        edits.insert(include.start_byte, f"#if __has_include({path})\n")
        end = found["path"].end_byte
        edits.insert(text.find(b"\n", end) if b"\n" in text[end:] else len(text), f"\n#endif\n#line {line + 1}")
    return edits.apply()


def _precompiled(solution: bytes, first: str) -> bytes:
    """Return the include of a precompiled header, which works only at the very start of the program.

    It holds only headers that the solution includes itself before anything else, so that no other names become visible,
    or else the framework's header `first` with the standard library.
    """
    included = {first, "bits/stdc++.h"} if first else set()
    at = 0
    while found := _LEADING.match(solution, at):
        at = found.end()
        if found[1]:
            included.add(found[1].decode())
    for names in driver_file(__file__, "headers.txt").decode().splitlines():
        if first in ("", *names.split()) and included.issuperset(names.split()):
            return f"#include <{names.replace(' ', '+')}>\n".encode()
    return b""


def _restored(dialect: Dialect, solution: bytes, tests: bytes) -> bytes:
    """Return what undoes the solution's macros between solution and tests.

    Names of the language and its library get back their meaning, and names that the tests declare are theirs. Other
    macros stay: the tests may need them. `int` stays a wider integer if that is what the solution made of it, because
    its functions expect such values; the headers of the tests come before that.
    """
    defined = set(_DEFINED.findall(_SPLICE.sub(b"", solution)))
    if not defined:
        return b""
    wide = _WIDE_INT.search(solution)
    parts = [
        b"",
        b"#ifdef int\n#define benchwright_wide_int\n#endif" if wide else b"",
        *(b"#undef %b" % name for name in sorted(defined & _declared(dialect, tests))),
        *(b"#define benchwright_own_%b" % name for name in sorted(defined)),
        b"#include <benchwright_restore.h>",
    ]
    if wide:
        headers = dict.fromkeys(_INCLUDE.findall(tests))
        parts += [b"#if __has_include(<%b>)\n#include <%b>\n#endif" % (name, name) for name in headers]
        parts.append(b"#ifdef benchwright_wide_int\n#define int %b\n#endif" % wide[1])
    return b"\n".join((*parts, b""))


@functools.lru_cache(maxsize=256)
def _declared(dialect: Dialect, tests: bytes) -> frozenset[bytes]:
    """Return the names that the tests declare."""
    names: set[bytes] = set()
    for holder in descendants(parse(dialect.grammar, tests).root):
        for node in holder.children_by_field_name("declarator"):
            if not node.child_count and "identifier" in node.type:
                names.add(tests[node.start_byte : node.end_byte])
    return frozenset(names)


class _Tests(NamedTuple):
    """The tests, ready to run."""

    text: bytes
    call: bytes
    """The call that starts them."""
    executed: bytes
    """The numbers of calls and of skipped ones."""
    made: bytes | None = None
    """Parameters of the entry point that a macro makes; None if none does."""


@functools.lru_cache(maxsize=256)
def _tests(dialect: Dialect, tests: bytes) -> _Tests:
    """Rename the tests' entry point and report their exits."""
    tree = parse(dialect.grammar, tests)
    edits = Edits(tests)
    _report_exits(dialect, tree, edits)
    functions = [function for function in tree.find(_FUNCTIONS) if _is_free(function["function"])]
    call = ""
    # There may be several, selected by conditional compilation.
    names = {"main", *map(tree.text_of, (each["name"] for each in tree.find(_RENAMED_MAIN)))}
    for function in functions:
        if tree.text_of(function["name"]) in names:
            call = _rename_main(tree, edits, function)
    if call:
        return _Tests(edits.apply(), call.encode(), b"1, 0")
    if (made := _main_in_macro(tests)) is not None:
        arguments = ", ".join(_MAIN_ARGUMENTS)
        return _Tests(edits.apply(), f"{_TESTS_MAIN}({arguments})".encode(), b"1, 0", made)
    called = [tree.text_of(function["name"]) for function in functions if _is_test(tree, function)]
    call = "(" + "".join(f"{name}(), " for name in called) + "0)"
    return _Tests(edits.apply(), call.encode(), f"{len(called)}, 0".encode())


def _main_in_macro(tests: bytes) -> bytes | None:
    """Return the parameters of the entry point that a macro makes, if the tests use one that does."""
    for found in _MAIN_IN_MACRO.finditer(tests):
        if len(re.findall(rb"\b%b\b" % found["macro"], tests)) > 1:
            return found["parameters"].replace(b"\\\n", b" ")
    return None


def _rename_main(tree: Tree, edits: Edits, function: dict[str, Node]) -> str:
    """Rename the tests' entry point; returns the call to it."""
    edits.replace(function["name"], _TESTS_MAIN)
    arguments = ", ".join(_MAIN_ARGUMENTS[: _parameter_count(tree, function["parameters"])])
    call = f"{_TESTS_MAIN}({arguments})"
    result = function["function"].child_by_field_name("type")
    if result is not None and tree.text_of(result) == "void":
        return f"({call}, 0)"
    # Only `main` may end without a return, also in the handlers of a body that is a `try`.
    bodies = [function["body"]]
    if bodies[0].type != "compound_statement":
        bodies = [body for each in (bodies[0], *bodies[0].children) if (body := each.child_by_field_name("body"))]
    for body in bodies:
        edits.insert(body.end_byte - 1, " return 0; ")
    return call


def _report_exits(dialect: Dialect, tree: Tree, edits: Edits) -> None:
    for call in tree.find(_CALLS):
        name = tree.text_of(call["callee"]).removeprefix("::").removeprefix("std::")
        arguments = call["arguments"]
        if name in _EXITS:
            edits.replace(call["callee"], f"{dialect.driver}exit_of_tests")
            edits.insert(arguments.start_byte + 1, "__LINE__, " if arguments.named_children else "__LINE__")
        elif name in _ABORTS and not arguments.named_children:
            edits.replace(call["callee"], f"{dialect.driver}abort_of_tests")
            edits.insert(arguments.start_byte + 1, "__LINE__")
    if any(name.encode() in tree.text for name in ("exit", "_Exit", *_ABORTS)):
        for match in tree.find(_MACROS):
            value = tree.text_of(match["value"])
            edits.replace(match["value"], _CALL_IN_MACRO.sub(functools.partial(_reported, dialect), value))


def _reported(dialect: Dialect, found: re.Match[str]) -> str:
    """Return a call in a macro unchanged, or redirected if it ends the program."""
    if found[1] in _EXITS and not found[2]:
        return f"{dialect.driver}exit_of_tests(__LINE__, "
    if found[1] in _ABORTS and found[2]:
        return f"{dialect.driver}abort_of_tests(__LINE__)"
    return found[0]


def _is_free(function: Node) -> bool:
    """Whether it is outside classes and namespaces; conditional compilation and linkage do not matter."""
    parent = function.parent
    while parent is not None and parent.type.startswith(("preproc", "linkage", "declaration_list")):
        if parent.type == "declaration_list" and not (parent.parent and parent.parent.type.startswith("linkage")):
            return False
        parent = parent.parent
    return parent is not None and parent.type == "translation_unit"


def _parameter_count(tree: Tree, parameters: Node) -> int:
    if tree.text_of(parameters)[1:-1].strip() in ("", "void"):
        return 0
    return sum(each.type != "comment" for each in parameters.named_children)


def _is_test(tree: Tree, function: dict[str, Node]) -> bool:
    return tree.text_of(function["name"]).startswith("test") and not _parameter_count(tree, function["parameters"])
