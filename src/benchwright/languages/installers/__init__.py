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
from benchwright.languages.environments import packages_folder, short_version
from benchwright.languages.installers import pypi
from benchwright.languages.installers.step import Step
from benchwright.languages.language import Language
from benchwright.languages.toolchain import find_tools, toolchains_prefix

_MANAGERS = {"npm": ("npm", "npm"), "maven": ("mvn", "maven"), "debian": ("mmdebstrap", "mmdebstrap")}
"""Place → the command that gets things from there, and the system's package that brings the command."""


def steps(languages: Iterable[Language]) -> Iterator[Step]:
    """What is to be done for what the languages lack here."""
    languages = list(languages)
    needs = [(language.id, lacking(language)) for language in languages]
    system = dict.fromkeys(_system_packages(packages for _, packages in needs))
    yield from _steps("apt", tuple(system), "system")
    for language, packages in needs:
        for source, names in packages.items():
            if source != "apt":
                yield from _steps(source, names, language)
    yield from _package_sets(languages)


def _package_sets(languages: Iterable[Language]) -> Iterator[Step]:
    for language in languages:
        for name, packages in language.environments.items():
            try:
                folder, version = packages_folder(language, name), short_version(language)
            except ToolchainMissing:  # it comes with the steps before; who repeats them gets the packages
                continue
            yield from pypi.package_set_steps(packages.pypi, f"{language.id} {name}", folder, version)


def lacking(language: Language) -> Mapping[str, tuple[str, ...]]:
    """Place → packages of what is missing: the tools, if no toolchain is here wherever it came from, and each set of
    files that is not."""
    recipe = language.toolchain
    installs = []
    try:
        found = set(find_tools(language).files)
    except ToolchainMissing:
        found = set()
        installs.append(recipe.install)
    installs += [files.install for name, files in recipe.files.items() if name not in found]
    together: dict[str, tuple[str, ...]] = {}
    for install in installs:
        for source, packages in install.items():
            together[source] = tuple(dict.fromkeys((*together.get(source, ()), *packages)))
    return together


def _system_packages(needs: Iterable[Mapping[str, tuple[str, ...]]]) -> Iterator[str]:
    for packages in needs:
        yield from packages.get("apt", ())
        for source, (command, package) in _MANAGERS.items():
            if source in packages and shutil.which(command) is None:
                yield package


def _steps(source: str, packages: tuple[str, ...], language: str) -> Iterator[Step]:
    if not packages:
        return
    try:
        module = importlib.import_module(f"{__name__}.{source}")
    except ModuleNotFoundError:
        raise UsageError(f"{language}: nothing installs from {source!r}", "see languages/installers") from None
    yield from module.steps(packages, language, Path(toolchains_prefix()))
