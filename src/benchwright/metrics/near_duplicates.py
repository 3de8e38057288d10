"""Near duplicates among texts: MinHash over word shingles (Broder 1997) with banding (Leskovec, Rajaraman and Ullman).

Banding finds the few earlier texts that may be alike; how alike they are is then counted exactly, as the Jaccard index
of the two sets of shingles. So a text that is named is truly above the threshold, and banding can only overlook one.
"""

from __future__ import annotations

import functools
import hashlib
import re
from array import array

_PERMUTATIONS = 64
_SHINGLE_WORDS = 3
_SURE = 0.995
"""How surely a pair at the threshold must share a band."""
_MASK = (1 << 64) - 1
_WORD = re.compile(r"\w+")


class NearDuplicates:
    """Texts seen so far. The same texts in the same order give the same answers, on every machine."""

    def __init__(self, threshold: float, *, most: int | None = None) -> None:
        """`most` bounds the work where very many texts are alike: of each band only so many of the last texts are
        compared. None compares all."""
        if not 0 < threshold <= 1:
            raise ValueError(f"threshold must be above 0 and at most 1, not {threshold}")
        self.threshold = threshold
        self._most = most
        self._rows = _rows(threshold)
        self._keys: list[str] = []
        self._shingles: list[array[int]] = []
        self._buckets: dict[tuple[int, ...], list[int]] = {}

    def add(self, key: str, text: str) -> tuple[str, float] | None:
        """The most similar earlier key at or above the threshold, with its similarity; then the text is remembered."""
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
        """The same, but the text is not remembered."""
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
    """Hashes of each three words in a row, in any case; of all the text where it has fewer words."""
    words = _WORD.findall(text.casefold())
    if len(words) <= _SHINGLE_WORDS:
        return frozenset({_hash(" ".join(words) if words else "".join(text.split()))})
    rows = zip(*(words[start:] for start in range(_SHINGLE_WORDS)), strict=False)
    return frozenset(_hash(row) for row in {" ".join(row) for row in rows})


def signature_of(shingles: frozenset[int]) -> list[int]:
    """The least value of each permutation of the hashes."""
    return [min([(factor * each + term) & _MASK for each in shingles]) for factor, term in _permutations()]


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=8).digest(), "big")


@functools.cache
def _permutations() -> tuple[tuple[int, int], ...]:
    """Factor and term of each. The factors are odd, so that each permutes the 64-bit numbers."""
    return tuple((_hash(f"factor {number}") | 1, _hash(f"term {number}")) for number in range(_PERMUTATIONS))


def _jaccard(shingles: frozenset[int], other: array[int]) -> float:
    shared = sum(1 for each in other if each in shingles)
    return shared / (len(shingles) + len(other) - shared)


def _rows(threshold: float) -> int:
    """As many rows to a band as still find a pair at the threshold: fewer texts are compared in vain."""
    fitting = [rows for rows in range(1, 17) if 1 - (1 - threshold**rows) ** (_PERMUTATIONS // rows) >= _SURE]
    return max(fitting, default=1)
