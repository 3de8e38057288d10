"""What may be installed, and how much of it."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchwright.environments.lock import Package
from benchwright.environments.machine import suits
from benchwright.errors import CannotResolve


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of resolving and installing."""

    allow: tuple[str, ...] = ()
    """Names of packages, also with * and ?. If there are any, every package must be among them, also those that others
    need."""
    deny: tuple[str, ...] = ()
    """Packages that are refused, also where others need them."""
    wheels: Path | None = None
    """An offline mirror: a folder of wheels. Nothing else is asked."""
    max_packages: int = 256
    """In one environment, without those for other machines. Sets of npm are wide: a web framework has 80."""
    max_bytes: int = 600 << 20
    """Of all installed files together."""
    timeout_s: float = 300.0
    """For one resolution, and for one installation."""
    build: bool = True
    """Whether packages without wheels may be built from their source, in the sandbox."""

    def check_names(self, names: Iterable[str]) -> None:
        """Refuse names that are denied or not allowed."""
        for name in map(_normal, names):
            if any(fnmatch.fnmatchcase(name, _normal(pattern)) for pattern in self.deny):
                raise CannotResolve(f"the package {name} is denied", "it is in the deny list; leave it out")
            if self.allow and not any(fnmatch.fnmatchcase(name, _normal(pattern)) for pattern in self.allow):
                raise CannotResolve(
                    f"the package {name} is not among those that are allowed",
                    "add it to the allow list, or leave it out",
                )

    def check_packages(self, packages: tuple[Package, ...]) -> None:
        """Refuse a finished resolution that holds too much or the wrong things."""
        self.check_names(each.name for each in packages)
        count = sum(suits(package) or not package.details.get("optional") for package in packages)
        if count > self.max_packages:
            raise CannotResolve(f"{count} packages are more than {self.max_packages}", "ask for fewer")


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
