"""What is wrong with a question, as far as a program can tell. A flag is a reason to look, not a verdict."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from benchwright.errors import UnknownLanguage
from benchwright.generate.flag import Flag
from benchwright.generate.lint_examples import (
    checks_of,
    example_section,
    expected_literals,
    is_shown,
    literals_of,
    numbers_in,
    quoted_in,
)
from benchwright.judge.extract.names import names_of_tests
from benchwright.judge.extract.reading import MOST_BYTES, Reading, readable
from benchwright.judge.stub import stub_of
from benchwright.languages import Language, find_language
from benchwright.languages.join import encode
from benchwright.languages.syntax import Edits, descendants, parse

if TYPE_CHECKING:
    from benchwright.problems import Problem

_FEWEST_CHARACTERS = 80
_LEAKED_RUN = 3
_LEAKED_SHARE = 0.4
_TELLING_LINE = 10
"""Shorter lines of a solution, such as `else {` or `i += 1`, tell nothing."""
_TELLING_TEXT = 4
_TELLING_NUMBER = 1000
_GIVEN = frozenset({"hashCode", "equals", "toString", "compareTo", "main", "void"})
"""Names that the language gives; whoever asks for equality asks for them."""
_DEFINITION = r"(?<!\w){0}\s*\(|\b(?:class|struct|type|enum|interface|trait|module|def\w*|fun\w*|fn|sub|proc) +{0}\b"
_TALK = re.compile("comment|string|heredoc|str_lit|docstring")

_TECHNIQUE = (
    r"(?:dynamic programming|memoi[sz]ation|two[- ]pointers?|sliding windows?|binary search|backtracking|recursion"
    r"|greedy (?:algorithm|approach)|(?:breadth|depth)-first search|\bbfs\b|\bdfs\b|divide[- ]and[- ]conquer"
    r"|hash ?(?:map|table)s?|union[- ]find|prefix sums?|bit manipulation|topological sort(?:ing)?|priority queues?"
    r"|(?:min|max)-?heaps?|monotonic stack|(?:dijkstra|kadane)(?:'s algorithm)?)"
)
_ADVISED = r"(?<!not )(?<!never )(?<!without )\b(?:use|using|apply|employ|try|implement(?:ed|ing)?|solved?|consider)\b"
_HINTS = re.compile(
    rf"\bhints?\b\s*(?:\*\*|__)?:|{_ADVISED}"
    rf"(?: (?:it|this|that|the|an?|by|with|using|via|simple|classic|standard|some))* {_TECHNIQUE}"
    r"|\byou (?:could|might|may want to|might want to) (?:use|try|consider)\b|\bconsider using\b"
    r"|\b(?:implementation|solution) (?:hints?|tips?|steps|approach|strategy)\b"
    r"|\bthe (?:trick|key idea|key insight) is\b",
    re.IGNORECASE,
)

Rule = Callable[["Problem", Language], Iterator[str]]


def lint_question(problem: Problem) -> tuple[Flag, ...]:
    """All flags of the problem's question."""
    try:
        language = find_language(problem.language)
    except UnknownLanguage:
        return (Flag(rule="language", detail=f"{problem.language} is no language that we know"),)
    problem = msgspec.structs.replace(
        problem,
        question=readable(problem.question),
        canonical_solution=readable(problem.canonical_solution),
        tests={name: readable(tests) for name, tests in problem.tests.items()},
    )
    return tuple(Flag(rule=name, detail=detail) for name, rule in RULES.items() for detail in rule(problem, language))


def leaks(problem: Problem) -> str:
    """How the question tells the solution; empty if it does not."""
    return "; ".join(_leak(problem, find_language(problem.language)))


def _names(problem: Problem, language: Language) -> Iterator[str]:
    """What the tests ask the solution for must be named."""
    defined = _defined(language, problem.canonical_solution) - _GIVEN
    used = frozenset[str]().union(*(names_of_tests(language, tests) for tests in problem.tests.values()))
    told = f"{problem.question}\n{problem.prefix}\n{problem.suffix}"
    missing = sorted(name for name in defined & used if not _is_mentioned(name, told))
    if missing:
        yield f"the question does not name {', '.join(missing)}"


def _defined(language: Language, solution: str) -> frozenset[str]:
    """What the solution defines itself; not what it imports."""
    reading = Reading(language)
    imported = (unit.names for unit in reading.units(solution) if unit.kind in language.answers.imports)
    names = reading.defined(solution) - frozenset[str]().union(*imported)
    if reading.is_right(solution):
        return names
    # Where the grammar is lost, variables of functions look like those of the program.
    return frozenset(name for name in names if re.search(_DEFINITION.format(re.escape(name)), solution))


def _is_mentioned(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _leak(problem: Problem, language: Language) -> Iterator[str]:
    """The solution must not be told. Signatures, comments and long texts are no solution."""
    solution = problem.canonical_solution
    signatures = {_line(line) for line in f"{stub_of(language, solution)}\n{problem.prefix}".split("\n")}
    telling = _telling(without_talk(language, solution), signatures)
    shown = _telling(problem.question, signatures)
    found = [line for line in telling if line in set(shown)]
    runs = set(_runs(telling))
    if any(run in runs for run in _runs(shown)):
        yield f"{len(found)} lines of the solution are in the question, {_LEAKED_RUN} or more of them in a row"
    elif found and len(found) > (_LEAKED_SHARE * len(telling) if len(found) > 1 else len(telling) - 1):
        yield f"{len(found)} of {len(telling)} telling lines of the solution are in the question"


def _telling(text: str, signatures: set[str]) -> list[str]:
    lines = map(_line, text.split("\n"))
    return [line for line in lines if len(line) >= _TELLING_LINE and line not in signatures and line[0] not in "#';%"]


def _runs(lines: list[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(lines[start : start + _LEAKED_RUN]) for start in range(len(lines) - _LEAKED_RUN + 1))


def without_talk(language: Language, solution: str) -> str:
    """Without comments and texts over several lines, which may stand in a question too."""
    data = encode(solution)
    if language.syntax is None or not Reading(language).exact or len(data) > MOST_BYTES:
        return solution
    edits = Edits(data)
    end = 0
    nodes = [node for node in descendants(parse(language.syntax.grammar, data).root) if _TALK.search(node.type)]
    for node in sorted(nodes, key=lambda node: (node.start_byte, -node.end_byte)):
        long = node.end_point[0] > node.start_point[0] or "comment" in node.type
        if long and node.start_byte >= end:
            edits.blank(node)
            end = node.end_byte
    return edits.apply().decode(errors="surrogateescape")


def _line(line: str) -> str:
    return " ".join(line.strip(" \t>*-`").split())


def _examples(problem: Problem, language: Language) -> Iterator[str]:
    """What the demo tests expect must be shown."""
    if example_section(problem.question):
        yield from _not_shown(problem, language)


def _no_examples(problem: Problem, language: Language) -> Iterator[str]:
    """There must be examples where there are demo tests."""
    if not example_section(problem.question) and any(_not_shown(problem, language)):
        yield "the question has no examples, and the demo tests have some"


def _not_shown(problem: Problem, language: Language) -> Iterator[str]:
    demo = problem.tests.get("demo", "")
    for check in checks_of(expected_literals(language, demo, problem.canonical_solution)):
        missing = [literal for literal in check if not is_shown(literal, problem.question)]
        # A check may have a label besides what it expects; a text that is missing is a mistake where nothing is shown.
        numbers = [literal for literal in missing if isinstance(literal.value, float)]
        wanted = missing if len(missing) == len(check) else numbers
        if wanted:
            listed = ", ".join(literal.text for literal in wanted)
            yield f"the demo tests expect {listed} at line {wanted[0].line}, and the question does not show it"


def _private(problem: Problem, language: Language) -> Iterator[str]:
    """Examples must not show what only the other tests have."""
    section, demo = example_section(problem.question), problem.tests.get("demo", "")
    if not section or not demo:  # where there are no demo tests, nothing is private
        return
    elsewhere = f"{problem.question.replace(section, '')}\n{demo}"
    others = [literals_of(language, tests) for name, tests in problem.tests.items() if name != "demo"]
    values = {literal.value for literals in others for literal in literals}
    texts = {text for text in quoted_in(section) if len(text) >= _TELLING_TEXT}
    numbers = {number for number in numbers_in(section) if number >= _TELLING_NUMBER} - numbers_in(elsewhere)
    known = quoted_in(elsewhere)
    for value in sorted((texts | numbers) & values, key=str):
        if isinstance(value, float) or (value not in elsewhere and value not in known):
            yield f"the examples have {value!r}, which only the private tests have"


def _language(problem: Problem, language: Language) -> Iterator[str]:
    """The language must be said, unless code to complete shows it."""
    if problem.prefix and problem.prefix.strip() in problem.question:
        return
    if not any(_is_said(name, problem.question) for name in language.all_names()):
        yield f"the question does not say {language.name}"


def _is_said(name: str, text: str) -> bool:
    flags = re.IGNORECASE if len(name) > 2 else re.NOFLAG
    return re.search(rf"(?<![\w+#-]){re.escape(name)}(?![\w+#])", text, flags) is not None


def _hints(problem: Problem, _: Language) -> Iterator[str]:
    """How to solve it is not said."""
    for found in _HINTS.finditer(problem.question):
        yield f"advice: {' '.join(found[0].split())}"


def _empty(problem: Problem, _: Language) -> Iterator[str]:
    length = len(problem.question.strip())
    if length < _FEWEST_CHARACTERS:
        yield f"the question has {length} characters"


RULES: dict[str, Rule] = {
    "empty": _empty,
    "language": _language,
    "names": _names,
    "leak": _leak,
    "examples": _examples,
    "no_examples": _no_examples,
    "private": _private,
    "hints": _hints,
}
"""Name → what finds the offences against it."""
