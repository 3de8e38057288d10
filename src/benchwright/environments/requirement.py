"""What may be asked for: a package and its versions, and nothing that names a place, an option or a command."""

from __future__ import annotations

import re

from benchwright.errors import UsageError

_MOST_CHARACTERS = 200
_NPM_NAME = r"(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*"
_NPM_VERSION = r"(?:[~^]|[<>]=?|=)? ?v?(?:\d[0-9A-Za-z.*+-]*|[xX*])"
_NPM_RANGE = rf"{_NPM_VERSION}(?: {_NPM_VERSION}| - {_NPM_VERSION}| ?\|\| ?{_NPM_VERSION})*"
_NPM = re.compile(rf"(?P<name>{_NPM_NAME})(?:@(?P<range>{_NPM_RANGE}|latest|next))?")


def one_line(line: str) -> str:
    """A requirement without surrounding blanks; UsageError for what cannot be one."""
    text = line.strip(" \t")
    if not text or len(text) > _MOST_CHARACTERS or not (text.isascii() and text.isprintable()):
        raise refused(line)
    return text


def refused(line: str) -> UsageError:
    """The answer to everything that is no plain requirement."""
    return UsageError(
        f"{line[:80]!r} is no plain requirement", "a package name and its versions; no address, path, option or marker"
    )


def python_requirement(line: str) -> str:
    """`name[extras]` and version specifiers, as PEP 508 has them."""
    from packaging.requirements import InvalidRequirement, Requirement
    from packaging.utils import canonicalize_name

    try:
        found = Requirement(line)
    except InvalidRequirement:
        raise refused(line) from None
    # `===` compares texts, so anything may follow it.
    if found.url or found.marker or "===" in line or ";" in line or "@" in line:
        raise refused(line)
    extras = f"[{','.join(sorted(canonicalize_name(extra) for extra in found.extras))}]" if found.extras else ""
    return f"{canonicalize_name(found.name)}{extras}{','.join(sorted(map(str, found.specifier)))}"


def npm_requirement(line: str) -> str:
    """`name@range`; without a range, any version."""
    name, versions = split_npm(line)
    return f"{name}@{versions}"


def split_npm(line: str) -> tuple[str, str]:
    """The name and the range of versions."""
    found = _NPM.fullmatch(line)
    if not found or ".." in line:
        raise refused(line)
    return found["name"], found["range"] or "*"
