"""Why a text makes no good seed: one reason each, the first that holds."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from benchwright.languages import Language
from benchwright.seeds.cut import CutFile, Fragment
from benchwright.seeds.imports import OwnModules
from benchwright.seeds.licences import is_allowed
from benchwright.seeds.places import is_test
from benchwright.seeds.secrets import has_secret
from benchwright.seeds.seed import SeedOptions, SourceText
from benchwright.seeds.standing import needs, uses_object

_GENERATED = re.compile(
    r"(?im)\b(?:auto-?)?generated (?:by|from|file|code|using|with)\b|@generated\b"
    r"|do not (?:edit|modify)\b(?=\W*(?:$|(?:this|it|the file|by|manually|directly)\b))"
)
_HEAD = 1500
_LONGEST_LINE = 300
_ENDLESS = re.compile(r"[^\n]{5000}")
_MEAN_LINE = 110
_SHORT_NAMES = 0.55
_FEWEST_NAMES = 40
_NAME = re.compile(r"[^\W\d]\w*")
_HALF = re.compile("[\ud800-\udfff]")
"""What stands for a byte that is not UTF-8."""
_TEST_NAME = re.compile(
    r"(?:test|Test|TEST|Benchmark|Fuzz|Example)(?:[_A-Z0-9-]|s?$)|(?i:\w+_tests?$)|\w+(?:Test|Tests|TestCase)$"
)


def fault_of_file(source: SourceText, options: SeedOptions) -> str:
    """Why nothing of a file is taken; empty where something may be."""
    if source.dropped:
        return source.dropped
    if not is_allowed(source.origin.licence, options.licences):
        return "licence"
    if not source.row and is_test(source.origin.path):
        return "test"
    # Such lines are not parsed at all: some grammars take time with the square of their length.
    if _GENERATED.search(source.text[:_HEAD]) or _ENDLESS.search(source.text):
        return "generated"
    return ""


def fault_of_text(fragment: Fragment, text: str, options: SeedOptions) -> str:
    """Why a fragment is not taken, as its text alone tells; `text` is all that would be sent."""
    lines = fragment.text.count("\n")
    if fragment.code_lines < options.min_lines or lines > options.max_lines:
        return "size"
    if len(text.encode(errors="replace")) > options.max_bytes:
        return "size"
    if fragment.kind != "file" and any(is_test_name(name) for name in fragment.names):
        return "test"
    if is_minified(text):
        return "generated"
    if has_secret(text):
        return "secret"
    return "syntax" if fragment.broken or has_odd_signs(text) else ""


def is_test_name(name: str) -> bool:
    """Whether functions of tests are named so."""
    return _TEST_NAME.match(name) is not None


def has_odd_signs(text: str) -> bool:
    """Whether there is something in it that no program has: zeros, or bytes that were not UTF-8."""
    return "\x00" in text or "\ufffd" in text or _HALF.search(text) is not None


def fault_of_names(
    fragment: Fragment, cut: CutFile, language: Language | None, own: OwnModules, around: frozenset[str]
) -> str:
    """Whether it needs what is defined elsewhere: in its file, in files that it sees (`around`), in modules of the
    same tree."""
    if language is None:
        return ""
    imports = cut.imports if fragment.kind == "file" else fragment.imports
    if any(own.has(each, cut.package) for each in imports):
        return "not self-contained"
    if fragment.kind == "file":
        names = around - cut.names
    else:
        own_includes = (each for each in cut.imports if each.text.startswith("#") and own.has(each, cut.package))
        if next(own_includes, None) is not None:
            return "not self-contained"
        names = (around | cut.names) - fragment.names
    mentioned = names & fragment.words
    if fragment.kind == "function" and uses_object(fragment.text, language):
        return "not self-contained"
    return "not self-contained" if mentioned and needs(fragment.text, language, mentioned) else ""


def folder_key(path: str, language: str) -> tuple[str, str]:
    """Where files of a language that need no imports of each other see each other."""
    return str(PurePosixPath(path).parent), language


def is_minified(text: str) -> bool:
    """Whether its lines are too long, or its names too short, to be written by people."""
    lines = text.splitlines() or [""]
    if max(map(len, lines)) > _LONGEST_LINE or sum(map(len, lines)) / len(lines) > _MEAN_LINE:
        return True
    names = _NAME.findall(text)
    return len(names) >= _FEWEST_NAMES and sum(1 for name in names if len(name) == 1) / len(names) > _SHORT_NAMES
