"""Whether a problem is one of a known benchmark, or nearly: by its question's words and its solution's tokens.

Three measures, each with its published use: a shared run of 13 words in the questions; shingles of questions or
solutions that are mostly the same; and solutions that are the same but for space and comments. What stands in many of
the known problems is their form, not their content, and does not count.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from benchwright.errors import UnknownLanguage
from benchwright.generate.flag import Flag
from benchwright.generate.lint import without_talk
from benchwright.judge.extract.reading import readable
from benchwright.languages import find_language
from benchwright.problems import Problem

RULE = "contaminated"
"""Of all flags given here."""

_RUN_WORDS = 13
_QUESTION_SHINGLE = 3
_SOLUTION_SHINGLE = 8
_FEWEST_SHINGLES = 16
"""Shorter texts are too much alike to tell anything."""
_FEWEST_WORDS = 2
"""In a shingle; lists of numbers are the same by chance."""
_JACCARD = 0.5
_CONTAINED = 0.65
_FORM_SHARE = 0.05
_FORM_PROBLEMS = 20
"""Shingles in more problems than both bounds say are form."""


class _Shingles:
    """Which known problems have a shingle, for one kind of text."""

    def __init__(self, words: int) -> None:
        self._words = words
        self._holders: dict[bytes, list[int]] = {}
        self._sizes: list[int] = []

    def add(self, words: Sequence[str]) -> None:
        """Remember the text of the next problem."""
        shingles = set(_shingles(words, self._words))
        for shingle in shingles:
            self._holders.setdefault(shingle, []).append(len(self._sizes))
        self._sizes.append(len(shingles))

    def shared(self, words: Sequence[str]) -> tuple[int, Counter[int]]:
        """How many shingles the text has, and how many of them each known problem has."""
        shingles = {shingle for shingle in _shingles(words, self._words) if not self._is_form(shingle)}
        return len(shingles), Counter(number for shingle in shingles for number in self._holders.get(shingle, ()))

    def nearest(self, words: Sequence[str]) -> tuple[int, float] | None:
        """The known problem whose text is most nearly the same, and the share of the shorter text that both have."""
        size, shared = self.shared(words)
        best: tuple[int, float] | None = None
        for number, count in shared.items():
            smaller, union = min(size, self._sizes[number]), size + self._sizes[number] - count
            contained = count / smaller
            if smaller < _FEWEST_SHINGLES or (contained < _CONTAINED and count / union < _JACCARD):
                continue
            if best is None or (contained, -number) > (best[1], -best[0]):
                best = (number, contained)
        return best

    def _is_form(self, shingle: bytes) -> bool:
        holders = len(self._holders.get(shingle, ()))
        return holders > _FORM_PROBLEMS and holders > _FORM_SHARE * len(self._sizes)


class _Known(msgspec.Struct, frozen=True, kw_only=True):
    """A problem of a known benchmark."""

    id: str
    benchmark: str

    def __str__(self) -> str:
        return f"{self.id!r} of {self.benchmark}" if self.benchmark else repr(self.id)


class Contamination:
    """Known benchmarks, and what of a problem is in them."""

    def __init__(self, references: Iterable[Problem] = (), benchmark: str = "") -> None:
        self._known: list[_Known] = []
        self._runs = _Shingles(_RUN_WORDS)
        self._questions = _Shingles(_QUESTION_SHINGLE)
        self._solutions = _Shingles(_SOLUTION_SHINGLE)
        self._equal: dict[bytes, int] = {}
        self.add(references, benchmark)

    def add(self, references: Iterable[Problem], benchmark: str) -> None:
        """Remember the problems of one more benchmark."""
        for problem in references:
            words, tokens = _words(problem.question), _tokens(problem)
            self._runs.add(words)
            self._questions.add(words)
            self._solutions.add(tokens)
            if len(tokens) >= _FEWEST_SHINGLES:
                self._equal.setdefault(_digest(tokens), len(self._known))
            self._known.append(_Known(id=problem.id, benchmark=benchmark))

    def flags(self, problem: Problem) -> tuple[Flag, ...]:
        """What of the problem is in a known one, at most one flag for each measure."""
        return tuple(Flag(rule=RULE, detail=detail) for detail in self._details(problem))

    def _details(self, problem: Problem) -> Iterator[str]:
        words, tokens = _words(problem.question), _tokens(problem)
        runs, holders = self._runs.shared(words)
        if holders:
            number, count = min(holders.items(), key=lambda item: (-item[1], item[0]))
            yield f"the question shares {count} of {runs} runs of {_RUN_WORDS} words with {self._known[number]}"
        if nearest := self._questions.nearest(words):
            yield f"the question is nearly that of {self._known[nearest[0]]}: {nearest[1]:.0%} of the shorter one"
        if (equal := self._equal.get(_digest(tokens))) is not None and len(tokens) >= _FEWEST_SHINGLES:
            yield f"the solution is that of {self._known[equal]}"
        elif nearest := self._solutions.nearest(tokens):
            yield f"the solution is nearly that of {self._known[nearest[0]]}: {nearest[1]:.0%} of the shorter one"


def _words(question: str) -> list[str]:
    return re.findall(r"\w+", unicodedata.normalize("NFKC", question).casefold())


def _tokens(problem: Problem) -> list[str]:
    """Words and signs of the solution, without comments."""
    solution = readable(problem.canonical_solution)
    with contextlib.suppress(UnknownLanguage):
        solution = without_talk(find_language(problem.language), solution)
    return re.findall(r"\w+|[^\w\s]", solution)


def _shingles(words: Sequence[str], length: int) -> Iterator[bytes]:
    for start in range(len(words) - length + 1):
        shingle = words[start : start + length]
        if sum(word.isdigit() for word in shingle) <= length - min(length, _FEWEST_WORDS):
            yield _digest(shingle)


def _digest(words: Sequence[str]) -> bytes:
    return hashlib.blake2b("\0".join(words).encode(errors="replace"), digest_size=8).digest()
