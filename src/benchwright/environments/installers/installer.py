"""What every installer can do."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from benchwright.environments.lock import Lock, Package
from benchwright.environments.policy import Policy
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
