"""The names that tests ask a solution for."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from benchwright.judge.extract.reading import Reading, readable
from benchwright.languages import Language, find_language

_OPENERS = {"}": "{", ")": "("}
_CHAIN = re.compile(r"[^\W\d][\w.]*[?!]?")
_MADE = re.compile(r"\b(\w+)\s*=\s*new\s+(\w+)")
_DECLARED = re.compile(r"\b(\w+)\s+(\w+)\s*=\s*new\s*\(")
_CALLED_NEW = re.compile(r"\bnew\s+(\w+)\s*\([^()\n]{0,200}\)\s*\)?\s*\.\s*(\w+)")


def names_of_tests(language: Language, tests: str) -> frozenset[str]:
    """Names that the tests use and do not define themselves; those of the language's library are among them. Where
    functions need something around them, as in Java, also which functions the tests want of what: `Solution.add`. The
    sign that closes a body is among them where tests close one that they have not opened."""
    return _names(language.id, readable(tests))


def defined_by(language: Language, solution: str) -> list[frozenset[str]]:
    """The names that each part of a solution gives to functions and classes. A class is one part with its methods,
    except where functions cannot stand without a class: there each is a part of its own."""
    reading = Reading(language)
    text = readable(solution)
    if reading.answers.wrapper:
        return [frozenset({name}) for name in sorted(reading.defined(text))]
    return [unit.names for unit in reading.units(text) if unit.names]


@functools.lru_cache(maxsize=1024)
def _names(language: str, tests: str) -> frozenset[str]:
    reading = Reading(find_language(language))
    names = set(reading.free(tests))
    if reading.answers.wrapper:
        names.update(_qualified(tests))
    closer = reading.answers.closer
    if closer in _OPENERS and tests.count(closer) > tests.count(_OPENERS[closer]):
        names.add(closer)
    return frozenset(names)


def _qualified(tests: str) -> Iterator[str]:
    """Members with what they are members of; a variable stands for the class that it was made from."""
    classes = {found[1]: found[2] for found in _MADE.finditer(tests)}
    classes |= {found[2]: found[1] for found in _DECLARED.finditer(tests)}
    for found in _CHAIN.finditer(tests):
        owner, _, member = found[0].strip(".").rpartition(".")
        if owner:
            yield f"{classes.get(owner, owner)}.{member}"
    for found in _CALLED_NEW.finditer(tests):
        yield f"{found[1]}.{found[2]}"
