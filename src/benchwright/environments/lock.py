"""The packages of an environment, pinned to their content."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

_NAME_DIGITS = 32
"""128 bits. Locks come from strangers, and none may be made to have the name of another."""


class Package(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One package in one version."""

    name: str
    """As its registry calls it."""
    version: str
    """Exactly this one."""
    hashes: tuple[str, ...]
    """Of the files that may be installed for it, sorted."""
    source: str = ""
    """Hash of the source that it was built from in the sandbox; empty for a package that came as a wheel."""
    place: str = ""
    """Where it lies in a tree of packages that can hold several versions of one."""
    details: Mapping[str, Any] = {}
    """What its installer must know beyond that: needs, platforms."""

    @property
    def pin(self) -> str:
        """Name and version, for people."""
        return f"{self.name}=={self.version}"


class Lock(msgspec.Struct, frozen=True, kw_only=True):
    """The packages that an environment has."""

    language: str
    """Id of the language whose package registry they come from: javascript also for typescript."""
    requirements: tuple[str, ...]
    """As asked, in their normal form."""
    packages: tuple[Package, ...]
    """Everything that is installed, sorted."""

    @property
    def name(self) -> str:
        """The environment's name: an address of its content, the same on every machine."""
        return f"{self.language}-{hashlib.sha256(self.identity).hexdigest()[:_NAME_DIGITS]}"

    @property
    def identity(self) -> bytes:
        """All that decides what is installed. Locks of one identity can share an environment."""
        identities = [_identity(package) for package in self.packages]
        return msgspec.json.encode([self.language, identities], order="sorted")

    def to_json(self) -> bytes:
        """For a file or a manifest."""
        return msgspec.json.encode(self, order="deterministic")


def _identity(package: Package) -> list[Any]:
    """What was built may differ in its bytes from machine to machine; its source does not."""
    content = ["built", package.source] if package.source else ["fetched", *package.hashes]
    return [package.name, package.version, content, package.place, package.details]
