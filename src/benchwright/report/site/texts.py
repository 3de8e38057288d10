"""Texts for the page, truncated to a readable length."""

from __future__ import annotations

import re
from collections.abc import Sequence

MOST_CHARACTERS = 64_000
"""Limit per text of an answer."""
_LONGEST_TITLE = 120
_FENCE = re.compile(r"\s*(```|~~~)")
_LABEL = re.compile(r"\*\*[\w ]{1,20}(\*\*:|:\*\*)\s*")
_SENTENCE = re.compile(r"(?<=[.!?]) +(?=[A-Z])")
_ENDS = (".", ":", "!", "?")
_ONLY_FORM = re.compile(
    r"(please )?((write|implement|give|provide) (the|your|a|this) (solution|answer|code|program|function) (in|using) "
    r"(?!.*\b(that|which|to)\b).{1,60}|(do not write|write no|do not include) (a |any )?main\b.{0,40})",
    re.IGNORECASE,
)
"""A sentence that only says which language to use."""
_IN_LANGUAGE = re.compile(r"Write,? in [A-Z][\w+#]*( \([^)]*\))?(, in package main)?,? (?=(an?|two|three|the) )")


def cut(text: str, most: int = MOST_CHARACTERS) -> str:
    """Truncate a long text."""
    return text if len(text) <= most else text[:most]


def title_of(question: str, entry_point: str = "") -> str:
    """Return a one-line title of a question: its first sentences outside code fences that say more than the language,
    without markup, after the name of the entry point."""
    lines = question[:20_000].splitlines()
    # A title that only names the language is still better than none.
    words = _first_words(lines) or next(filter(None, map(_plain, lines)), "")
    if entry_point and entry_point not in words:
        words = f"{entry_point}: {words}" if words else entry_point
    return words if len(words) <= _LONGEST_TITLE else f"{words[: _LONGEST_TITLE - 1].rstrip()}…"


def _first_words(lines: Sequence[str]) -> str:
    fence = ""
    for place, line in enumerate(lines):
        if mark := _FENCE.match(line):
            fence = "" if fence == mark[1] else fence or mark[1]
        elif not fence and (words := _telling(_plain(line))):
            return words.rstrip(":") if words.endswith(_ENDS) else f"{words}{_declared(lines[place + 1 :])}"
    return ""


def _plain(line: str) -> str:
    """Strip Markdown, and a label such as `**Task**:`."""
    line = _LABEL.sub("", line.strip().lstrip("#> "))
    return " ".join(line.replace("**", "").replace("`", "").split())


def _telling(line: str) -> str:
    """Start at the first sentence that says more than which language to use."""
    sentences = _SENTENCE.split(line)
    while sentences and (_ONLY_FORM.fullmatch(sentences[0]) or not any(map(str.isalnum, sentences[0]))):
        sentences.pop(0)
    words = _IN_LANGUAGE.sub("", " ".join(sentences))
    return words[:1].upper() + words[1:]


def _declared(lines: Sequence[str]) -> str:
    """Return the code that an unfinished line leads to, as in `Write a function` before a fence."""
    rest = [line for line in lines if line.strip()][:2]
    return f": {rest[1].strip()}" if len(rest) == 2 and _FENCE.match(rest[0]) else ""


def lines_of(text: str) -> int:
    """Return the number of non-empty lines."""
    return sum(1 for line in text.splitlines() if line.strip())
