"""Install npm packages, each language's in its own folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from benchwright.languages.installers.step import Step


def steps(packages: tuple[str, ...], language: str, prefix: Path) -> Iterator[Step]:
    """Yield one installation, unless every package is installed in its version."""
    folder = prefix / "npm" / language
    if all(_is_installed(folder, package) for package in packages):
        return
    options = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")
    argv = ("npm", "install", "--prefix", str(folder), *options, *packages)
    yield Step(what=f"{language}: {' '.join(packages)} from npm", argv=argv)


def _is_installed(folder: Path, package: str) -> bool:
    name, _, version = package.rpartition("@")
    try:
        found = json.loads((folder / "node_modules" / name / "package.json").read_bytes())["version"]
    except (OSError, ValueError, KeyError):
        return False
    return bool(found == version)
