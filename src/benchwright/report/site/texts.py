"""Texts as the page shows them: not longer than anybody reads."""

from __future__ import annotations

import re

MOST_CHARACTERS = 64_000
"""Of one text of an answer."""
_LONGEST_TITLE = 120
_MARKS = re.compile(r"[*_`#>]+")


def cut(text: str, most: int = MOST_CHARACTERS) -> str:
    """The beginning of a long text."""
    return text if len(text) <= most else text[:most]


def title_of(question: str) -> str:
    """What a question asks, in a line: its first one with words, without marks."""
    for line in question[:20_000].splitlines():
        words = " ".join(_MARKS.sub("", line).split())
        if any(each.isalnum() for each in words):
            return words if len(words) <= _LONGEST_TITLE else f"{words[: _LONGEST_TITLE - 1].rstrip()}…"
    return ""


def lines_of(text: str) -> int:
    """Lines that are not empty."""
    return sum(1 for line in text.splitlines() if line.strip())
