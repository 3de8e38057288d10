"""Finds code in a text that sets nothing apart: the text is code, or prose with code in it."""

from __future__ import annotations

from benchwright.judge.extract.blocks import Block
from benchwright.judge.extract.marks import Fit
from benchwright.judge.extract.prose import has_signs, is_mere_talk, paragraphs, trimmed
from benchwright.judge.extract.reading import Reading

_MOST_ERRORS = 0.3
"""The share of a text that may be wrong if it is to be a program with mistakes."""
_SIGNS = 0.5
"""The share of lines with signs of code from which a text is code that the grammar does not know."""
_SIGNS_DEFINING = 0.15
"""The same, where it defines something."""


def bare_blocks(text: str, reading: Reading) -> list[Block]:
    """The pieces of code; none where all is prose."""
    text = _unquoted(text)
    core = trimmed(text)
    if not core.strip() or is_mere_talk(core):
        return []
    pieces = paragraphs(core, lambda at: reading.hides(core, at))
    return [Block(text=piece, fit=Fit.UNMARKED, closed=False) for piece in pieces if is_code(piece, reading)]


def is_code(text: str, reading: Reading) -> bool:
    """Whether a text is more likely a program of the language than prose."""
    if is_mere_talk(text):
        return False
    errors = reading.errors(text)
    if errors is not None and errors <= _MOST_ERRORS:
        return True
    lines = [line for line in text.split("\n") if line.strip()]
    signs = sum(1 for line in lines if has_signs(line) or not (reading.exact or is_mere_talk(line))) / len(lines)
    return signs >= (_SIGNS_DEFINING if reading.defined(text) else _SIGNS)


def _unquoted(text: str) -> str:
    """The text without single backticks around all of it."""
    bare = text.strip()
    if len(bare) > 2 and bare[0] == bare[-1] == "`" and bare.count("`") == 2:
        return bare[1:-1]
    return text
