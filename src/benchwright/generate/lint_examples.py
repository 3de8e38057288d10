"""The literals of tests, and whether a question shows them, whatever the spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from benchwright.judge.canary import find_candidates
from benchwright.judge.extract.reading import MOST_BYTES
from benchwright.languages import Language
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import parse

_NUMBER = re.compile(r"(?<![\w.])0[xX][0-9A-Fa-f_]+|(?<!\w)\d[\d_']*(?:\.\d+)?(?:[eE][+-]?\d+)?|(?<!\w)\.\d+")
_QUOTED = tuple(map(re.compile, (r"\"((?:[^\"\\\n]|\\.)*)\"", r"(?<!\w)'((?:[^'\\\n]|\\.)*)'", r"`([^`\n]+)`")))
_OPENING_QUOTE = re.compile(r"(?:[$@rRbBuUlLfFsq&#]{0,3})(\"\"\"|'''|\"|'|`)")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u\{?([0-9A-Fa-f]{1,6})\}?|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
_MESSAGE = re.compile(
    r"[%~][a-z]|%\.\d|\{[^{}]*\}|\$\w|fail|expect|wrong|should|must|\bgot\b|\bwant|\btest|mismatch|assert|:\s*$|^\s|\w\s+$|^__\w+__$",
    re.IGNORECASE,
)
"""Strings that tell of a failure; they are nothing that a solution gives."""
_SECTION = re.compile(
    r"^[ \t#*_>-]*(?:for )?(?:examples?|sample|demo|usage)\b[^\n]*$|^[ \t]*>>> ", re.IGNORECASE | re.MULTILINE
)
_HEADING = re.compile(r"^(?:#{1,6} |\*\*[^*\n]+\*\*:?\s*$)", re.MULTILINE)
_CLOSE = 1e-4
"""A question may show fewer digits of a fraction."""
_SMALLEST_TOLD = 1e-2
"""Smaller numbers are tolerances."""
_ANYWHERE = frozenset({0.0, 1.0})
"""Numbers that tests have for other reasons: exit codes, counters."""


class Literal(msgspec.Struct, frozen=True, kw_only=True):
    """A number or a text that tests hold."""

    value: float | str
    """What it stands for; a number without its sign."""
    text: str
    """How it is written."""
    line: int
    """Where its check begins, where it belongs to one."""


def literals_of(language: Language, tests: str) -> list[Literal]:
    """All numbers and texts of the tests; none where we cannot read the language."""
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
    """Numbers and texts that the checks of the tests compare with, as far as that can be told."""
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
        # The text that begins a block of checks is its label.
        label = isinstance(literal.value, str) and any(each.site.line < line <= each.last_line for line in lines)
        if (each.site.line, literal.text) in known and not label and not _is_harness(literal):
            literals.append(literal)
    return literals


def is_shown(literal: Literal, question: str) -> bool:
    """Whether the question has it, in this or another spelling."""
    if isinstance(literal.value, float):
        wanted = literal.value
        close = 0.0 if wanted.is_integer() else _CLOSE * max(1.0, wanted)
        return any(abs(number - wanted) <= close for number in numbers_in(question))
    if literal.text in question:
        return True
    shown = _plain(unescaped(question))
    words = re.findall(r"\w+", literal.value)
    return all(_plain(line) in shown for line in literal.value.split("\n")) or (
        # A list may be joined by the tests and written as a list in the question.
        len(words) > 1 and re.search(r"\W{1,12}".join(map(re.escape, words)), question) is not None
    )


def example_section(question: str) -> str:
    """The part of the question that gives examples; empty where none is marked as such."""
    first = _SECTION.search(question)
    if first is None:
        return ""
    heading = _HEADING.search(question, first.end())
    while heading is not None and _SECTION.match(heading[0]):
        heading = _HEADING.search(question, heading.end())
    return question[first.start() : heading.start() if heading else len(question)]


def quoted_in(text: str) -> set[str]:
    """What stands between quotes or as code."""
    return {unescaped(found[1]) for pattern in _QUOTED for found in pattern.finditer(text)}


def numbers_in(text: str) -> set[float]:
    """All numbers of a text, without their signs."""
    return {value for found in _NUMBER.finditer(text) if (value := _number(found[0])) is not None}


def unescaped(text: str) -> str:
    """With the usual escapes replaced by what they stand for."""
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
    """Whether it belongs to the tests' own machinery."""
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
    """Without space and Markdown's marks, which line up and decorate."""
    return re.sub(r"[\s`|>]+", "", text)


def checks_of(literals: Iterable[Literal]) -> Iterator[list[Literal]]:
    """The literals of each check."""
    by_line: dict[int, list[Literal]] = {}
    for literal in literals:
        by_line.setdefault(literal.line, []).append(literal)
    yield from (by_line[line] for line in sorted(by_line))
