"""Finds texts and codes that a benchmark has already: by shared runs of words, and by equal or nearly equal code.

A run of 13 words (as in the contamination study of GPT-3) is hashed by BLAKE2b, so that the same texts give the same
answer on every machine and in every process. Codes are compared by their tokens; nearly equal is a Jaccard index of
their 5-token shingles.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

WORDS = 13
"""Words that two texts must have in common, one after the other."""
SIMILARITY = 0.8
"""Jaccard index from which codes are nearly equal."""
_SHINGLE = 5
_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\w+|[^\w\s]")

Likeness = Literal["", "near", "equal"]
"""How like a code is to one of the index."""


class OverlapIndex:
    """Texts and codes of one benchmark. Memory grows with the benchmark, not with what is looked up."""

    def __init__(self, *, words: int = WORDS, similarity: float = SIMILARITY) -> None:
        self._words = words
        self._similarity = similarity
        self._runs: set[int] = set()
        self._codes: set[int] = set()
        self._sizes: list[int] = []
        """Number of each code's shingles."""
        self._places: dict[int, list[int]] = {}
        """Shingle → the codes that have it."""

    def add_text(self, text: str) -> None:
        """Remember a text. One with fewer words than a run has is remembered whole."""
        self._runs.update(_runs(_WORD.findall(text.casefold()), self._words))

    def shares_words(self, text: str) -> bool:
        """Whether a run of its words is in one of the texts; a shorter text must be the same from end to end."""
        return any(run in self._runs for run in _runs(_WORD.findall(text.casefold()), self._words))

    def add_code(self, code: str) -> None:
        """Remember a code; space does not count, and one without tokens is none."""
        tokens = _TOKEN.findall(code)
        whole = _hash(tokens)
        if not tokens or whole in self._codes:
            return
        self._codes.add(whole)
        shingles = set(_runs(tokens, _SHINGLE))
        for shingle in shingles:
            self._places.setdefault(shingle, []).append(len(self._sizes))
        self._sizes.append(len(shingles))

    def likeness(self, code: str) -> Likeness:
        """Whether the code is equal or nearly equal to one of the index."""
        tokens = _TOKEN.findall(code)
        if not tokens:
            return ""
        if _hash(tokens) in self._codes:
            return "equal"
        shingles = set(_runs(tokens, _SHINGLE))
        shared = Counter(place for shingle in shingles for place in self._places.get(shingle, ()))
        for place, common in shared.items():
            if common >= self._similarity * (len(shingles) + self._sizes[place] - common):
                return "near"
        return ""


def _runs(parts: Sequence[str], length: int) -> Iterator[int]:
    """The hashes of all runs of so many parts; of all of them together if there are fewer."""
    if parts:
        for start in range(max(1, len(parts) - length + 1)):
            yield _hash(parts[start : start + length])


def _hash(parts: Sequence[str]) -> int:
    data = "\0".join(parts).encode(errors="surrogatepass")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "big")
