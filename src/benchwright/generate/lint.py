"""Find faults of a question that a program can detect. A flag calls for a closer look; it is not a verdict."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from benchwright.errors import UnknownLanguage
from benchwright.generate.record import Flag
from benchwright.judging.canary import find_candidates
from benchwright.judging.extract.reading import MOST_BYTES, Reading, names_of_tests, readable
from benchwright.judging.mutation import stub_of
from benchwright.judging.similarity import strip_comments
from benchwright.languages import Language, find_language
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import parse
from benchwright.problems import Problem

if TYPE_CHECKING:
    from benchwright.problems import Problem


_NUMBER = re.compile(r"(?<![\w.])0[xX][0-9A-Fa-f_]+|(?<!\w)\d[\d_']*(?:\.\d+)?(?:[eE][+-]?\d+)?|(?<!\w)\.\d+")
_QUOTED = tuple(map(re.compile, (r"\"((?:[^\"\\\n]|\\.)*)\"", r"(?<!\w)'((?:[^'\\\n]|\\.)*)'", r"`([^`\n]+)`")))
_OPENING_QUOTE = re.compile(r"(?:[$@rRbBuUlLfFsq&#]{0,3})(\"\"\"|'''|\"|'|`)")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u\{?([0-9A-Fa-f]{1,6})\}?|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
_MESSAGE = re.compile(
    r"[%~][a-z]|%\.\d|\{[^{}]*\}|\$\w|fail|expect|wrong|should|must|\bgot\b|\bwant|\btest|mismatch|assert|:\s*$|^\s|\w\s+$|^__\w+__$",
    re.IGNORECASE,
)
"""Strings that report a failure; they are not results of a solution."""
_SECTION = re.compile(
    r"^[ \t#*_>-]*(?:for )?(?:examples?|sample|demo|usage)\b[^\n]*$|^[ \t]*>>> ", re.IGNORECASE | re.MULTILINE
)
_HEADING = re.compile(r"^(?:#{1,6} |\*\*[^*\n]+\*\*:?\s*$)", re.MULTILINE)
_CLOSE = 1e-4
"""A question may show fewer digits of a fraction."""
_SMALLEST_TOLD = 1e-2
"""Smaller numbers are tolerances."""
_ANYWHERE = frozenset({0.0, 1.0})
"""Numbers that occur in tests for other reasons: exit codes, counters."""


class Literal(msgspec.Struct, frozen=True, kw_only=True):
    """A number or a string in the tests."""

    value: float | str
    """Its value; a number without its sign."""
    text: str
    """Its text in the source."""
    line: int
    """First line of its check, if it belongs to one."""


def literals_of(language: Language, tests: str) -> list[Literal]:
    """Return all numbers and strings in the tests; none if the language cannot be parsed."""
    syntax, data = language.syntax, encode(clean(tests))
    kinds = {node_type: kind for kind, types in syntax.literals.items() for node_type in types} if syntax else {}
    if syntax is None or not kinds or len(data) > MOST_BYTES:
        return []
    opening = b"" if syntax.opening.strip().encode() in data else syntax.opening.encode()
    tree = parse(syntax.grammar, opening + data)
    found = tree.find(f"[{' '.join(f'({node_type})' for node_type in kinds)}] @literal")
    nodes = [match["literal"] for match in found if kinds[match["literal"].type] != "boolean"]
    return [_literal(tree.text_of(node), node.start_point[0] + 1) for node in nodes]


def expected_literals(language: Language, tests: str, reference: str) -> list[Literal]:
    """Return the numbers and strings that the checks compare with, as far as they can be detected."""
    data = encode(clean(tests))
    if len(data) > MOST_BYTES:
        return []
    known = {(literal.line, literal.text) for literal in literals_of(language, tests)}
    found = [each for each in find_candidates(language, tests, reference) if each.tier == "value"]
    lines = {each.site.line for each in found}
    literals: list[Literal] = []
    for each in found:
        text = data[each.site.start : each.site.end].decode(errors="surrogateescape")
        literal = _literal(text, each.site.line)
        # The string that starts a block of checks is its label.
        label = isinstance(literal.value, str) and any(each.site.line < line <= each.last_line for line in lines)
        if (each.site.line, literal.text) in known and not label and not _is_harness(literal):
            literals.append(literal)
    return literals


def is_shown(literal: Literal, question: str) -> bool:
    """Whether the question contains the literal, in this or another spelling."""
    if isinstance(literal.value, float):
        wanted = literal.value
        close = 0.0 if wanted.is_integer() else _CLOSE * max(1.0, wanted)
        return any(abs(number - wanted) <= close for number in numbers_in(question))
    if literal.text in question:
        return True
    shown = _plain(unescaped(question))
    words = re.findall(r"\w+", literal.value)
    return all(_plain(line) in shown for line in literal.value.split("\n")) or (
        # Tests may join a list that the question shows as a list.
        len(words) > 1 and re.search(r"\W{1,12}".join(map(re.escape, words)), question) is not None
    )


def example_section(question: str) -> str:
    """Return the part of the question that gives examples; empty if none is marked as such."""
    first = _SECTION.search(question)
    if first is None:
        return ""
    heading = _HEADING.search(question, first.end())
    while heading is not None and _SECTION.match(heading[0]):
        heading = _HEADING.search(question, heading.end())
    return question[first.start() : heading.start() if heading else len(question)]


def quoted_in(text: str) -> set[str]:
    """Return everything in quotes or formatted as code."""
    return {unescaped(found[1]) for pattern in _QUOTED for found in pattern.finditer(text)}


def numbers_in(text: str) -> set[float]:
    """Return all numbers in a text, without their signs."""
    return {value for found in _NUMBER.finditer(text) if (value := _number(found[0])) is not None}


def unescaped(text: str) -> str:
    """Replace the usual escape sequences by their characters."""
    return _ESCAPE.sub(_character, text)


def _literal(text: str, line: int) -> Literal:
    number = _number(text)
    if number is not None:
        return Literal(value=number, text=text, line=line)
    inner = text
    if (opening := _OPENING_QUOTE.match(text)) and text.endswith(opening[1]) and len(text) > opening.end():
        inner = text[opening.end() : -len(opening[1])]
    return Literal(value=unescaped(inner), text=inner, line=line)


def _is_harness(literal: Literal) -> bool:
    """Whether the literal belongs to the tests' own machinery."""
    if isinstance(literal.value, float):
        return literal.value in _ANYWHERE or literal.value < _SMALLEST_TOLD
    return not literal.value.strip() or bool(_MESSAGE.search(literal.value))


def _number(text: str) -> float | None:
    bare = re.sub(r"(?<=[\d.])(?:_?[iuf]\d+|[uUlLfFdDnmMNrRz]+|f0)$", "", text.replace("_", "").replace("'", ""))
    try:
        if re.fullmatch(r"0[xX][0-9A-Fa-f]+[uUlL]*", bare):
            return float(int(bare.rstrip("uUlL"), 16))
        return abs(float(bare)) if re.fullmatch(r"[-+]?[\d.]+(?:[eE][+-]?\d+)?", bare) else None
    except (ValueError, OverflowError):
        return None


def _character(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    if code and int(code, 16) < 0x110000:
        return chr(int(code, 16))
    return _ESCAPED.get(found[3], found[3]) if found[3] else found[0]


def _plain(text: str) -> str:
    """Remove whitespace and Markdown's marks, which only format."""
    return re.sub(r"[\s`|>]+", "", text)


def checks_of(literals: Iterable[Literal]) -> Iterator[list[Literal]]:
    """Yield the literals of each check."""
    by_line: dict[int, list[Literal]] = {}
    for literal in literals:
        by_line.setdefault(literal.line, []).append(literal)
    yield from (by_line[line] for line in sorted(by_line))


_FEWEST_CHARACTERS = 80
_LEAKED_RUN = 3
_LEAKED_SHARE = 0.4
_DISTINCTIVE_LINE = 10
"""Shorter lines of a solution, such as `else {` or `i += 1`, reveal nothing."""
_DISTINCTIVE_TEXT = 4
_DISTINCTIVE_NUMBER = 1000
_GIVEN = frozenset({"hashCode", "equals", "toString", "compareTo", "main", "void"})
"""Names that the language provides; a request for equality implies them."""
_DEFINITION = r"(?<!\w){0}\s*\(|\b(?:class|struct|type|enum|interface|trait|module|def\w*|fun\w*|fn|sub|proc) +{0}\b"

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
    """Return all flags of the problem's question."""
    try:
        language = find_language(problem.language)
    except UnknownLanguage:
        return (Flag(rule="language", detail=f"{problem.language} is not a known language"),)
    problem = msgspec.structs.replace(
        problem,
        question=readable(problem.question),
        canonical_solution=readable(problem.canonical_solution),
        tests={name: readable(tests) for name, tests in problem.tests.items()},
    )
    return tuple(Flag(rule=name, detail=detail) for name, rule in RULES.items() for detail in rule(problem, language))


def leaks(problem: Problem) -> str:
    """Return how the question reveals the solution; empty if it does not."""
    return "; ".join(_leak(problem, find_language(problem.language)))


def _names(problem: Problem, language: Language) -> Iterator[str]:
    """The question must name what the tests expect the solution to define."""
    defined = _defined(language, problem.canonical_solution) - _GIVEN
    used = frozenset[str]().union(*(names_of_tests(language, tests) for tests in problem.tests.values()))
    shown = f"{problem.question}\n{problem.prefix}\n{problem.suffix}"
    missing = sorted(name for name in defined & used if not _is_mentioned(name, shown))
    if missing:
        yield f"the question does not name {', '.join(missing)}"


def _defined(language: Language, solution: str) -> frozenset[str]:
    """Return the names that the solution defines, without imported ones."""
    reading = Reading(language)
    imported = (unit.names for unit in reading.units(solution) if unit.kind in language.answers.imports)
    names = reading.defined(solution) - frozenset[str]().union(*imported)
    if reading.is_right(solution):
        return names
    # Where the grammar fails, local variables look like global ones.
    return frozenset(name for name in names if re.search(_DEFINITION.format(re.escape(name)), solution))


def _is_mentioned(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _leak(problem: Problem, language: Language) -> Iterator[str]:
    """The question must not reveal the solution. Signatures, comments and long strings do not count."""
    solution = problem.canonical_solution
    signatures = {_line(line) for line in f"{stub_of(language, solution)}\n{problem.prefix}".split("\n")}
    distinctive = _long_lines(strip_comments(language, solution), signatures)
    shown = _long_lines(problem.question, signatures)
    found = [line for line in distinctive if line in set(shown)]
    runs = set(_runs(distinctive))
    if any(run in runs for run in _runs(shown)):
        yield f"{len(found)} lines of the solution are in the question, {_LEAKED_RUN} or more of them in a row"
    elif found and len(found) > (_LEAKED_SHARE * len(distinctive) if len(found) > 1 else len(distinctive) - 1):
        yield f"{len(found)} of {len(distinctive)} distinctive lines of the solution are in the question"


def _long_lines(text: str, signatures: set[str]) -> list[str]:
    lines = map(_line, text.split("\n"))
    return [
        line for line in lines if len(line) >= _DISTINCTIVE_LINE and line not in signatures and line[0] not in "#';%"
    ]


def _runs(lines: list[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(lines[start : start + _LEAKED_RUN]) for start in range(len(lines) - _LEAKED_RUN + 1))


def _line(line: str) -> str:
    return " ".join(line.strip(" \t>*-`").split())


def _examples(problem: Problem, language: Language) -> Iterator[str]:
    """The question must show what the demo tests expect."""
    if example_section(problem.question):
        yield from _not_shown(problem, language)


def _no_examples(problem: Problem, language: Language) -> Iterator[str]:
    """The question must have examples if there are demo tests."""
    if not example_section(problem.question) and any(_not_shown(problem, language)):
        yield "the question has no examples, and the demo tests have some"


def _not_shown(problem: Problem, language: Language) -> Iterator[str]:
    demo = problem.tests.get("demo", "")
    for check in checks_of(expected_literals(language, demo, problem.canonical_solution)):
        missing = [literal for literal in check if not is_shown(literal, problem.question)]
        # A check may have a label besides what it expects; a missing string is a fault only if nothing is shown.
        numbers = [literal for literal in missing if isinstance(literal.value, float)]
        wanted = missing if len(missing) == len(check) else numbers
        if wanted:
            listed = ", ".join(literal.text for literal in wanted)
            yield f"the demo tests expect {listed} at line {wanted[0].line}, and the question does not show it"


def _private(problem: Problem, language: Language) -> Iterator[str]:
    """Examples must not show what occurs only in the private tests."""
    section, demo = example_section(problem.question), problem.tests.get("demo", "")
    if not section or not demo:  # without demo tests, nothing is private
        return
    public = f"{problem.question.replace(section, '')}\n{demo}"
    others = [literals_of(language, tests) for name, tests in problem.tests.items() if name != "demo"]
    values = {literal.value for literals in others for literal in literals}
    texts = {text for text in quoted_in(section) if len(text) >= _DISTINCTIVE_TEXT}
    numbers = {number for number in numbers_in(section) if number >= _DISTINCTIVE_NUMBER} - numbers_in(public)
    known = quoted_in(public)
    for value in sorted((texts | numbers) & values, key=str):
        if isinstance(value, float) or (value not in public and value not in known):
            yield f"the examples have {value!r}, which only the private tests have"


def _language(problem: Problem, language: Language) -> Iterator[str]:
    """The question must name the language, unless code to complete shows it."""
    if problem.prefix and problem.prefix.strip() in problem.question:
        return
    if not any(_is_said(name, problem.question) for name in language.all_names()):
        yield f"the question does not say {language.name}"


def _is_said(name: str, text: str) -> bool:
    flags = re.IGNORECASE if len(name) > 2 else re.NOFLAG
    return re.search(rf"(?<![\w+#-]){re.escape(name)}(?![\w+#])", text, flags) is not None


def _hints(problem: Problem, _: Language) -> Iterator[str]:
    """The question must not say how to solve the problem."""
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
"""Rule → function that finds violations of it."""
