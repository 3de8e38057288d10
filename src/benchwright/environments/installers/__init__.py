"""One module per package manager. To add one, add a module; nothing here changes."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from benchwright.environments.lock import Lock, Package, one_line
from benchwright.environments.policy import Policy
from benchwright.errors import CannotResolve
from benchwright.languages import find_language
from benchwright.sandbox import Sandbox


class Installer(Protocol):
    """A package manager. Its commands run as argument lists, without a shell, and never execute package code."""

    language: str
    """Id of the language in its locks."""
    languages: frozenset[str]
    """Ids of the languages whose programs can use its packages."""
    mounts: Mapping[str, str]
    """Folder in the environment → path in the sandbox."""
    env: Mapping[str, str]
    """Environment variables that let programs find the packages."""

    def parse(self, line: str) -> str:
        """Return the normal form of one requirement, or raise UsageError."""
        ...

    def is_sound(self, package: Package) -> bool:
        """Whether this installer could have produced this package of an untrusted lock."""
        ...

    def toolchain(self) -> str:
        """Return the name and version of the toolchain that the packages must fit. A different one needs a new
        installation."""
        ...

    def settings(self) -> str:
        """Return the configured package sources. Cached resolutions are valid only for these."""
        ...

    async def resolve(self, requirements: tuple[str, ...], policy: Policy, sandbox: Sandbox) -> tuple[Package, ...]:
        """Find packages that satisfy all requirements together, sorted."""
        ...

    async def install(self, lock: Lock, folder: Path, policy: Policy, sandbox: Sandbox) -> None:
        """Fill the folders of `mounts` below `folder`."""
        ...


def installer_for(language_id: str) -> Installer:
    """Find the installer for a language's packages."""
    language = find_language(language_id)
    for each in pkgutil.iter_modules(__path__):
        installer: Installer | None = getattr(importlib.import_module(f"{__name__}.{each.name}"), "INSTALLER", None)
        if installer is not None and language.id in installer.languages:
            return installer
    hint = "python, javascript and typescript support packages"
    raise CannotResolve(f"packages cannot be installed for {language.name}", hint)


__all__ = ["Installer", "installer_for", "parse_requirements"]


def parse_requirements(language_id: str, lines: Iterable[str]) -> tuple[str, ...]:
    """Return the requirements in their normal form, sorted and without duplicates."""
    installer = installer_for(language_id)
    return tuple(sorted({installer.parse(line) for line in map(one_line, lines)}))
