"""What the words on a fence say about the block's language."""

from __future__ import annotations

import functools
import re
from enum import IntEnum

from benchwright.errors import UnknownLanguage
from benchwright.judge.extract.markers import markers
from benchwright.languages import Language, find_language, language_of_file

_WORD = re.compile(r"[^\s,;{}=\"'()|]+")
_VERSION = re.compile(r"[-_ ]?v?\d[\d.]*$")
_MOST_WORDS = 4


class Fit(IntEnum):
    """How a block's mark fits the wanted language, the best first."""

    RIGHT = 0
    """It names the language."""
    UNMARKED = 1
    """It names none."""
    OTHER = 2
    """It names another language."""
    FOREIGN = 3
    """It says that this is no program."""


def fit_of(info: str, language: Language) -> Fit:
    """What the text after a fence's opening signs says."""
    named = named_language(info)
    if named is not None:
        return Fit.RIGHT if named == language.id else Fit.OTHER
    return Fit.FOREIGN if first_word(info) in markers().foreign | markers().documents else Fit.UNMARKED


def is_document(info: str) -> bool:
    """Whether the block is a text with blocks of its own."""
    return first_word(info) in markers().documents


def first_word(info: str) -> str:
    """The first word, in small letters, without the signs around it: `python` for `{.python}`."""
    found = _WORD.search(info)
    return found[0].lstrip(".:").rstrip(":").lower() if found else ""


@functools.lru_cache(maxsize=1024)
def named_language(info: str) -> str | None:
    """The id of the language that the text names, by a name, a class (`language-python`) or a file."""
    words = [word.strip(":") for word in _WORD.findall(info[:200])[:_MOST_WORDS]]
    for word in words:
        for name in _spellings(word):
            try:
                return find_language(name).id
            except UnknownLanguage:
                continue
        if word.lower() in markers().foreign | markers().unmarked | markers().documents:
            return None
    files = (language_of_file(word) for word in words if "." in word)
    return next((language.id for language in files if language is not None), None)


def _spellings(word: str) -> list[str]:
    plain = word.lstrip(".").lower()
    for start in ("language-", "lang-", "language:", "lang:"):
        plain = plain.removeprefix(start)
    part = plain.partition(":")[0]
    spellings = [word, plain, part, _VERSION.sub("", part)]
    return list(dict.fromkeys(filter(None, spellings)))
