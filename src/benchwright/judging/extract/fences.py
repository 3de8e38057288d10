"""Code fences: the lines that delimit blocks, their info strings, and the data of markers.toml."""

from __future__ import annotations

import functools
import re
import tomllib
from enum import IntEnum
from pathlib import Path

import msgspec

from benchwright.errors import UnknownLanguage
from benchwright.languages import Language, find_language, language_of_file

_LONGEST_INFO = 200


class Reasoning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The markers around reasoning."""

    open: str
    """Marker that starts the reasoning."""
    close: str
    """Marker that ends the reasoning."""
    first: bool = False
    """Whether it counts only at the very start of the answer."""


class Refusals(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How models decline to answer."""

    patterns: tuple[str, ...]
    """Regular expressions, matched against lower-case text."""

    def match(self, text: str) -> bool:
        """Whether the text is a refusal."""
        plain = text.lower().replace("’", "'")
        return any(re.search(pattern, plain) for pattern in self.patterns)


class Standing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How answers introduce one of several versions of the code."""

    final: tuple[str, ...]
    """Regular expressions for the version to use, matched against lower-case text."""
    other: tuple[str, ...]
    """Regular expressions for drafts, alternatives and mistakes."""

    def of(self, intro: str) -> int:
        """Return 1 for the final version, -1 for another one, 0 if nothing is said."""
        plain = intro.lower()
        if any(re.search(pattern, plain) for pattern in self.final):
            return 1
        return -1 if any(re.search(pattern, plain) for pattern in self.other) else 0


class Console(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The prompts of a console."""

    prompt: str
    """Regular expression for the prompt of an input."""
    more: str = ""
    """Regular expression for the prompt of its further lines; empty if it is the same."""

    @property
    def doubtful(self) -> bool:
        """Whether code in some language may start with the prompt."""
        return self.prompt == "> "


class Patterns(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Regular expressions of which one must match."""

    patterns: tuple[str, ...]
    """The regular expressions; matched at the start of each line, without regard to case."""

    def match(self, text: str) -> bool:
        """Whether one of them matches a line of the text."""
        return _compiled(self.patterns).search(text) is not None

    def places(self, text: str) -> list[int]:
        """Return where the matching lines have their first character that is not a blank."""
        found = _compiled(self.patterns).finditer(text)
        return [each.end() - len(each[0].lstrip()) for each in found]


class References(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a line of code refers to another file; the first group is the file."""

    sure: tuple[str, ...]
    """Regular expressions for references that cannot mean a library."""
    named: tuple[str, ...]
    """Regular expressions for those that can."""

    def find(self, line: str) -> tuple[str, bool] | None:
        """Return the name of the file without its ending, and whether it cannot be a library; None if the line is not
        a reference."""
        for patterns, sure in ((self.sure, True), (self.named, False)):
            found = _compiled(patterns).match(line[:_LONGEST_INFO])
            if found is not None:
                file = next((group for group in found.groups() if group), "")
                return file.rpartition("/")[2].partition(".")[0], sure
        return None


class Programs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What programs use for input and output, in any language."""

    input: tuple[str, ...]
    """Regular expressions for reading."""
    output: tuple[str, ...]
    """Regular expressions for printing."""

    def reads(self, text: str) -> bool:
        """Whether the program reads its input."""
        return any(re.search(pattern, text) for pattern in self.input)

    def writes(self, text: str) -> bool:
        """Whether the program prints something."""
        return any(re.search(pattern, text) for pattern in self.output)


@functools.cache
def _compiled(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"^(?:{each})" for each in patterns), re.MULTILINE | re.IGNORECASE)


class Markers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What surrounds the code in answers. The comments in the file explain each list."""

    unmarked: frozenset[str]
    """Words on fences that name no language."""
    foreign: frozenset[str]
    """Words on fences around text that is not a program."""
    documents: frozenset[str]
    """Words on fences around documents that contain fences."""
    square_tags: frozenset[str]
    """Tags in square brackets around code."""
    angle_tags: frozenset[str]
    """Tags in angle brackets around code."""
    answer_tags: frozenset[str]
    """Tags in angle brackets around the answer proper."""
    stops: tuple[str, ...]
    """Special tokens that end an answer."""
    ends: tuple[str, ...]
    """Special tokens that count only at the very end."""
    starts: tuple[str, ...]
    """Special tokens that may start an answer, in addition to `stops`."""
    roles: tuple[str, ...]
    """Role names that may follow those tokens."""
    numbers: frozenset[str]
    """Types of numbers, and words beside them."""
    reasoning: tuple[Reasoning, ...]
    """All known markers around reasoning."""
    refusals: Refusals
    """Patterns by which models decline."""
    standing: Standing
    """Patterns that present code as final, or as another version."""
    consoles: tuple[Console, ...]
    """The prompts of consoles."""
    abridged: Patterns
    """Lines that say that code was left out."""
    members: Patterns
    """Introductions of code that belongs into a class."""
    examples: Patterns
    """Introductions of usage examples and tests."""
    methods: Patterns
    """Definitions that add to others of the same name."""
    imports: Patterns
    """Statements that import something."""
    references: References
    """References from one file of an answer to another."""
    programs: Programs
    """Words of programs that are judged by input and output."""


@functools.cache
def markers() -> Markers:
    """Load markers.toml."""
    data = tomllib.loads(Path(__file__).with_name("markers.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, Markers)


_FENCE = re.compile(r"([ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?)(`{3,}|~{3,})[ \t]*([^`]*)")


class Fence(msgspec.Struct, frozen=True, kw_only=True):
    """A line that opens or closes a block: three or more backticks or tildes, at any indentation, possibly after a list
    or quote marker."""

    mark: str
    """The backticks or tildes themselves."""
    before: str = ""
    """Text before the backticks, such as a list marker."""
    info: str = ""
    """Text after the backticks: the info string."""

    def closes(self, opening: Fence) -> bool:
        """Whether it can close the block that the other fence opened."""
        return not self.info and self.mark.startswith(opening.mark)


def fence_of(line: str) -> Fence | None:
    """Parse a line as a fence; None if it is not one."""
    if "```" not in line and "~~~" not in line:
        return None
    found = _FENCE.fullmatch(line.rstrip())
    if found is None or len(found[3]) > _LONGEST_INFO:
        return None
    return Fence(mark=found[2], before=found[1], info=found[3].strip())


def closed_spans(text: str) -> list[tuple[int, int]]:
    """Return the character ranges of blocks that are closed."""
    spans: list[tuple[int, int]] = []
    opening: Fence | None = None
    start = at = 0
    for line in text.split("\n"):
        fence = fence_of(line)
        if fence is not None and opening is None:
            opening, start = fence, at
        elif fence is not None and opening is not None and fence.closes(opening):
            spans.append((start, at))
            opening = None
        at += len(line) + 1
    return spans


def content(lines: list[str], opening: Fence) -> str:
    """Join the lines of a block, without the indentation or quote markers its position adds."""
    if ">" in opening.before:
        lines = [line.lstrip().removeprefix(">").removeprefix(" ") for line in lines]
    elif opening.before:
        lines = _moved_left(lines, len(opening.before))
    return "".join(f"{line}\n" for line in lines)


def _moved_left(lines: list[str], most: int) -> list[str]:
    """Remove the common indentation, but no more than precedes the fence."""
    filled = [line for line in lines if line.strip()]
    if not filled:
        return lines
    first, last = min(filled), max(filled)
    shared = 0
    while shared < min(most, len(first)) and first[shared] in " \t" and first[shared] == last[shared]:
        shared += 1
    return [line[shared:] if line[:shared].strip() == "" else line for line in lines]


_WORD = re.compile(r"[^\s,;{}=\"'()|]+")
_VERSION = re.compile(r"[-_ ]?v?\d[\d.]*$")
_MOST_WORDS = 4


class Fit(IntEnum):
    """How well a block's info string fits the wanted language, best first."""

    RIGHT = 0
    """It names the language."""
    UNMARKED = 1
    """It names no language."""
    OTHER = 2
    """It names another language."""
    FOREIGN = 3
    """It says that the block is not a program."""


def fit_of(info: str, language: Language) -> Fit:
    """Classify the info string of a fence."""
    named = named_language(info)
    if named is not None:
        return Fit.RIGHT if named == language.id else Fit.OTHER
    return Fit.FOREIGN if first_word(info) in markers().foreign | markers().documents else Fit.UNMARKED


def is_document(info: str) -> bool:
    """Whether the block is a document that contains other blocks."""
    return first_word(info) in markers().documents


def first_word(info: str) -> str:
    """Return the first word in lower case, without surrounding punctuation: `python` for `{.python}`."""
    found = _WORD.search(info)
    return found[0].lstrip(".:").rstrip(":").lower() if found else ""


@functools.lru_cache(maxsize=1024)
def named_language(info: str) -> str | None:
    """Return the id of the language the info string names, by name, class (`language-python`) or file name."""
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
