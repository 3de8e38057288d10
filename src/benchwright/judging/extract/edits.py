"""Apply the edits that answers make to earlier code: unified diffs, and search-and-replace blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from benchwright.judging.extract.blocks import Block
from benchwright.judging.extract.fences import Fit
from benchwright.judging.extract.reading import Reading

_MOST_HUNKS = 100
_HUNK = re.compile(r"^@@.*$", re.MULTILINE)
_FILE = re.compile(r"^(?:diff |index |--- |\+\+\+ |new file|deleted file|\\ No newline).*\n?", re.MULTILINE)
_SEARCH, _DIVIDE, _REPLACE = (re.compile(sign + r"{5,9}(?:[ \t].*)?") for sign in "<=>")


def edited(blocks: tuple[Block, ...], given: str, reading: Reading) -> list[Block]:
    """Apply edits to the last block before them that they fit, or to the code given in the question. One that only
    adds lines may be a new file."""
    found: list[Block] = []
    for block in blocks:
        pairs = list(_replacements(block.text))
        if pairs and (made := _replaced(found, block, pairs, given)) is not None:
            found = made
        elif block.diff or _may_be_diff(block, reading):
            hunks = block.text
            made = _changed(found, block, given, lambda text, hunks=hunks: patched(text, hunks))  # type: ignore[misc]
            text = added_lines(block.text) if block.diff else ""
            added = Block(text=text, fit=Fit.UNMARKED, closed=block.closed) if text else block
            found = [*found, added] if made is None else made
        else:
            found.append(block)
    return found


def _changed(found: list[Block], block: Block, given: str, change: Callable[[str], str | None]) -> list[Block] | None:
    """Change the last block that accepts the change, or the given code; None if nothing does."""
    for number, other in reversed(list(enumerate(found))):
        made = change(other.text) if not other.diff else None
        if made is not None:
            repairs = tuple(dict.fromkeys((*other.repairs, "patch applied")))
            return [*found[:number], msgspec.structs.replace(other, text=made, repairs=repairs), *found[number + 1 :]]
    made = change(given) if given.strip() else None
    if made is None:
        return None
    return [*found, Block(text=made, fit=Fit.UNMARKED, closed=block.closed, repairs=("patch applied",))]


def _replaced(found: list[Block], block: Block, pairs: list[tuple[str, str]], given: str) -> list[Block] | None:
    for old, new in pairs[:_MOST_HUNKS]:
        if not old.strip():
            found = [*found, msgspec.structs.replace(block, text=new, fit=min(block.fit, Fit.UNMARKED))]
            continue
        made = _changed(found, block, given, lambda text, old=old, new=new: _with(text, old, new))  # type: ignore[misc]
        if made is None:
            return None
        found = made
    return found


def _replacements(text: str) -> Iterator[tuple[str, str]]:
    """Yield the texts to search, each with its replacement."""
    if "<<<<<" not in text:
        return
    old: list[str] = []
    new: list[str] = []
    into: list[str] | None = None
    for line in text.split("\n"):
        if _SEARCH.fullmatch(line.rstrip()):
            old, new = [], []
            into = old
        elif into is old and _DIVIDE.fullmatch(line.rstrip()):
            into = new
        elif into is new and _REPLACE.fullmatch(line.rstrip()):
            yield "".join(f"{each}\n" for each in old), "".join(f"{each}\n" for each in new)
            into = None
        elif into is not None:
            into.append(line)


def _with(text: str, old: str, new: str) -> str | None:
    """Replace lines of a text, wherever they are indented; None if it does not have them."""
    lines, wanted = text.rstrip("\n").split("\n"), old.rstrip("\n").split("\n")
    place = _find(lines, wanted)
    if place is None:
        return None
    first = next(line for line in wanted if line.strip())
    missing = (
        _margin(lines[place[0]]).removesuffix(_margin(first)) if _margin(lines[place[0]]) != _margin(first) else ""
    )
    lines[place[0] : place[1]] = [missing + line if line.strip() else line for line in new.rstrip("\n").split("\n")]
    return "".join(f"{line}\n" for line in lines)


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _may_be_diff(block: Block, reading: Reading) -> bool:
    """Whether a block that is not marked as a diff looks like one and is not valid in the language."""
    if block.fit is Fit.FOREIGN:
        return False
    lines = [line for line in block.text.split("\n") if line.strip()]
    signs = {line[0] for line in lines}
    return signs <= set(" +-@\\") and {"+", "-"} & signs != set() and not reading.is_right(block.text)


def added_lines(diff: str) -> str:
    """Return the lines that a diff adds if it removes none and has no context: a new file."""
    lines = [line for line in _HUNK.sub("", _FILE.sub("", diff)).split("\n") if line.strip()]
    return "".join(f"{line[1:]}\n" for line in lines) if lines and all(line[0] == "+" for line in lines) else ""


def patched(text: str, diff: str) -> str | None:
    """Apply a unified diff by the content of its lines, not by their numbers; None if it does not fit."""
    lines = text.rstrip("\n").split("\n")
    hunks = [each.strip("\n").split("\n") for each in _HUNK.split(_FILE.sub("", diff)) if each.strip("\n")]
    for hunk in hunks[:_MOST_HUNKS]:
        old = [line[1:] for line in hunk if line[:1] != "+"]
        new = [line[1:] for line in hunk if line[:1] != "-"]
        place = _find(lines, old)
        if place is None or old == new:
            return None
        lines[place[0] : place[1]] = new
    return "".join(f"{line}\n" for line in lines) if hunks else None


def _find(lines: list[str], wanted: list[str]) -> tuple[int, int] | None:
    """Return the range of lines that are the wanted ones, apart from empty lines and indentation."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    flat, own = [lines[at].strip() for at in filled], [line.strip() for line in wanted if line.strip()]
    places = (at for at, line in enumerate(flat) if own and line == own[0])
    start = next((at for at in places if flat[at : at + len(own)] == own), None)
    return (filled[start], filled[start + len(own) - 1] + 1) if start is not None else None
