"""Join Pascal: one program that includes both texts as files, so that compiler and backtraces name their own lines.

The header, the `uses` clauses and the directives for the whole program are collected in the main file. The main blocks
of both texts become procedures: the driver calls the tests', and nothing calls the solution's.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence

import msgspec

from benchwright.languages.join import SOLUTION_NAME, Joined, Origin, Parts, encode

_TOKEN = re.compile(
    r"""(?P<directive>\{\$[^}]*\}|\(\*\$.*?\*\))
    |(?P<brace>\{)
    |(?P<comment>\(\*.*?(?:\*\)|\Z)|//[^\n]*)
    |(?P<quoted>'(?:[^'\n]|'')*')
    |(?P<word>&?[A-Za-z_]\w*)
    |(?P<mark>:=|\.\.|\d+|\S)""",
    re.VERBOSE | re.DOTALL,
)
_INCLUDE = re.compile(rf"\W+(?i:i|include)\s+'?(?:[^'\s}}]*/)?{SOLUTION_NAME}\.(?i:pas|pp|inc)'?\W+")
_GLOBAL = re.compile(r"\W+(?:mode|modeswitch|apptype|codepage|minstacksize|maxstacksize)\b", re.IGNORECASE)
_OF_UNITS = re.compile(r"\W+(?:mode|h[+-]|longstrings)", re.IGNORECASE)
_STANDARD_COMMENTS = re.compile(r"\{\$mode\s+(?:delphi|tp|macpas)", re.IGNORECASE)
"""Modes in which a comment ends at the first brace."""
_FIRST_UNITS = ("cthreads", "cmem")
"""Units that must be initialized before everything else."""
_ASSERTIONS_ON = re.compile(r"\{\$(?:C\+|ASSERTIONS\s+ON)", re.IGNORECASE)
_STRUCTURES = frozenset({"record", "object", "class", "interface"})
_BLOCKS = frozenset({"begin", "case", "try", "asm"})
_RAISE_ENDS = frozenset({";", "end", "else", "until", "except", "finally", "at"})
_MAIN = """\
{directives}
program benchwright_program;
uses {units};
{solution}
{{$MACRO OFF}}
{{$I tests.inc}}
{entry}
begin
  benchwright_driver.Run(@benchwright_tests, {executed});
end.
"""


class Token(msgspec.Struct, frozen=True):
    """A word or symbol of a text, in lower case, with its position."""

    text: str
    start: int
    end: int


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A text without what only a whole program has."""

    text: str
    directives: tuple[str, ...]
    units: tuple[str, ...]
    """Units that it uses, as written."""
    routines: frozenset[str]
    """Names of its procedures and functions."""
    has_main: bool
    unit: str = ""
    """Name of the unit that the text is; empty if it is not a unit."""


def join(parts: Parts) -> Joined:
    """Combine the main file and the two texts."""
    tests, called, silent = _tests(parts.tests)
    taken = frozenset() if "overload" in parts.tests.lower() else tests.routines
    solution = _strip(parts.solution, "benchwright_solution_main", taken)
    file = f"{solution.unit}.pas" if solution.unit else "solution.inc"
    entry, executed = "", 1
    if not tests.has_main:
        entry = f"procedure benchwright_tests; begin {''.join(f'{name}; ' for name in called)}end;"
        executed = len(called)
    main = _MAIN.format(
        directives="".join(dict.fromkeys((*solution.directives, *tests.directives))),
        units=", ".join(_units(solution, tests)),
        solution="" if solution.unit else "{$I solution.inc}",
        entry=entry,
        executed=executed,
    )
    return Joined(
        files={"main.pas": encode(main), file: encode(solution.text), "tests.inc": encode(tests.text)},
        mode="tests",
        origins={file: Origin(part="solution"), "tests.inc": Origin(part="tests")},
        entry="text" if tests.has_main else "call",
        silent=("Assert",) if silent and not _ASSERTIONS_ON.search(parts.solution) else (),
    )


def _units(solution: Source, tests: Source) -> Iterator[str]:
    """Yield every unit once, ignoring case. If units share a name, the later one wins, so the driver must not hide
    any."""
    used = tests.units if solution.unit else [name for name in tests.units if not re.fullmatch(SOLUTION_NAME, name)]
    wanted = {name.lower(): name for name in (*used, *solution.units, solution.unit) if name}
    yield from (name for name in _FIRST_UNITS if name in wanted)
    yield "benchwright_driver"
    order = dict.fromkeys(name.lower() for name in (*solution.units, *used, solution.unit) if name)
    yield from (wanted[name] for name in order if name not in _FIRST_UNITS)


@functools.lru_cache(maxsize=256)
def _tests(text: str) -> tuple[Source, tuple[str, ...], bool]:
    """Return the tests, the procedures to call if they have no main block, and whether their assertions may be
    disabled."""
    source = _strip(text, "benchwright_tests")
    tokens, _ = _tokens(source.text)
    changes = list(_reports(source.text, tokens, source.routines))
    called = tuple(
        after.text
        for before, after, following in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if before.text == "procedure" and after.text.startswith("test") and following.text == ";"
    )
    asserts = any(token.text == "assert" for token in tokens) and "assert" not in source.routines
    changed = msgspec.structs.replace(source, text=_changed(source.text, changes))
    return changed, called, asserts and not _ASSERTIONS_ON.search(text)


def _strip(text: str, main: str, taken: frozenset[str] = frozenset()) -> Source:
    """Turn the main block of the text into a procedure; routines whose names are taken are renamed."""
    tokens, directives = _tokens(text)
    routines = frozenset(_routines(tokens))
    if len(tokens) > 1 and tokens[0].text == "unit":
        # The tests are written in the same mode, although they are not part of the unit.
        head = next((token.start for token in tokens if token.text == "interface"), 0)
        kept = tuple(each.text for each in directives if each.end < head and _OF_UNITS.match(each.text))
        return Source(text=text, directives=kept, units=(), routines=routines, has_main=False, unit=tokens[1].text)
    included = [each for each in directives if _INCLUDE.fullmatch(each.text)]
    directives = [each for each in directives if _GLOBAL.match(each.text)]
    changes = [_blanked(text, each.start, each.end) for each in (*directives, *included)]
    for token in tokens if taken & routines else ():
        if token.text in taken & routines and text[token.start - 1 : token.start] != ".":
            changes.append((token.start, token.end, f"benchwright_solution_{token.text}"))
    units: list[str] = []
    for start, end in _clauses(tokens):
        changes.append(_blanked(text, tokens[start].start, tokens[end].end))
        units += _listed(text[tokens[start].end : tokens[end].start]) if tokens[start].text == "uses" else ()
    block = _main_block(tokens)
    if block is not None:
        changes.append((tokens[block[0]].start, tokens[block[0]].start, f"procedure {main}; "))
        changes.append((tokens[block[1]].end, len(text), ";\n"))
    return Source(
        text=_changed(text, changes),
        directives=tuple(each.text for each in directives),
        units=tuple(units),
        routines=routines,
        has_main=block is not None,
    )


def _clauses(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the header and the `uses` clauses."""
    for start, token in enumerate(tokens):
        if token.text == "uses" or (start == 0 and token.text == "program"):
            yield start, next((place for place in range(start, len(tokens)) if tokens[place].text == ";"), start)


def _listed(clause: str) -> Iterator[str]:
    """Yield the names in a `uses` clause."""
    plain = re.sub(r"\{[^}]*\}|\(\*.*?\*\)|//[^\n]*", "", clause, flags=re.DOTALL)
    for item in plain.split(","):
        if found := re.match(r"\s*([\w.]+)", item):
            yield found[1]


def _tokens(text: str) -> tuple[list[Token], list[Token]]:
    """Return the words and symbols of a text, and its directives."""
    nested = not _STANDARD_COMMENTS.search(text)
    tokens: list[Token] = []
    directives: list[Token] = []
    position = 0
    while found := _TOKEN.search(text, position):
        position = found.end()
        if found.lastgroup == "brace":
            position = _comment_end(text, found.start(), nested)
        elif found.lastgroup == "directive":
            directives.append(Token(found[0], found.start(), found.end()))
        elif found.lastgroup in ("word", "mark", "quoted"):
            tokens.append(Token(found[0].lower(), found.start(), found.end()))
    return tokens, directives


def _comment_end(text: str, start: int, nested: bool) -> int:
    depth = 0
    for found in re.compile(r"[{}]").finditer(text, start):
        depth = depth - 1 if found[0] == "}" else depth + 1 if nested else 1
        if depth == 0:
            return found.end()
    return len(text)


def _routines(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the names of procedures and functions that are not methods."""
    depth = 0
    for index, token in enumerate(tokens[:-2]):
        following = tokens[index + 1].text
        if token.text in _STRUCTURES and tokens[index - 1].text in ("=", ":", "of", "packed"):
            depth += _has_body(tokens, index)
        elif token.text == "end" and depth:
            depth -= 1
        elif token.text in ("procedure", "function") and not depth and re.match("[a-z_]", following):
            yield from () if tokens[index + 2].text == "." else (following,)


def _has_body(tokens: Sequence[Token], index: int) -> bool:
    """Whether an `end` follows: not after `class;`, `class of` and `class(Parent);`."""
    after = index + 1
    if tokens[after].text == "(":
        after = next((place for place in range(after, len(tokens)) if tokens[place].text == ")"), after) + 1
    return after < len(tokens) and tokens[after].text not in (";", "of")


def _main_block(tokens: Sequence[Token]) -> tuple[int, int] | None:
    """Return the range of the main block."""
    ends = (place for place, token in enumerate(tokens[:-1]) if token.text == "end" and tokens[place + 1].text == ".")
    last = next(ends, None)
    if last is None:
        return None
    depth = 0
    for place in range(last, -1, -1):
        word = tokens[place].text
        depth += (word == "end") - (word in _BLOCKS)
        if depth == 0:
            return (place, last) if word == "begin" else None
    return None


def _reports(text: str, tokens: Sequence[Token], own: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    """Yield edits that let the driver see how the tests fail: their assertions, exits and exceptions."""
    calls = {"assert": "Check", "halt": "HaltOfTests", "runerror": "HaltOfTests"}
    for index, token in enumerate(tokens[:-1]):
        before, after = tokens[index - 1].text if index else "", tokens[index + 1]
        if token.text in calls and token.text not in own and (before != "." or tokens[index - 2].text == "system"):
            start = tokens[index - 2].start if before == "." else token.start
            call = f"benchwright_driver.{calls[token.text]}({_line(text, token)}"
            if after.text == "(":
                comma = "" if tokens[index + 2].text == ")" else ", "
                yield start, after.end, call + comma
            else:
                yield start, token.end, f"{call})"
        elif token.text == "raise" and after.text not in _RAISE_ENDS:
            yield after.start, after.start, f"benchwright_driver.RaisedByTests({_line(text, token)}, "
            end = _expression_end(tokens, index + 1)
            yield tokens[end].start, tokens[end].start, ")"


def _line(text: str, token: Token) -> int:
    return text.count("\n", 0, token.start) + 1


def _expression_end(tokens: Sequence[Token], start: int) -> int:
    depth = 0
    for place in range(start, len(tokens)):
        word = tokens[place].text
        depth += (word in "([") - (word in ")]")
        if depth == 0 and word in _RAISE_ENDS:
            return place
    return len(tokens) - 1


def _blanked(text: str, start: int, end: int) -> tuple[int, int, str]:
    return start, end, "\n" * text.count("\n", start, end)


def _changed(text: str, changes: Sequence[tuple[int, int, str]]) -> str:
    pieces: list[str] = []
    position = 0
    for start, end, new in sorted(changes):
        if start >= position:
            pieces += (text[position:start], new)
            position = end
    return "".join((*pieces, text[position:]))
