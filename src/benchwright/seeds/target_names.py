"""Functions that the user names: which ones a pattern means, and what is said if it means none or several."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from benchwright.errors import UsageError

_MOST_NAMES = 20_000
_SHOWN = 5
_ALIKE = 0.75
"""Lower, and words that share no more than an ending are taken for misspelled."""
_LEAST_BEGUN = 3
_ONE_COLON = re.compile(r"[^:]*[./][^:]*:[^:]+")
_METHODS = "methods are named with their class, as in Shape.area"


class Wanted:
    """The patterns, and what was found for each of them."""

    def __init__(self, patterns: tuple[str, ...]) -> None:
        self._patterns = [(pattern, _compiled(pattern)) for pattern in dict.fromkeys(patterns)]
        self._found: dict[str, list[str]] = {pattern: [] for pattern, _ in self._patterns}
        self._faults: dict[str, str] = {}
        self._names: list[str] = []

    def has(self, path: str, name: str) -> bool:
        """Whether a function is wanted; it is noted as found."""
        if not self._patterns:
            return True
        place = f"{path}::{name}"
        if len(self._names) < _MOST_NAMES:
            self._names.append(place)
        matching = [pattern for pattern, compiled in self._patterns if _matches(compiled, path, name)]
        for pattern in matching:
            self._found[pattern].append(place)
        return bool(matching)

    def is_named(self, path: str, name: str) -> bool:
        """Whether it is named in full."""
        return any(not _is_open(pattern) and _matches(compiled, path, name) for pattern, compiled in self._patterns)

    def names_file(self, path: str) -> bool:
        """Whether a pattern names this file in full."""
        return any(
            "::" in each and not _is_open(each) and compiled[0].fullmatch(path) for each, compiled in self._patterns
        )

    def note_fault(self, path: str, name: str, reason: str) -> None:
        """Remember why a function, or all of a file, is not taken."""
        if self._patterns:
            self._faults.setdefault(f"{path}::{name}", reason)

    def check(self) -> None:
        """Complain of patterns that nothing was found for, or more than the one function that they name."""
        for pattern, compiled in self._patterns:
            found = self._found[pattern]
            if not found:
                raise self._absent(pattern, compiled)
            if _is_open(pattern):
                continue
            if len(found) > 1:
                if len(set(found)) == 1:
                    raise UsageError(f"{found[0]} is defined {len(found)} times", "name one that is defined once")
                shown = ", ".join(sorted(set(found))[:_SHOWN])
                raise UsageError(f"{pattern} names {len(found)} functions", f"name one of them: {shown}")
            fault = self._faults.get(found[0])
            if fault:
                raise UsageError(f"{found[0]} cannot be a target: {fault}", "docs/seeds.md says what the reasons mean")

    def _absent(self, pattern: str, compiled: tuple[re.Pattern[str], re.Pattern[str]]) -> UsageError:
        for place, fault in self._faults.items():
            path, _, name = place.rpartition("::")
            if not name and "::" in pattern and compiled[0].fullmatch(path):
                return UsageError(
                    f"{pattern}: nothing of {path} is taken: {fault}", "docs/seeds.md says what that means"
                )
        message = f"no function {pattern} in this source"
        if _ONE_COLON.fullmatch(pattern):
            return UsageError(message, f"write PATH::NAME, as in {pattern.replace(':', '::')}")
        places = list(dict.fromkeys(self._names))
        own = [place for place in places if "::" in pattern and compiled[0].fullmatch(place.rpartition("::")[0])]
        near = _near(pattern, own or places)
        if own and not near:
            return UsageError(message, f"there are {', '.join(own[:_SHOWN])}{' and others' * (len(own) > _SHOWN)}")
        return UsageError(message, f"did you mean {', '.join(near)}?" if near else _METHODS)


def _near(pattern: str, places: list[str]) -> list[str]:
    """Names alike: the same last word, else those spelled nearly so."""
    path, _, name = pattern.rpartition("::")
    last = re.split(r"[.*?:]+", name.strip("*?."))[-1].casefold()
    of_last: dict[str, list[str]] = {}
    for place in places:
        of_last.setdefault(re.split(r"[.:]+", place)[-1].casefold(), []).append(place)
    words = [last] if last in of_last else _alike(last, of_last)
    found = [place for word in words for place in of_last[word]][:_SHOWN]
    return found if path else [place.rpartition("::")[2] for place in found]


def _alike(word: str, words: Iterable[str]) -> list[str]:
    """Words that begin with this one, then those with few other letters."""
    known = list(words)
    begun = [each for each in known if len(word) >= _LEAST_BEGUN and each.startswith(word)]
    return list(dict.fromkeys([*begun, *difflib.get_close_matches(word, known, _SHOWN, cutoff=_ALIKE)]))[:_SHOWN]


def _is_open(pattern: str) -> bool:
    return "*" in pattern or "?" in pattern


def _compiled(pattern: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Expressions for the path, whose first folders may be left out, and for the name."""
    path, _, name = pattern.rpartition("::")
    return re.compile(f"(?:.*/)?{_expression(path.removeprefix('./'))}" if path else ".*", re.DOTALL), re.compile(
        _expression(name), re.DOTALL
    )


def _expression(pattern: str) -> str:
    signs = (".*" if sign == "*" else "." if sign == "?" else re.escape(sign) for sign in pattern)
    return re.sub(r"(?:\.\*)+", ".*", "".join(signs))


def _matches(compiled: tuple[re.Pattern[str], re.Pattern[str]], path: str, name: str) -> bool:
    return compiled[1].fullmatch(name) is not None and compiled[0].fullmatch(path) is not None
