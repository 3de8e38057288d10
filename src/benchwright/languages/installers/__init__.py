"""How toolchains are brought here: one module for each place they come from.

A module has `steps(packages, language, prefix) -> Iterator[Step]`, which gives the commands for what is not there yet:
repeated, it gives none. Package managers check the checksums that their registries give; install scripts of packages
are never run.
"""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from benchwright.errors import ToolchainMissing, UsageError
from benchwright.languages.installers.step import Step
from benchwright.languages.language import Language
from benchwright.languages.toolchain import find_toolchain, toolchains_prefix

_MANAGERS = {"npm": ("npm", "npm"), "maven": ("mvn", "maven")}
"""Place → the command that gets things from there, and the system's package that brings the command."""


def steps(languages: Iterable[Language]) -> Iterator[Step]:
    """What is to be done for those of the languages that are not complete here."""
    lacking = [language for language in languages if not is_complete(language)]
    yield from _steps("apt", tuple(dict.fromkeys(_system_packages(lacking))), "system")
    for language in lacking:
        for source, packages in wanted(language).items():
            if source != "apt":
                yield from _steps(source, packages, language.id)


def is_complete(language: Language) -> bool:
    """Whether a toolchain is here, wherever it came from, with every set of files that the language can use."""
    try:
        toolchain = find_toolchain(language)
    except ToolchainMissing:
        return False
    return toolchain.files.keys() >= language.toolchain.files.keys()


def _system_packages(languages: Iterable[Language]) -> Iterator[str]:
    for language in languages:
        needs = wanted(language)
        yield from needs.get("apt", ())
        for source, (command, package) in _MANAGERS.items():
            if source in needs and shutil.which(command) is None:
                yield package


def wanted(language: Language) -> Mapping[str, tuple[str, ...]]:
    """Place → packages of the language: of its tools and of every set of files."""
    together: dict[str, tuple[str, ...]] = {}
    for install in (language.toolchain.install, *(files.install for files in language.toolchain.files.values())):
        for source, packages in install.items():
            together[source] = tuple(dict.fromkeys((*together.get(source, ()), *packages)))
    return together


def _steps(source: str, packages: tuple[str, ...], language: str) -> Iterator[Step]:
    if not packages:
        return
    try:
        module = importlib.import_module(f"{__name__}.{source}")
    except ModuleNotFoundError:
        raise UsageError(f"{language}: nothing installs from {source!r}", "see languages/installers") from None
    yield from module.steps(packages, language, Path(toolchains_prefix()))
