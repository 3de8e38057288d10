"""Near duplicates among texts: MinHash over word shingles (Broder 1997) with banding (Leskovec, Rajaraman and Ullman).

Banding finds the few earlier texts that may be similar; their similarity is then computed exactly, as the Jaccard index
of the two sets of shingles. Reported texts are therefore always above the threshold; banding can only miss some.
"""

from __future__ import annotations

import functools
import hashlib
import re
from array import array

_PERMUTATIONS = 64
_SHINGLE_WORDS = 3
_SURE = 0.995
"""Probability with which a pair at the threshold must share a band."""
_MASK = (1 << 64) - 1
_WORD = re.compile(r"\w+")


class NearDuplicates:
    """The texts seen so far. The same texts in the same order give the same results on every machine."""

    def __init__(self, threshold: float, *, most: int | None = None) -> None:
        """`most` limits the work if very many texts are similar: only the last `most` texts of each band are compared.
        None compares all."""
        if not 0 < threshold <= 1:
            raise ValueError(f"threshold must be above 0 and at most 1, not {threshold}")
        self.threshold = threshold
        self._most = most
        self._rows = _rows(threshold)
        self._keys: list[str] = []
        self._shingles: list[array[int]] = []
        self._buckets: dict[tuple[int, ...], list[int]] = {}

    def add(self, key: str, text: str) -> tuple[str, float] | None:
        """Return the most similar earlier key at or above the threshold, with its similarity; then remember the
        text."""
        shingles = shingles_of(text)
        bands = self._bands(shingles)
        found = self._best(shingles, bands)
        number = len(self._keys)
        self._keys.append(key)
        self._shingles.append(array("Q", sorted(shingles)))
        for band in bands:
            self._buckets.setdefault(band, []).append(number)
        return found

    def nearest(self, text: str) -> tuple[str, float] | None:
        """Return the same as `add`, without remembering the text."""
        shingles = shingles_of(text)
        return self._best(shingles, self._bands(shingles))

    def _best(self, shingles: frozenset[int], bands: list[tuple[int, ...]]) -> tuple[str, float] | None:
        found = (self._buckets.get(band, []) for band in bands)
        candidates = {number for bucket in found for number in (bucket[-self._most :] if self._most else bucket)}
        best: tuple[str, float] | None = None
        for number in sorted(candidates):
            alike = _jaccard(shingles, self._shingles[number])
            if alike >= self.threshold and (best is None or alike > best[1]):
                best = (self._keys[number], alike)
        return best

    def _bands(self, shingles: frozenset[int]) -> list[tuple[int, ...]]:
        signature = signature_of(shingles)
        starts = range(0, _PERMUTATIONS - self._rows + 1, self._rows)
        return [(start, *signature[start : start + self._rows]) for start in starts]


def shingles_of(text: str) -> frozenset[int]:
    """Return a hash of every three consecutive words, ignoring case; of the whole text if it has fewer words."""
    words = _WORD.findall(text.casefold())
    if len(words) <= _SHINGLE_WORDS:
        return frozenset({_hash(" ".join(words) if words else "".join(text.split()))})
    rows = zip(*(words[start:] for start in range(_SHINGLE_WORDS)), strict=False)
    return frozenset(_hash(row) for row in {" ".join(row) for row in rows})


def signature_of(shingles: frozenset[int]) -> list[int]:
    """Return the smallest value of each permutation of the hashes."""
    return [min([(factor * each + term) & _MASK for each in shingles]) for factor, term in _permutations()]


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=8).digest(), "big")


@functools.cache
def _permutations() -> tuple[tuple[int, int], ...]:
    """Return the factor and term of each permutation. The factors are odd, so that each permutes the 64-bit numbers."""
    return tuple((_hash(f"factor {number}") | 1, _hash(f"term {number}")) for number in range(_PERMUTATIONS))


def _jaccard(shingles: frozenset[int], other: array[int]) -> float:
    shared = sum(1 for each in other if each in shingles)
    return shared / (len(shingles) + len(other) - shared)


def _rows(threshold: float) -> int:
    """Return the most rows per band that still find a pair at the threshold: more rows mean fewer useless
    comparisons."""
    fitting = [rows for rows in range(1, 17) if 1 - (1 - threshold**rows) ** (_PERMUTATIONS // rows) >= _SURE]
    return max(fitting, default=1)
