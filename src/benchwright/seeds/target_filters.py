"""Why a function makes no good target, and how good a target it makes."""

from __future__ import annotations

import re

from benchwright.languages.functions import Function
from benchwright.seeds.filters import is_minified, is_test_name
from benchwright.seeds.target_options import TargetOptions

_MAIN = frozenset({"main", "Main", "_main", "__main__"})
_CONSTRUCTOR = re.compile(r"__(?:init|new|post_init|del)__$")
_NOTHING = re.compile(
    r"""(?x)\s*(?:pass|\.\.\.|raise\s+NotImplemented(?:Error)?\b[^\n]*|throw\s+new\s+\w*(?:Unsupported|NotImplemented|NotSupported)\w*[^;]*
    |(?:unimplemented|todo|unreachable)!\s*\([^;]*\)|panic\("[^"\n]*"\)
    |throw\s+new\s+Error\([^;\n]*(?i:implement)[^;\n]*\))?\s*;?\s*"""
)
_REMARK = re.compile(r"(?m)^\s*(?:#|//|--).*$|/\*[\s\S]*?\*/")
_DOCSTRING = re.compile(r"""\s*[rRuU]?('''|\"""|"|')(?:\\.|(?!\1)[\s\S])*\1\s*""")
_BRANCH = re.compile(r"\b(?:if|elif|for|while|switch|case|match|catch|except|loop|unless)\b")
_MOST_POINTS = 4


def hard_fault(function: Function, count: int) -> str:
    """Why nothing can be cut out: also where the user named the function. `count` functions of its file have its
    name."""
    if function.broken:
        return "syntax"
    if not function.in_lines:
        return "one line"
    return "overloaded" if count > 1 else ""


def soft_fault(function: Function, text: str, body: str, calls: list[str], options: TargetOptions) -> str:
    """Why it is not chosen unless it is named; `text` is all of it."""
    *_, last = function.name.split(".")
    if not options.min_lines <= function.end_line - function.line + 1 <= options.max_lines:
        return "size"
    if any(is_test_name(word) for word in function.name.split(".")):
        return "test"
    if last in _MAIN:
        return "main"
    if _CONSTRUCTOR.match(last):
        return "constructor"
    if is_stub(body):
        return "stub"
    if is_minified(text):
        return "generated"
    if options.needs_docstring and not function.docstring:
        return "no docstring"
    if options.public_only and not function.is_public:
        return "private"
    return "few calls" if len(calls) < options.min_calls else ""


def is_stub(body: str) -> bool:
    """Whether a body does nothing, or only says that it does nothing."""
    bare = _REMARK.sub("", body)
    return _NOTHING.fullmatch(bare) is not None or _DOCSTRING.fullmatch(bare) is not None


def score(function: Function, body: str, calls: list[str], imported: frozenset[str]) -> int:
    """How much there is to do in a function, and how well it is told what."""
    words = frozenset(re.findall(r"[^\W\d]\w*", body))
    return (
        4 * function.is_public
        + 3 * bool(function.docstring)
        + min(len(calls), _MOST_POINTS)
        + min(len(words & imported), _MOST_POINTS)
        + min(len(_BRANCH.findall(body)), _MOST_POINTS)
    )
