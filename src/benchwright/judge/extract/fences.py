"""Fences: the lines that set blocks of code apart in an answer."""

from __future__ import annotations

import re

import msgspec

_FENCE = re.compile(r"([ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?)(`{3,}|~{3,})[ \t]*([^`]*)")
_LONGEST_INFO = 200


class Fence(msgspec.Struct, frozen=True, kw_only=True):
    """A line that opens or closes a block: three or more backticks or tildes, at any indentation, after the mark of a
    list or a quote."""

    mark: str
    """Its backticks or tildes."""
    before: str = ""
    """What stands before them."""
    info: str = ""
    """What stands after them."""

    def closes(self, opening: Fence) -> bool:
        """Whether it can end the block that the other opened."""
        return not self.info and self.mark.startswith(opening.mark)


def fence_of(line: str) -> Fence | None:
    """The fence that the line is."""
    if "```" not in line and "~~~" not in line:
        return None
    found = _FENCE.fullmatch(line.rstrip())
    if found is None or len(found[3]) > _LONGEST_INFO:
        return None
    return Fence(mark=found[2], before=found[1], info=found[3].strip())


def closed_spans(text: str) -> list[tuple[int, int]]:
    """Where blocks begin and end that have an end, in characters."""
    spans: list[tuple[int, int]] = []
    opening: Fence | None = None
    start = at = 0
    for line in text.split("\n"):
        fence = fence_of(line)
        if fence is not None and opening is None:
            opening, start = fence, at
        elif fence is not None and opening is not None and fence.closes(opening):
            spans.append((start, at))
            opening = None
        at += len(line) + 1
    return spans


def content(lines: list[str], opening: Fence) -> str:
    """The lines of a block, each ended, without what its place in a list or a quote put before them."""
    if ">" in opening.before:
        lines = [line.lstrip().removeprefix(">").removeprefix(" ") for line in lines]
    elif opening.before:
        lines = _moved_left(lines, len(opening.before))
    return "".join(f"{line}\n" for line in lines)


def _moved_left(lines: list[str], most: int) -> list[str]:
    """The lines without the space that all of them begin with; no more of it than stands before the fence."""
    filled = [line for line in lines if line.strip()]
    if not filled:
        return lines
    first, last = min(filled), max(filled)
    shared = 0
    while shared < min(most, len(first)) and first[shared] in " \t" and first[shared] == last[shared]:
        shared += 1
    return [line[shared:] if line[:shared].strip() == "" else line for line in lines]
