"""Requirements: a package name and its versions. URLs, paths, options and commands are refused."""

from __future__ import annotations

import re

from benchwright.errors import UsageError

_MOST_CHARACTERS = 200
_NPM_NAME = r"(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*"
_NPM_VERSION = r"(?:[~^]|[<>]=?|=)? ?v?(?:\d[0-9A-Za-z.*+-]*|[xX*])"
_NPM_RANGE = rf"{_NPM_VERSION}(?: {_NPM_VERSION}| - {_NPM_VERSION}| ?\|\| ?{_NPM_VERSION})*"
_NPM = re.compile(rf"(?P<name>{_NPM_NAME})(?:@(?P<range>{_NPM_RANGE}|latest|next))?")


def one_line(line: str) -> str:
    """Strip a requirement, or raise UsageError if it cannot be one."""
    text = line.strip(" \t")
    if not text or len(text) > _MOST_CHARACTERS or not (text.isascii() and text.isprintable()):
        raise refused(line)
    return text


def refused(line: str) -> UsageError:
    """Return the error for anything that is not a plain requirement."""
    hint = "use a package name and versions; no URL, path, option or marker"
    return UsageError(f"{line[:80]!r} is not a plain requirement", hint)


def python_requirement(line: str) -> str:
    """Normalize a Python requirement: `name[extras]` and version specifiers, as in PEP 508."""
    from packaging.requirements import InvalidRequirement, Requirement
    from packaging.utils import canonicalize_name

    try:
        found = Requirement(line)
    except InvalidRequirement:
        raise refused(line) from None
    # `===` compares strings, so anything may follow it.
    if found.url or found.marker or "===" in line or ";" in line or "@" in line:
        raise refused(line)
    extras = f"[{','.join(sorted(canonicalize_name(extra) for extra in found.extras))}]" if found.extras else ""
    return f"{canonicalize_name(found.name)}{extras}{','.join(sorted(map(str, found.specifier)))}"


def npm_requirement(line: str) -> str:
    """Normalize an npm requirement to `name@range`. Without a range, any version is allowed."""
    name, versions = split_npm(line)
    return f"{name}@{versions}"


def split_npm(line: str) -> tuple[str, str]:
    """Split an npm requirement into its name and version range."""
    found = _NPM.fullmatch(line)
    if not found or ".." in line:
        raise refused(line)
    return found["name"], found["range"] or "*"
