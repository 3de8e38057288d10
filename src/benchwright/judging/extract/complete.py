"""Combine a prefix with an answer that continues or repeats it, and cut off what follows the function."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice

import msgspec

from benchwright.judging.extract.assemble import put_together, text_at
from benchwright.judging.extract.prefix import Beginning, fit_indentation, missing_parts, moved_right
from benchwright.judging.extract.prose import is_prose
from benchwright.judging.extract.reading import MOST_BYTES, Reading, Unit
from benchwright.languages.join import encode

_WINDOWS = (MOST_BYTES, 4096)
"""How many bytes to parse if the model ran on for longer."""
_NEW_PART = re.compile(rb"\n[ \t]*\n(?=\S)")
_MOST_PARTS = 3
_ANNOUNCED = re.compile(
    r"^\(?(?:def|fun|fn|sub|proc|let|class|struct|type)\w*\s+\(?([^\s(){}:]+)|([^\s(){}\[\];,]+)\s*\("
)
_LONGEST_LINE = 200
_LONGEST_REST = 200
_TOKEN = re.compile(r"\w+|[^\w\s]")
_MOST_TOKENS = 60
_TELLING = 3
"""Number of words and signs of a line that an answer does not repeat by chance."""


def without_run_on(code: str, start: int, names: Collection[str], reading: Reading) -> str:
    """Return the code up to the end of the part that contains the byte at `start`.

    Later definitions stay if that part or the tests, which use `names`, need them. The code is returned unchanged if
    there is nothing to cut, or if the grammar cannot decide.
    """
    for text in _beginnings(code):
        if not reading.units(text) or reading.is_lost(text):
            continue
        cut = _cut(text, start, names, reading)
        if cut is None:
            continue
        return cut if text == code or _can_go(code[len(text) :], cut, reading) else code
    return code


def first_line(code: str, unit: Unit) -> str:
    """Return the first line of a part, with whitespace collapsed."""
    return " ".join(text_at(code, unit.start, unit.end).split("\n", 1)[0].split())


def _beginnings(code: str) -> Iterator[str]:
    """Yield the code, then shorter versions of it, because its end may be truncated or it may be too long."""
    data = encode(code)
    ends = [found.start() + 1 for found in _NEW_PART.finditer(data[:MOST_BYTES])][-_MOST_PARTS:]
    ends += [data.rfind(b"\n", 0, size) + 1 for size in _WINDOWS if size < len(data)]
    yield code
    for end in sorted({end for end in ends if end > 0}, reverse=True):
        yield data[:end].decode(errors="surrogateescape")


def _can_go(rest: str, kept: str, reading: Reading) -> bool:
    """Whether the rest of the code, which was not parsed, is a separate part and defines nothing that the kept part
    uses."""
    lines = [line[:_LONGEST_LINE] for line in rest.split("\n") if line[:1].strip()]
    announced = {name for line in lines for found in _ANNOUNCED.finditer(line) for name in found.groups() if name}
    missing = reading.used(kept) - reading.defined(kept)
    return bool(rest.lstrip("\n")[:1].strip()) and not announced & missing


def _cut(code: str, start: int, names: Collection[str], reading: Reading) -> str | None:
    """Return the shortened code; None if the grammar cannot decide."""
    units = [unit for unit in reading.units(code) if not unit.comment]
    own = next((number for number, unit in enumerate(units) if unit.start <= start < unit.end), None)
    if own is None or units[own].broken:
        return None
    kept = _with_clauses(code, units, own, reading)
    later = units[len(kept) :]
    if any(unit.broken and not is_prose(first_line(code, unit)) for unit in later[:-1]):
        return None
    needed = _needed(code, kept, later, names, reading)
    dropped = [unit for unit in later if unit not in needed and _says_something(code, unit)]
    if not dropped:
        return code
    pieces = [text_at(code, 0, kept[-1].end), *(text_at(code, unit.start, unit.end) for unit in needed)]
    return "\n\n".join(piece.rstrip() for piece in pieces) + "\n"


def _says_something(code: str, unit: Unit) -> bool:
    """Whether a part is more than punctuation or the end of something that the tests start."""
    words = re.findall(r"\w+", text_at(code, unit.start, unit.end))
    return bool(words) and words[0].lower() != "end"


def _with_clauses(code: str, units: list[Unit], own: int, reading: Reading) -> list[Unit]:
    """Return the parts up to the function's own, plus those directly after it that continue it."""
    end = own + 1
    while end < len(units) and _continues(code, units, end, reading):
        end += 1
    return units[:end]


def _continues(code: str, units: list[Unit], number: int, reading: Reading) -> bool:
    """Whether a part is another clause of the previous one, or the definition of what that one declared, and not a
    repetition."""
    here, before = units[number], units[number - 1]
    if here.broken or not here.names & before.names:
        return False
    if here.kind == before.kind and not reading.answers.overloads:
        return False
    return first_line(code, here) not in {first_line(code, unit) for unit in units[:number]}


def _needed(code: str, kept: list[Unit], later: list[Unit], names: Collection[str], reading: Reading) -> list[Unit]:
    """Return later parts that define what the kept ones or the tests use and the kept ones do not define."""
    used = {unit: reading.used(text_at(code, unit.start, unit.end)) for unit in later if unit.names and not unit.broken}
    defined = {name for unit in kept if "signature" not in unit.kind for name in unit.names}
    missing = ({*names} | reading.used(text_at(code, 0, kept[-1].end))) - defined
    needed: set[Unit] = set()
    while more := [unit for unit in used if unit not in needed and unit.names & missing]:
        needed.update(more)
        missing |= {name for unit in more for name in used[unit]} - defined
    return [unit for unit in later if unit in needed]


class Completed(msgspec.Struct, frozen=True, kw_only=True):
    """A completed solution."""

    code: str
    """Source text of the solution."""
    how: str
    """How the answer was used."""
    repairs: tuple[str, ...]
    """Changes made to the code."""
    ended: bool
    """Whether the function is known to end before the answer does."""


def complete(text: str, beginning: Beginning, reading: Reading, *, apart: bool, names: frozenset[str]) -> Completed:
    """Build the solution. `apart` says that the answer's code was separate from its prose, so that it does not run
    on."""
    if repeats(text, beginning, reading):
        return _again(text, beginning, reading, apart, names)
    return _continued(text, beginning, reading, apart, names)


def repeats(text: str, beginning: Beginning, reading: Reading) -> bool:
    """Whether the text defines the function itself, before any statement that could only be part of its body."""
    if text.lstrip().startswith(beginning.text.strip()):
        return True
    if not beginning.begun:
        return _says_again(text, beginning, reading)
    if not beginning.entry or beginning.entry not in reading.defined(text):
        return False
    alone, after = reading.is_right(text), reading.is_right(_joined(beginning.text, text))
    if alone != after:
        return alone
    if alone and reading.answers.overloads:
        return _has_clause_again(text, beginning, reading)
    units = [unit for unit in reading.units(text) if not unit.comment]
    own = next((number for number, unit in enumerate(units) if beginning.entry in unit.names), None)
    return own is None or all(_stands_first(unit, reading) for unit in units[:own])


def is_body(text: str, beginning: Beginning, reading: Reading) -> bool:
    """Whether the text belongs inside the function, because it contains more than definitions."""
    units = [unit for unit in reading.units(text) if not unit.comment]
    return beginning.begun and not (units and all(_stands_first(unit, reading) for unit in units))


def _joined(prefix: str, text: str) -> str:
    return prefix + text if prefix.endswith("\n") else f"{prefix}\n{text}"


def _has_clause_again(text: str, beginning: Beginning, reading: Reading) -> bool:
    """Whether both contain the same defining part; parts that differ may be clauses of one function."""
    clauses = [
        {(name, _clause(code, unit)) for unit in reading.units(code) for name in unit.names}
        for code in (text, beginning.text)
    ]
    return bool(clauses[0] & clauses[1])


def _clause(code: str, unit: Unit) -> str:
    return unit.kind if "signature" in unit.kind else first_line(code, unit)


def _says_again(text: str, beginning: Beginning, reading: Reading) -> bool:
    """Whether the text repeats parts of a prefix that consists of complete parts."""
    own = {unit.kind for unit in reading.units(text)} & {*reading.answers.heads, *reading.answers.imports}
    if own & {unit.kind for unit in beginning.whole}:
        return True
    if reading.answers.overloads:
        return _has_clause_again(text, beginning, reading)
    units = reading.units(text)
    return any(mine.names & unit.names and mine.kind == unit.kind for mine in units for unit in beginning.whole)


def _stands_first(unit: Unit, reading: Reading) -> bool:
    return bool(unit.names) or unit.kind in (*reading.answers.imports, *reading.answers.heads)


def _again(text: str, beginning: Beginning, reading: Reading, apart: bool, names: frozenset[str]) -> Completed:
    """Handle an answer that repeats the function: add what else the prefix has, and what surrounds the function."""
    repairs: list[str] = []
    ended = False
    if not apart:
        start = next((unit.start for unit in reading.units(text) if beginning.entry in unit.names), 0)
        cut = without_run_on(text, start, names, reading)
        ended = cut != text
        text = cut
        repairs += ["cut after the function"] if ended else []
    if text.lstrip().startswith(beginning.text.strip()):
        return Completed(code=text, how="repeated", repairs=tuple(repairs), ended=ended)
    if beginning.container and beginning.container not in reading.defined(text):
        head = text_at(beginning.text, 0, beginning.entry_start)
        if reading.answers.indented:
            text = moved_right(text, text_at(beginning.text, beginning.entry_start, len(encode(beginning.text))))
        closers = _closers(head + text, beginning.open_around, beginning, reading, names)
        code = head + text + closers
        return Completed(code=code, how="repeated", repairs=(*repairs, "put into the prefix"), ended=ended)
    missing = missing_parts(beginning, text, reading)
    if missing:
        text = put_together([missing, text], reading)
        repairs.append("parts of the prefix added")
    return Completed(code=text, how="repeated", repairs=tuple(repairs), ended=ended)


def _continued(text: str, beginning: Beginning, reading: Reading, apart: bool, names: frozenset[str]) -> Completed:
    """Handle an answer that is the body, or starts with it."""
    repairs: list[str] = []
    prefix, body = beginning.text, text
    line = on_line(prefix, body, "", reading, apart=True) if apart else None
    if line is not None:
        repairs += ["repeated words of the line removed"] if line.strip() != body.strip() else []
        body = f"{line}\n"
    elif (apart and not prefix.endswith("\n")) or (
        not prefix.endswith(("\n", " ", "\t")) and _needs_line(beginning, body, reading)
    ):
        prefix += "\n"
    if line is None and reading.answers.indented and is_body(text, beginning, reading):
        body, wrong = fit_indentation(prefix, body)
        repairs += [wrong] if wrong else []
    start = len(encode(prefix)) + len(encode(body)) - len(encode(body.lstrip()))
    code = without_run_on(prefix + body, start, names, reading)
    ended = code != prefix + body
    repairs += ["cut after the function"] if ended else []
    if closers := _closers(code, beginning.open_bodies, beginning, reading, names):
        code += closers
        repairs.append("closed what the prefix opened")
    return Completed(code=code, how="continued", repairs=tuple(repairs), ended=ended)


def _needs_line(beginning: Beginning, body: str, reading: Reading) -> bool:
    """Whether the prefix lacks its final line end: a comment would swallow the answer, a docstring would touch it."""
    if body.startswith("\n"):
        return False
    if reading.answers.indented:
        return body[:1] in (" ", "\t") and beginning.text.rstrip().endswith((":", '"""', "'''"))
    tree, last = reading.tree(beginning.text), len(encode(beginning.text)) - 1
    node = tree.root.descendant_for_byte_range(last, last) if tree is not None and last >= 0 else None
    return node is not None and "comment" in node.type


def _closers(code: str, most: int, beginning: Beginning, reading: Reading, names: frozenset[str]) -> str:
    """Return what closes the bodies that the prefix opened and the answer did not close. What surrounds the function
    stays open if the tests close it, because some tests continue inside it."""
    if not most or not reading.answers.closer or reading.is_right(code):
        return ""
    start = "" if code.endswith("\n") else "\n"
    closer = f"{reading.answers.closer}\n"
    needed = next((count for count in range(1, most + 1) if reading.is_right(code + start + closer * count)), 0)
    if reading.answers.closer in names and not reading.answers.closer.isalpha():
        needed -= beginning.open_around
    return start + closer * needed if needed > 0 else ""


def on_line(prefix: str, middle: str, suffix: str, reading: Reading, *, apart: bool) -> str | None:
    """Return the middle as it continues the last line of the prefix; None if it starts a line of its own.

    The grammar decides; if it accepts both, a line that ends with a blank, or continues after the hole, is unfinished.
    """
    begun = prefix.rpartition("\n")[2]
    if not begun.strip() or (middle.startswith("\n") and not apart):
        return None
    rest = suffix.partition("\n")[0].strip()
    unfinished = not apart or begun[-1].isspace() or bool(rest)
    found = [(_errors(prefix + each + suffix, reading), each) for each in _forms(begun, middle, rest, apart=apart)]
    least, best = min(found, key=lambda each: each[0])
    below = _errors(f"{prefix}\n{middle.rstrip()}{suffix if suffix[:1] == chr(10) else chr(10) + suffix}", reading)
    return best if least < below or (unfinished and least == below) or not apart else None


def fits(prefix: str, middle: str, suffix: str, reading: Reading) -> bool:
    """Whether the middle is valid between the two, without what it repeats of the line."""
    begun, rest = prefix.rpartition("\n")[2], suffix.partition("\n")[0].strip()
    forms = (middle, *_forms(begun, middle, rest, apart=False))
    return any(reading.is_right(prefix + form + suffix) for form in forms)


def _forms(begun: str, middle: str, rest: str, *, apart: bool) -> Iterator[str]:
    """Yield the middle without what it repeats of the line before and after it, and as it is."""
    body = middle.strip("\n").rstrip() if apart else middle
    own = body.lstrip()
    forms = [own if apart else body]
    if (after := _without_start(own, begun)) is not None:
        forms.insert(0, after.lstrip() if begun[-1].isspace() else after)
    for form in forms:
        short = _without_end(form.rstrip(), rest)
        complete = bool(rest) and form.rstrip().endswith(rest)
        yield from (short, form) if complete else (form, short)


def _without_start(text: str, begun: str) -> str | None:
    """Return the text without the end of a line that it starts with: all of the line, or at least three signs and
    words, or two words, of it. None if it does not repeat any."""
    words, own = _TOKEN.findall(begun)[-_MOST_TOKENS:], list(islice(_TOKEN.finditer(text), _MOST_TOKENS))
    for count in range(min(len(words), len(own)), 0, -1):
        same = [found[0] for found in own[:count]] == words[-count:]
        telling = count >= _TELLING or (count > 1 and all(word[0].isalnum() for word in words[-count:]))
        if same and (count == len(words) or telling):
            return text[own[count - 1].end() :]
    return None


def _without_end(text: str, rest: str) -> str:
    """Return the text without the start of a line that it ends with."""
    for size in range(min(len(rest), len(text), _LONGEST_REST), 0, -1):
        if text.endswith(rest[:size]):
            return text[:-size].rstrip() if size == len(rest) else text[:-size]
    return text


def _errors(code: str, reading: Reading) -> float:
    return reading.errors(code) or 0.0
