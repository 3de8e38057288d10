"""Decide whether a problem or a solution is in a known benchmark. Used by generation and by training data export.

| measure | similar if | condition |
|---|---|---|
| `question run` | one shared run of 13 words (GPT-3's contamination study) | a shorter question: the same words |
| `question` | 3-word shingles: Jaccard index 0.5, or 65 % of the shorter text | at least 16 shingles |
| `same solution` | equal tokens, without comments | at least 16 tokens |
| `solution` | 8-token shingles: Jaccard index 0.5, or 65 % of the shorter text | at least 16 shingles |

Text that many of the known problems share (5 % of them and more than 20) is boilerplate and does not count.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from benchwright.errors import UnknownLanguage
from benchwright.judging.extract.reading import MOST_BYTES, Reading, readable
from benchwright.languages import Language, find_language
from benchwright.languages.join import encode
from benchwright.languages.syntax import Edits, descendants, parse
from benchwright.problems import Problem

Measure = Literal["question run", "question", "same solution", "solution"]

_RUN_WORDS = 13
_QUESTION_SHINGLE = 3
_SOLUTION_SHINGLE = 8
_FEWEST_SHINGLES = 16
"""Shorter texts match by chance."""
_FEWEST_WORDS = 2
"""Minimum number of words in a shingle that are not numbers: lists of numbers match by chance."""
_JACCARD = 0.5
_CONTAINED = 0.65
_FORM_SHARE = 0.05
_FORM_PROBLEMS = 20
"""Shingles that occur in more problems than both bounds are boilerplate."""


_TALK = re.compile("comment|string|heredoc|str_lit|docstring")


class _Shingles:
    """Index from shingles to the known problems that contain them, for one kind of text."""

    def __init__(self, words: int) -> None:
        self._words = words
        self._holders: dict[bytes, list[int]] = {}
        self._sizes: list[int] = []

    def add(self, words: Sequence[str]) -> None:
        """Add the text of the next problem."""
        shingles = set(_shingles(words, self._words))
        for shingle in shingles:
            self._holders.setdefault(shingle, []).append(len(self._sizes))
        self._sizes.append(len(shingles))

    def shared(self, words: Sequence[str]) -> tuple[int, Counter[int]]:
        """Return the number of shingles in the text, and how many of them each known problem contains."""
        shingles = {shingle for shingle in _shingles(words, self._words) if not self._is_form(shingle)}
        return len(shingles), Counter(number for shingle in shingles for number in self._holders.get(shingle, ()))

    def nearest(self, words: Sequence[str]) -> tuple[int, float] | None:
        """Return the most similar known problem, and the share of the shorter text that both have in common."""
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


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A known problem that resembles a problem or a solution."""

    measure: Measure
    """How the two resemble each other."""
    problem: str
    """Id of the known problem."""
    benchmark: str
    """Name of the known problem's benchmark; may be empty."""
    detail: str
    """Description that names the known problem and the share in common."""


class KnownBenchmarks:
    """Problems of known benchmarks, searchable for similar ones."""

    def __init__(self, problems: Iterable[Problem] = (), benchmark: str = "") -> None:
        self._known: list[tuple[str, str]] = []
        self._runs = _Shingles(_RUN_WORDS)
        self._questions = _Shingles(_QUESTION_SHINGLE)
        self._solutions = _Shingles(_SOLUTION_SHINGLE)
        self._equal: dict[bytes, int] = {}
        self._short: dict[bytes, int] = {}
        self.add(problems, benchmark)

    def add(self, problems: Iterable[Problem], benchmark: str) -> None:
        """Add the problems of another benchmark."""
        for problem in problems:
            words, tokens = _words(problem), _tokens(problem.language, problem.canonical_solution)
            if words and len(words) < _RUN_WORDS:
                self._short.setdefault(_digest(words), len(self._known))
            self._runs.add(words)
            self._questions.add(words)
            self._solutions.add(tokens)
            if len(tokens) >= _FEWEST_SHINGLES:
                self._equal.setdefault(_digest(tokens), len(self._known))
            self._known.append((problem.id, benchmark))

    def matches(self, problem: Problem) -> tuple[Match, ...]:
        """Find known problems similar to this one, at most one per measure."""
        by_solution = self.match_solution(problem.language, problem.canonical_solution)
        return (*self._by_question(_words(problem)), *([by_solution] if by_solution else []))

    def match_solution(self, language: str, code: str) -> Match | None:
        """Find the known problem whose reference is identical or nearly identical to the code."""
        tokens = _tokens(language, code)
        if len(tokens) >= _FEWEST_SHINGLES and (equal := self._equal.get(_digest(tokens))) is not None:
            return self._match("same solution", equal, f"the solution is identical to that of {self._named(equal)}")
        if nearest := self._solutions.nearest(tokens):
            number, share = nearest
            detail = f"the solution resembles that of {self._named(number)}: {share:.0%} of the shorter one is shared"
            return self._match("solution", number, detail)
        return None

    def _by_question(self, words: Sequence[str]) -> Iterator[Match]:
        runs, holders = self._runs.shared(words)
        if holders:
            number, count = min(holders.items(), key=lambda item: (-item[1], item[0]))
            shared = f"{count} of {runs} runs of {_RUN_WORDS} words"
            yield self._match("question run", number, f"the question shares {shared} with {self._named(number)}")
        elif words and (short := self._short.get(_digest(words))) is not None:
            yield self._match("question run", short, f"the question is identical to that of {self._named(short)}")
        if nearest := self._questions.nearest(words):
            number, share = nearest
            detail = f"the question resembles that of {self._named(number)}: {share:.0%} of the shorter one is shared"
            yield self._match("question", number, detail)

    def _match(self, measure: Measure, number: int, detail: str) -> Match:
        problem, benchmark = self._known[number]
        return Match(measure=measure, problem=problem, benchmark=benchmark, detail=detail)

    def _named(self, number: int) -> str:
        problem, benchmark = self._known[number]
        return f"{problem!r} of {benchmark}" if benchmark else repr(problem)


def _words(problem: Problem) -> list[str]:
    """Words that the solver reads. Formats differ in where they put the given code."""
    given = problem.prefix if problem.prefix.strip() not in problem.question else ""
    asked = f"{problem.question}\n{given}" if given.strip() else problem.question
    return re.findall(r"\w+", unicodedata.normalize("NFKC", asked).casefold())


def _tokens(language: str, code: str) -> list[str]:
    """Words and symbols of a solution, without comments."""
    solution = readable(code)
    with contextlib.suppress(UnknownLanguage):
        solution = strip_comments(find_language(language), solution)
    return re.findall(r"\w+|[^\w\s]", solution)


def _shingles(words: Sequence[str], length: int) -> Iterator[bytes]:
    for start in range(len(words) - length + 1):
        shingle = words[start : start + length]
        if sum(word.isdigit() for word in shingle) <= length - min(length, _FEWEST_WORDS):
            yield _digest(shingle)


def _digest(words: Sequence[str]) -> bytes:
    return hashlib.blake2b("\0".join(words).encode(errors="replace"), digest_size=8).digest()


def strip_comments(language: Language, solution: str) -> str:
    """Remove comments and multi-line strings, which may also occur in a question."""
    data = encode(solution)
    if language.syntax is None or not Reading(language).exact or len(data) > MOST_BYTES:
        return solution
    edits = Edits(data)
    end = 0
    nodes = [node for node in descendants(parse(language.syntax.grammar, data).root) if _TALK.search(node.type)]
    for node in sorted(nodes, key=lambda node: (node.start_byte, -node.end_byte)):
        long = node.end_point[0] > node.start_point[0] or "comment" in node.type
        if long and node.start_byte >= end:
            edits.blank(node)
            end = node.end_byte
    return edits.apply().decode(errors="surrogateescape")
