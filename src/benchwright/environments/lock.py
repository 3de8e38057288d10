"""The packages of an environment: what is required, and what is pinned by content hash."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

import msgspec

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


_NAME_DIGITS = 32
"""128 bits. Locks may come from untrusted sources, so forging a name collision must be infeasible."""


class Package(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One version of one package."""

    name: str
    """Name of the package in its registry."""
    version: str
    """The exact version to install."""
    hashes: tuple[str, ...]
    """Hashes of the files that may be installed for it, sorted."""
    source: str = ""
    """Hash of the source that it was built from in the sandbox. Empty: it came as a wheel."""
    place: str = ""
    """Path in a package tree that can contain several versions of a package."""
    details: Mapping[str, Any] = {}
    """Further data for the installer: dependencies, platforms."""

    @property
    def pin(self) -> str:
        """Name and version as `name==version`, for messages."""
        return f"{self.name}=={self.version}"


class Lock(msgspec.Struct, frozen=True, kw_only=True):
    """The pinned packages of an environment."""

    language: str
    """Id of the language of the package registry; javascript also for typescript."""
    requirements: tuple[str, ...]
    """The requested requirements, in their normal form."""
    packages: tuple[Package, ...]
    """All packages to install, sorted."""

    @property
    def name(self) -> str:
        """The environment's name, derived from its content: the same on every machine."""
        return f"{self.language}-{hashlib.sha256(self.identity).hexdigest()[:_NAME_DIGITS]}"

    @property
    def identity(self) -> bytes:
        """Everything that determines what is installed. Locks with the same identity can share an environment."""
        identities = [_identity(package) for package in self.packages]
        return msgspec.json.encode([self.language, identities], order="sorted")

    def to_json(self) -> bytes:
        """Encode the lock for a file or a manifest."""
        return msgspec.json.encode(self, order="deterministic")


def _identity(package: Package) -> list[Any]:
    """Identify a built package by its source: the built bytes may differ between machines."""
    content = ["built", package.source] if package.source else ["fetched", *package.hashes]
    return [package.name, package.version, content, package.place, package.details]
