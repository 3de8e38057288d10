"""The packages of an environment, pinned by content hash."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

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
