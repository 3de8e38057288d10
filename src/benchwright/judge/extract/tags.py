"""Finds code, and answers, that stand between tags."""

from __future__ import annotations

import re
from bisect import bisect_right

from benchwright.judge.extract.blocks import Block
from benchwright.judge.extract.fences import closed_spans
from benchwright.judge.extract.markers import markers
from benchwright.judge.extract.marks import Fit, fit_of, named_language
from benchwright.languages import Language

_SQUARE = re.compile(r"^[ \t]*\[([A-Za-z][\w+#]{0,19})\]", re.MULTILINE)
_ANGLE = re.compile(r"^[ \t]*<(\w{1,20})([^<>\n]{0,200})>", re.MULTILINE)
_MOST_TAGS = 50
_DEEPEST = 2


def answer_proper(text: str) -> str:
    """What stands between the tags of the answer, where there are such, else the text."""
    if "</" not in text:
        return text
    spans = closed_spans(text)
    for found in _ANGLE.finditer(text):
        name = found[1]
        at = bisect_right(spans, (found.start(), len(text)))
        fenced = at > 0 and spans[at - 1][1] > found.start()
        if name.lower() in markers().answer_tags and not fenced:
            end = text.rfind(f"</{name}>")
            inside = text[found.end() : end if end > found.end() else len(text)]
            return inside.removeprefix("\n") if inside.strip() else text
    return text


def tagged(text: str, language: Language) -> list[Block]:
    """The blocks between tags of code, in order."""
    return _between(text, language, _SQUARE) or _between(text, language, _ANGLE)


def _between(text: str, language: Language, opening: re.Pattern[str], depth: int = 0) -> list[Block]:
    blocks: list[Block] = []
    at = 0
    while len(blocks) < _MOST_TAGS and (found := _next(text, at, opening)):
        name, info = found[1], found[1] if opening is _SQUARE else found[2]
        closing = f"[/{name}]" if opening is _SQUARE else f"</{name}>"
        end = text.find(closing, found.end())
        if end < 0 and not _stands_alone(text, found):
            break
        code = text[found.end() : end if end >= 0 else len(text)]
        inner = _between(code.lstrip(), language, opening, depth + 1) if depth < _DEEPEST else []
        fit = fit_of(info, language) if named_language(info) else Fit.UNMARKED
        blocks += inner or [Block(text=code.removeprefix("\n").rstrip(" \t"), fit=fit, closed=end >= 0)]
        if end < 0:
            break
        at = end + len(closing)
    return [block for block in blocks if block.text.strip()]


def _next(text: str, at: int, opening: re.Pattern[str]) -> re.Match[str] | None:
    for found in opening.finditer(text, at):
        name = found[1].lower()
        if opening is _SQUARE and (name in markers().square_tags or named_language(name)):
            return found
        if opening is _ANGLE and name in markers().angle_tags:
            return found
    return None


def _stands_alone(text: str, found: re.Match[str]) -> bool:
    """Whether a tag that is never closed is one all the same: in capitals, with the line for itself."""
    return found[1].isupper() and len(found[1]) > 1 and text[found.end() : found.end() + 1] in ("", "\n")
