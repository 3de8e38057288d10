"""Join Haskell: one module per part, so that the solution's names can be hidden from the tests."""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from benchwright.languages.join import Joined, Origin, Parts, encode

_SPACE = re.compile(r"\s+|--[^\n]*(?:\n|\Z)")
_PRAGMA = re.compile(r"\{-#\s*(?:LANGUAGE|OPTIONS_GHC|OPTIONS)\b.*?#-\}", re.DOTALL | re.IGNORECASE)
_EXPORTS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_HEADER = re.compile(rf"module\s+([\w.']+)\s*(?:{_EXPORTS}\s*where\b|.*?\bwhere\b)", re.DOTALL)
_IMPORT = re.compile(r"^import\b[^\n]*(?:\n[ \t]+[^\n]*|\n(?=[ \t]*\n))*", re.MULTILINE)
_DEFINED = re.compile(
    r"^(?:(?:data|newtype|type|class)\s+(?:family\s+)?(?:.*?=>\s*)?([A-Z][\w']*)|([a-z_][\w']*(?:\s*,\s*[a-z_][\w']*)*))",
    re.MULTILINE,
)
_OPERATOR = re.compile(r"^\(([^\w\s()]+)\)\s*::|^\S+\s+([!#$%&*+./<=>?@\\^|~:-]+)\s[^\n]*=", re.MULTILINE)
_KEYWORDS = frozenset({
    "import", "module", "instance", "deriving", "infix", "infixl", "infixr", "foreign", "default", "where", "data",
    "newtype", "type", "class",
})  # fmt: skip
_NO_OPERATORS = frozenset({"=", "|", "::", "->", "=>", "--"})


class Source(NamedTuple):
    """The text of a module, split into its parts."""

    pragmas: tuple[str, ...]
    """Pragmas for the whole file."""
    name: str
    """Name in the module header; empty without a header."""
    start: int
    """Where the text after pragmas and header starts, or where a header would go."""
    body: str
    """The text with its pragmas and header blanked, so that lines stay the same."""


def read_source(text: str) -> Source:
    """Split the text."""
    pragmas: list[str] = []
    position = 0
    while position < len(text):
        if found := _PRAGMA.match(text, position):
            pragmas.append(found[0])
            text = _blanked(text, found.start(), found.end())
        elif text.startswith("{-", position):
            position = _comment_end(text, position)
        elif found := _SPACE.match(text, position):
            position = found.end()
        else:
            break
    header = _HEADER.match(text, position)
    if header is None:
        return Source(tuple(pragmas), "", text.rfind("\n", 0, position) + 1, text)
    text = _blanked(text, header.start(), header.end())
    return Source(tuple(pragmas), header[1], header.start(), text)


def imports(body: str) -> list[str]:
    """Return the imports as written."""
    return [found[0] for found in _IMPORT.finditer(without_comments(body))]


def defined_names(body: str) -> frozenset[str]:
    """Return names, and operators in parentheses, that the text defines. Errs on the side of too many."""
    text = without_comments(body)
    names = {name for found in _DEFINED.findall(text) for names in found for name in re.split(r"[\s,]+", names) if name}
    operators = {name for found in _OPERATOR.findall(text) for name in found if name} - _NO_OPERATORS
    return frozenset(names - _KEYWORDS) | {f"({name})" for name in operators}


def without_comments(text: str) -> str:
    """Blank block comments, which may contain code."""
    position = text.find("{-")
    while position >= 0:
        end = _comment_end(text, position)
        text = _blanked(text, position, end)
        position = text.find("{-", position)
    return text


def _comment_end(text: str, start: int) -> int:
    depth = 0
    for found in re.compile(r"\{-|-\}").finditer(text, start):
        depth += 1 if found[0] == "{-" else -1
        if depth == 0:
            return found.end()
    return len(text)


def _blanked(text: str, start: int, end: int) -> str:
    """Replace part of the text by spaces, keeping line ends."""
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


_MAIN = b"""module Main (main) where
import BenchwrightDriver (run)
import qualified BenchwrightTests
main :: IO ()
main = run BenchwrightTests.main
"""
_PROTECTED = frozenset({
    "(==)", "(/=)", "(<)", "(>)", "(<=)", "(>=)", "(&&)", "(||)", "not", "otherwise", "error", "ioError", "userError",
    "fail", "throwIO", "throw", "assert", "when", "unless", "exitWith", "exitFailure", "exitSuccess", "die", "main",
})  # fmt: skip
"""What checks consist of: a solution's redefinitions are hidden from the tests."""
_QUALIFIED = re.compile(r"import\s+(?:safe\s+)?(?:qualified\s+([\w.]+)|([\w.]+)\s+qualified)(?:\s+as\s+([\w.]+))?")
_PRELUDE = re.compile(r"import\s+Prelude\s+hiding\s*\((.*)\)", re.DOTALL)
_NAMES = re.compile(r"import\s+[\w.]+\s*\((.*)\)", re.DOTALL)
_EXIT = re.compile(r"\bSystem\.Exit\b")
_FRAMEWORKS = ("Hspec", "HUnit", "QuickCheck")
"""Test frameworks; one that comes earlier may run tests written with the later ones."""
_FRAMEWORK = re.compile(r"^import\s+(?:safe\s+)?(?:qualified\s+)?Test\.(Hspec|HUnit|QuickCheck)\b", re.MULTILINE)


_ALL_PROPERTIES = re.compile(r"\$\(\s*(?:quick|verbose)CheckAll\s*\)|\$(?:quick|verbose)CheckAll\b")
_IMPORTS_FOR_ALL = """\
import qualified Test.QuickCheck.All as BenchwrightAll
import qualified Test.QuickCheck.Test as BenchwrightTest"""


def join(parts: Parts) -> Joined:
    """Combine three modules; the driver is in a package that is prepared with the toolchain."""
    source = read_source(parts.solution)
    name = source.name if source.name not in ("", "Main", "BenchwrightTests") else "Solution"
    line = source.body.count("\n", 0, source.start) + 1
    header = f'module {name} where\n{{-# LINE {line} "solution.hs" #-}}\n'
    solution = _with_pragmas(source.pragmas) + header + source.body[source.start :]
    frameworks = _FRAMEWORK.findall(without_comments(parts.tests))
    return Joined(
        files={
            "main.hs": _MAIN,
            "solution.hs": encode(solution),
            "tests.hs": encode(_tests(parts.tests, name, parts.solution)),
        },
        mode="frameworks" if frameworks else "tests",
        origins={"solution.hs": Origin(part="solution"), "tests.hs": Origin(part="tests")},
        entry="framework" if frameworks else "text",
        framework=min(frameworks, key=_FRAMEWORKS.index).lower() if frameworks else "",
    )


@functools.lru_cache(maxsize=256)
def _tests(tests: str, solution_name: str, solution: str) -> str:
    """Build the tests' module."""
    source = read_source(tests)
    own = imports(source.body)
    body = source.body
    for line in own:
        if "System.Exit" in line:
            body = body.replace(line, _EXIT.sub("BenchwrightExit", line))
    added: list[str] = []
    if _ALL_PROPERTIES.search(body):
        added.append(_IMPORTS_FOR_ALL)
        body = _ALL_PROPERTIES.sub("($BenchwrightAll.forAllProperties BenchwrightTest.checked)", body)
    added += [*_shared_imports(solution, source.body, own), _import_of_solution(solution_name, source.body)]
    pragmas = (*source.pragmas, *(each for each in read_source(solution).pragmas if "LANGUAGE" in each))
    header = "module BenchwrightTests (main) where\n"
    return _with_pragmas(pragmas) + header + "\n".join(added) + '\n{-# LINE 1 "tests.hs" #-}\n' + body


def _with_pragmas(pragmas: tuple[str, ...]) -> str:
    return "".join(f"{pragma}\n" for pragma in pragmas)


def _import_of_solution(name: str, tests: str) -> str:
    return f"import {name} hiding ({', '.join(sorted(_PROTECTED | defined_names(tests)))})"


def _shared_imports(solution: str, tests: str, own: list[str]) -> list[str]:
    """Return the solution's imports that the tests may need.

    That is all of them if the tests have none; otherwise those whose module alias the tests use without defining it,
    and those of individual names.
    """
    body = read_source(solution).body
    given = {_short_name(line) for line in own}
    defined = defined_names(tests)
    shared: list[str] = []
    for line in imports(body):
        short = _short_name(line)
        if hiding := _PRELUDE.match(line):
            shared += _prelude(hiding[1], body, own)
        elif (short not in given and f"{short}." in tests) if short else not own or _adds_names(line, defined):
            shared.append(_EXIT.sub("BenchwrightExit", line.rstrip()))
    return shared


def _adds_names(line: str, defined: frozenset[str]) -> bool:
    """Whether it imports individual names, none of which the tests define."""
    found = _NAMES.fullmatch(line.strip())
    return found is not None and defined.isdisjoint(re.split(r"[\s,]+", found[1]))


def _short_name(line: str) -> str:
    """Return the alias of a qualified import; empty for other imports."""
    found = _QUALIFIED.match(line)
    return found[3] or found[1] or found[2] if found else ""


def _prelude(hidden: str, solution: str, own: list[str]) -> list[str]:
    """If the solution redefines names of the Prelude, the tests mean the solution's."""
    if any(re.match(r"import\s+(?:qualified\s+)?Prelude\b", line) for line in own):
        return []
    names = {name.strip() for name in re.findall(r"\([^()\s]+\)|[^\s,()]+", hidden)}
    meant = sorted((names & defined_names(solution)) - _PROTECTED)
    return [f"import Prelude hiding ({', '.join(meant)})"] if meant else []
