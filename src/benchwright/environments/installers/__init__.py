"""One module for each package manager; a new one is a new module and no edit here."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from benchwright.environments.lock import Lock, Package
from benchwright.environments.policy import Policy
from benchwright.environments.requirement import one_line
from benchwright.errors import CannotResolve
from benchwright.languages import find_language
from benchwright.sandbox import Sandbox


class Installer(Protocol):
    """A package manager. Its commands get argument lists, and run nothing that came with a package."""

    language: str
    """Id of the language that its locks name."""
    languages: frozenset[str]
    """Ids of the languages whose programs can use its packages."""
    mounts: Mapping[str, str]
    """Folder in the environment → place in the sandbox."""
    env: Mapping[str, str]
    """Variables that make the packages found."""

    def parse(self, line: str) -> str:
        """The normal form of one requirement; UsageError for anything else."""
        ...

    def is_sound(self, package: Package) -> bool:
        """Whether a package of a lock from elsewhere is what this installer could have written."""
        ...

    def toolchain(self) -> str:
        """Name and version of what the packages must suit; another one is another installation."""
        ...

    def settings(self) -> str:
        """Where packages come from here; a resolution is remembered for these only."""
        ...

    async def resolve(self, requirements: tuple[str, ...], policy: Policy, sandbox: Sandbox) -> tuple[Package, ...]:
        """All packages that fulfil the requirements together, sorted."""
        ...

    async def install(self, lock: Lock, folder: Path, policy: Policy, sandbox: Sandbox) -> None:
        """Fill the folders of `mounts` below `folder`."""
        ...


def installer_for(language_id: str) -> Installer:
    """The installer of a language's packages."""
    language = find_language(language_id)
    for each in pkgutil.iter_modules(__path__):
        installer: Installer | None = getattr(importlib.import_module(f"{__name__}.{each.name}"), "INSTALLER", None)
        if installer is not None and language.id in installer.languages:
            return installer
    raise CannotResolve(f"no packages can be installed for {language.name}", "python, javascript and typescript can")


__all__ = ["Installer", "installer_for", "parse_requirements"]


def parse_requirements(language_id: str, lines: Iterable[str]) -> tuple[str, ...]:
    """The requirements in their normal form, sorted, each once."""
    installer = installer_for(language_id)
    return tuple(sorted({installer.parse(line) for line in map(one_line, lines)}))
