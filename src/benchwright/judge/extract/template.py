"""Removes what a chat template left in an answer, and what a model wrote after its end."""

from __future__ import annotations

import functools
import re
from bisect import bisect_right

from benchwright.judge.extract.fences import closed_spans
from benchwright.judge.extract.markers import markers

_MOST_WORDS = 16


def without_template(text: str) -> tuple[str, str]:
    """The answer proper, and the special word that ended it early. Blocks that are closed may hold such words."""
    text = _without_start(text)
    text, last = _without_ends(text)
    spans = None
    for found in _stops().finditer(text):
        if spans is None:
            spans = closed_spans(text)
        at = bisect_right(spans, (found.start(), len(text)))
        if at == 0 or spans[at - 1][1] <= found.start():
            return text[: found.start()], found[0].strip()
    return text, last


def _without_start(text: str) -> str:
    known = (*markers().starts, *markers().stops)
    for _ in range(_MOST_WORDS):
        bare = text.lstrip()
        word = next((word for word in known if bare.startswith(word)), None)
        if word is None:
            return text
        text = bare[len(word) :]
        role = next((role for role in markers().roles if text.startswith((f"{role}\n", f"{role}<"))), "")
        text = text[len(role) :].removeprefix("\n")
    return text


def _without_ends(text: str) -> tuple[str, str]:
    last = ""
    for _ in range(_MOST_WORDS):
        bare = text.rstrip()
        word = next((word for word in (*markers().ends, *markers().stops) if bare.endswith(word)), None)
        if word is None:
            break
        text, last = bare[: -len(word)], word
    return text, last


@functools.cache
def _stops() -> re.Pattern[str]:
    words = "|".join(map(re.escape, markers().stops))
    return re.compile(rf"^[ \t]*(?:{words})|(?:{words})[ \t]*$", re.MULTILINE)
