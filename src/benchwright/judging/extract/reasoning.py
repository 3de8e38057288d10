"""Remove what is not part of the answer: reasoning, chat-template tokens, and text after the end."""

from __future__ import annotations

import functools
import re
from bisect import bisect_right

import msgspec

from benchwright.judging.extract.fences import Reasoning, closed_spans, fence_of, markers

_MOST_WORDS = 16


def without_template(text: str) -> tuple[str, str]:
    """Return the answer proper, and the special token that ended it early. Closed blocks may contain such tokens."""
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


_MOST_PARTS = 100
"""No model reasons that often; limits the work on texts that consist of tags."""


class Parted(msgspec.Struct, frozen=True, kw_only=True):
    """An answer without its reasoning."""

    answer: str
    """Text that follows or surrounds the reasoning."""
    reasoning: str = ""
    """Text inside the reasoning tags."""
    open: bool = False
    """Whether the reasoning was never closed."""


def part(text: str) -> Parted:
    """Separate reasoning from the answer.

    A tag counts if it starts a line outside fences. A closing tag without an opening one makes everything before it
    reasoning, because some templates open the reasoning themselves.
    """
    if _tags().search(text) is None:
        return Parted(answer=text, reasoning="", open=False)
    walk = _Walk(text)
    for line in text.split("\n"):
        walk.take(line)
    return Parted(
        answer="\n".join(walk.answer), reasoning="\n".join(walk.reasoning).strip(), open=walk.inside is not None
    )


class _Walk:
    """Walks through the lines of an answer."""

    def __init__(self, text: str) -> None:
        self.answer: list[str] = []
        self.reasoning: list[str] = []
        self.inside: Reasoning | None = None
        self._parts = 0
        self._fence = ""
        self._quoted = False
        self._known = [tag for tag in markers().reasoning if not tag.first or tag.close in text]

    def take(self, line: str) -> None:
        """Process the next line."""
        if self._parts > _MOST_PARTS or (self.inside is None and not _tags().search(line)):
            self._keep(line)
        elif self.inside is not None:
            before, closed, after = line.partition(self.inside.close)
            self.reasoning.append(before)
            if closed:
                self._end(after)
        elif opened := self._opened(line):
            self._parts += 1
            self.inside = opened
            self.take(line.lstrip()[len(opened.open) :])
        elif closing := self._closed(line):
            before, _, after = line.partition(closing.close)
            self.reasoning = [*self.answer, before]
            self.answer, self._fence = [], ""
            self._end(after)
        else:
            self._quoted |= bool(self._fence)  # a program that mentions tags
            self._keep(line)

    def _end(self, after: str) -> None:
        self.inside = None
        self._parts += 1
        if after.strip():
            self.take(after)

    def _keep(self, line: str) -> None:
        fence = fence_of(line)
        if fence is not None and not self._fence:
            self._fence = fence.mark
        elif fence is not None and not fence.info and fence.mark.startswith(self._fence):
            self._fence = ""
        self.answer.append(line)

    def _opened(self, line: str) -> Reasoning | None:
        if self._fence:
            return None
        start = line.lstrip()
        first = not self.reasoning and not any(map(str.strip, self.answer))
        return next((tag for tag in self._known if start.startswith(tag.open) and (first or not tag.first)), None)

    def _closed(self, line: str) -> Reasoning | None:
        """Return the closing tag on the line if its reasoning was never opened."""
        if self._parts or self._quoted:
            return None
        bare = line.strip()
        for tag in self._known:
            alone = bare == tag.close
            if alone or (
                not self._fence and not tag.first and (bare.startswith(tag.close) or bare.endswith(tag.close))
            ):
                return tag
        return None


@functools.cache
def special_words() -> re.Pattern[str]:
    """Compile a pattern of all template tokens and reasoning tags."""
    words = {*markers().stops, *markers().ends}
    words |= {word for tag in markers().reasoning if not tag.first for word in (tag.open, tag.close)}
    return re.compile("|".join(map(re.escape, sorted(words))))


@functools.cache
def _tags() -> re.Pattern[str]:
    words = {word for tag in markers().reasoning if not tag.first for word in (tag.open, tag.close)}
    first = [rf"\A\s*{re.escape(tag.open)}" for tag in markers().reasoning if tag.first]
    return re.compile("|".join([*map(re.escape, sorted(words)), *first]))
