"""Install wheels from PyPI, each language's in its own folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchwright.languages.installers.step import Step


def steps(packages: tuple[str, ...], language: str, prefix: Path) -> Iterator[Step]:
    """Yield one installation, unless every package is installed in its version. Wheels only: nothing is built."""
    folder = prefix / "pypi" / language
    if all(_is_installed(folder, package) for package in packages):
        return
    options = ("--quiet", "--no-input", "--only-binary", ":all:", "--upgrade", "--target", str(folder))
    argv = (sys.executable, "-m", "pip", "install", *options, *packages)
    yield Step(what=f"{language}: {' '.join(packages)} from PyPI", argv=argv)


def package_set_steps(packages: tuple[str, ...], what: str, folder: Path, version: str) -> Iterator[Step]:
    """Do the same for an interpreter of another version than the running one."""
    if not all(_is_installed(folder, package) for package in packages):
        options = ("--quiet", "--no-input", "--only-binary", ":all:", "--upgrade", "--target", str(folder))
        argv = (sys.executable, "-m", "pip", "install", *options, "--python-version", version, *packages)
        yield Step(what=f"{what}: {' '.join(packages)} from PyPI", argv=argv)


def _is_installed(folder: Path, package: str) -> bool:
    name, _, version = package.partition("==")
    return (folder / f"{name.replace('-', '_')}-{version}.dist-info").is_dir()
