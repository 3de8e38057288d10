"""Parse the code that an answer continues, and fix the indentation of the continuation."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import msgspec

from benchwright.judging.extract.assemble import text_at
from benchwright.judging.extract.reading import Reading, Unit, defined_in
from benchwright.languages.join import encode
from benchwright.languages.syntax import ancestors

if TYPE_CHECKING:
    from tree_sitter import Node


_STEP = 4
_OPENS = (":", "=", "->", "=>", "(", "[", "{", "\\")
_NEXT = re.compile(
    r"(?:async )?(?:def|class|import|from|if __name__|print|assert|proc|func|echo|when|type|console)\b|[@#\"'`<A-Z]"
)
"""How lines start that models write after a function."""
_SPACE = re.compile(r"[ \t]*")


def fit_indentation(prefix: str, body: str) -> tuple[str, str]:
    """Indent the body to fit the prefix; also return what was wrong: its first line is indented differently from the
    rest, or the whole was shifted left. Only for languages in which indentation matters."""
    lines = body.split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled or not prefix.strip() or not (_is_blank_end(prefix) or body.startswith("\n")):
        return body, ""
    first = filled[0]
    begun = _width(prefix.rpartition("\n")[2]) if first == 0 and _is_blank_end(prefix) else 0
    given = _width(lines[first]) + begun
    second = _width(lines[filled[1]]) if len(filled) > 1 else None
    opens = lines[first].rstrip().endswith(_OPENS)
    wanted = _wanted(prefix, given, second if second is not None and not opens else None)
    alone = second is None or second >= len(wanted) + opens
    alone = alone and not any(_continues(lines[number], given) for number in filled[1:])
    if (given < len(wanted) and alone) or (given > len(wanted) and second == len(wanted) and not opens):
        what = "indentation of the first line"
    elif given < len(wanted):
        lines = [wanted[given:] + line if line.strip() else line for line in lines]
        return _joined(prefix, lines), "indentation of the body"
    else:
        return body, ""
    lines[first] = wanted + lines[first].lstrip()
    return _joined(prefix, lines), what


def is_too_far_left(middle: str, prefix: str) -> bool:
    """Whether a text for a hole has lines further left than the function started by the prefix allows."""
    filled = [line for line in middle.split("\n") if line.strip()]
    own = itertools.takewhile(lambda line: line[0].isspace() or _NEXT.match(line) is None, filled)
    least = min((_width(line) for line in prefix.split("\n") if line[:1].isspace() and line.strip()), default=0)
    return min(map(_width, own), default=least) < least


def _continues(line: str, width: int) -> bool:
    """Whether a line as far left as the first one still belongs to the body and does not start something else."""
    return _width(line) <= width and _NEXT.match(line.lstrip()) is None


def moved_right(text: str, place: str) -> str:
    """Indent the text like the first line of `place`."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    missing = " " * (_width(place) - _width(first))
    return "\n".join(missing + line if line.strip() else line for line in text.split("\n"))


def _joined(prefix: str, lines: list[str]) -> str:
    """Join the lines; start a new line if the prefix ends with only the indentation of one."""
    start = "\n" if _is_blank_end(prefix) and not prefix.endswith("\n") else ""
    return start + "\n".join(lines)


def _is_blank_end(prefix: str) -> bool:
    return not prefix.rpartition("\n")[2].strip()


def _width(line: str) -> int:
    found = _SPACE.match(line)
    return found.end() if found else 0


def _wanted(prefix: str, given: int, second: int | None) -> str:
    """Return the indentation of the body that the prefix starts: that of its last line, or more if this line opens the
    body. The answer itself shows how much more, by its first line or, if that has lost its indentation, by its
    second."""
    last = next(line for line in reversed(prefix.split("\n")) if line.strip())
    own = last[: _width(last)]
    if not last.rstrip().endswith(_OPENS):
        return own
    if given > len(own):
        step = given - len(own) if second is None or second >= given or second <= len(own) else second - len(own)
    else:
        step = second - len(own) if second is not None and second > len(own) else _STEP
    return own + ("\t" if own.endswith("\t") else " " * step)


_DEEPEST = 3
_HOLDER = re.compile(
    "func|method|proc|subroutine|decl(?!.*list)|definition|_item$|^call$|defun|^list|local_function", re.IGNORECASE
)
"""Node types that define a function."""
_BRINGS = re.compile(r"[^\W\d]\w*")
_KEYWORDS = frozenset({"import", "from", "as", "use", "using", "include", "static", "type", "func", "require", "std"})


class Beginning(msgspec.Struct, frozen=True, kw_only=True):
    """A prefix: complete parts, and a function that is only started."""

    text: str
    """Source text of the prefix."""
    entry: str
    """The function to write; empty if unknown."""
    begun: bool
    """Whether the function is started at all; otherwise the prefix consists of complete parts."""
    container: str
    """Name of the class or module opened around it."""
    entry_start: int
    """First byte of the function's line."""
    open_bodies: int
    """Number of bodies it leaves open, as far as that is known."""
    open_around: int
    """How many of the open bodies surround the function."""
    whole: tuple[Unit, ...]
    """The complete parts before the function."""


def read_beginning(prefix: str, entry_point: str, reading: Reading) -> Beginning:
    """Determine what the prefix starts, by parsing it with everything closed."""
    ending, bodies, begun = _ending(prefix, reading)
    code = prefix + ending
    units = [unit for unit in reading.units(code) if unit.start < len(encode(prefix))]
    names = _names(code, reading) if ending != "\n" or reading.answers.indented or not reading.is_right(code) else []
    if entry_point in (name for name, _ in names):
        names = names[: max(number for number, (name, _) in enumerate(names) if name == entry_point) + 1]
    elif entry_point:
        names = []
    entry, at = names[-1] if names else (entry_point, len(encode(prefix)))
    own = next((unit for unit in units if unit.start <= at < unit.end), None)
    around = [name for name, place in names if own is not None and own.start <= place < at and name != entry]
    start = _start(code, at, own, bool(around), reading) if names else at
    return Beginning(
        text=prefix,
        entry=entry,
        begun=bool(names),
        container=around[0] if around else "",
        entry_start=start,
        open_bodies=bodies,
        open_around=max(0, bodies - begun),
        whole=tuple(unit for unit in units if unit.end <= start and not unit.comment),
    )


def missing_parts(beginning: Beginning, code: str, reading: Reading) -> str:
    """Return the complete parts of a prefix that are missing from code which repeats its function."""
    defined, used = reading.defined(code), reading.used(code)
    flat = " ".join(code.split())
    brought = _brought([text_at(code, unit.start, unit.end) for unit in _imports(reading.units(code), reading)])
    pieces: list[str] = []
    for unit in beginning.whole:
        text = text_at(beginning.text, unit.start, unit.end)
        if unit.kind in reading.answers.heads:
            missing = not any(each.kind == unit.kind for each in reading.units(code))
        elif unit.kind in reading.answers.imports and reading.answers.imports_once:
            missing = bool(_brought([text]) & used) and not _brought([text]) & brought
        elif unit.names and unit.kind not in reading.answers.imports:
            missing = not unit.names & defined
        else:
            missing = " ".join(text.split()) not in flat
        pieces += [text.rstrip("\n") + "\n"] if missing else []
    return "".join(pieces)


def _imports(units: list[Unit], reading: Reading) -> list[Unit]:
    return [unit for unit in units if unit.kind in reading.answers.imports]


def _brought(texts: list[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in _BRINGS.findall(text)) - _KEYWORDS


def _ending(prefix: str, reading: Reading) -> tuple[str, int, bool]:
    """Return what completes the prefix to a program, how many bodies that closes, and whether the function's is among
    them."""
    syntax = reading.language.syntax
    closer = f"\n{reading.answers.closer}" if reading.answers.closer else ""
    stub = f"\n{syntax.stub}" if syntax is not None and syntax.stub else ""
    for body in dict.fromkeys(("", stub)):
        for count in range(_DEEPEST + 1 if closer else 1):
            ending = body + closer * count
            if reading.is_right(f"{prefix}{ending}\n"):
                return f"{ending}\n", count, not body
    return "\n", 0, False


def _names(code: str, reading: Reading) -> list[tuple[str, int]]:
    """Return the names the code defines with their byte positions, in order; without a grammar, by looking at lines."""
    tree, syntax = reading.tree(code), reading.language.syntax
    if reading.answers.pattern:
        names: list[tuple[str, int]] = []
        at = 0
        for line in code.split("\n"):
            names += [(name, at) for name in reading.defined(line)]
            at += len(encode(line)) + 1
        return names
    if tree is None or syntax is None:
        return []
    return sorted(defined_in(tree, syntax, reading.answers), key=lambda found: found[1])


def _start(code: str, at: int, own: Unit | None, nested: bool, reading: Reading) -> int:
    """Return the start of the line on which the definition of the name at a byte starts."""
    start = own.start if own is not None and not nested else at
    tree = reading.tree(code)
    if nested and tree is not None:
        node = tree.root.descendant_for_byte_range(at, at)
        start = _holder_start(node, own, at) if node is not None else at
    return encode(code).rfind(b"\n", 0, start) + 1


def _holder_start(node: Node, own: Unit | None, at: int) -> int:
    start = at
    for around in (node, *ancestors(node)):
        if own is not None and around.start_byte <= own.start:
            break
        if _HOLDER.search(around.type):
            start = around.start_byte
    return start
