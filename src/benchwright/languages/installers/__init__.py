"""Install toolchains: one module for each source.

A module has `steps(packages, language, prefix) -> Iterator[Step]`, which yields commands for what is not yet installed;
once everything is, it yields none. If one command can install the packages of all languages faster than one command
each, the module sets `ONE_COMMAND = True`. Package managers verify the checksums of their registries; install scripts
of packages are never run.
"""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import msgspec

from benchwright.errors import ToolchainMissing, UsageError
from benchwright.languages.installers import npm, pypi
from benchwright.languages.installers.step import Step
from benchwright.languages.language import Language
from benchwright.languages.registry import packages_folder, short_version
from benchwright.languages.toolchain import find_tools, toolchains_prefix

_MANAGERS = {"npm": ("npm", "npm"), "maven": ("mvn", "maven"), "debian": ("mmdebstrap", "mmdebstrap")}
"""Source → the command that installs from it, and the system package that contains the command."""
_LOOKUPS = 8

Needs = Mapping[str, tuple[str, ...]]
"""Source → packages."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """Steps that run in sequence. Tasks run in parallel."""

    name: str
    """A source shared by all languages, a language id, or a language and an environment."""
    steps: tuple[Step, ...]
    after: frozenset[str] = frozenset()
    """Tasks that must finish before this one starts."""


def tasks(languages: Iterable[Language]) -> list[Task]:
    """Return what to install for the languages whose toolchains are incomplete."""
    languages = list(languages)
    with ThreadPoolExecutor(_LOOKUPS) as pool:  # each lookup waits for some `--version`
        needs = {
            language.id: found for language, found in zip(languages, pool.map(missing_packages, languages), strict=True)
        }
    sets = list(_package_sets(languages))
    sources: list[Needs] = [{source: ()} for source, _ in sets]
    system = _steps("apt", tuple(dict.fromkeys(_system_packages([*needs.values(), *sources]))), "system")
    planned = [Task(name="apt", steps=system)] if system else []
    for place in dict.fromkeys(
        place for each in needs.values() for place in each if place != "apt" and _takes_one_command(place)
    ):
        packages = dict.fromkeys(name for each in needs.values() for name in each.get(place, ()))
        steps = _steps(place, tuple(packages), "all languages")
        planned.append(Task(name=place, steps=steps, after=_waits({place: ()})))
    for language, wanted in needs.items():
        own = [_steps(place, names, language) for place, names in wanted.items() if not _takes_one_command(place)]
        if wanted:
            steps = tuple(step for each in own for step in each)
            planned.append(Task(name=language, steps=steps, after=_waits(wanted)))
    planned += [task for _, task in sets]
    return planned


def _waits(wanted: Needs) -> frozenset[str]:
    """Return the shared tasks that install packages, or the package manager, of these sources."""
    shared = {place for place in wanted if _takes_one_command(place) and wanted[place]}
    brought = any(shutil.which(_MANAGERS[place][0]) is None for place in wanted if place in _MANAGERS)
    brought |= "debian" in wanted  # it asks apt for the mirror, which apt may not know before its first refresh
    return frozenset(shared | ({"apt"} if brought else set()))


def _package_sets(languages: Iterable[Language]) -> Iterator[tuple[str, Task]]:
    """Yield the source of each environment that is not installed, and what installs it."""
    seen: set[Path] = set()  # languages may share an environment
    for language in languages:
        for name, packages in language.environments.items():
            what, source = f"{language.id} {name}", "npm" if packages.npm else "pypi"
            try:
                folder = packages_folder(language, name)
                if packages.npm:
                    steps = tuple(npm.steps(packages.npm, folder.parent.name, Path(toolchains_prefix())))
                else:
                    steps = tuple(pypi.package_set_steps(packages.pypi, what, folder, short_version(language)))
            except ToolchainMissing:  # its interpreter is being installed; a second run installs the packages
                continue
            if steps and folder not in seen:
                yield source, Task(name=what, steps=steps, after=_waits({source: ()}))
            seen.add(folder)


def missing_packages(language: Language) -> Needs:
    """Return the packages of what is missing: the tools, if no working toolchain was found, and each missing file
    set."""
    recipe = language.toolchain
    installs = []
    try:
        found = set(find_tools(language).files)
    except ToolchainMissing:
        found = set()
        installs.append(recipe.install)
    installs += [files.install for name, files in recipe.files.items() if name not in found]
    by_source: dict[str, tuple[str, ...]] = {}
    for install in installs:
        for source, packages in install.items():
            by_source[source] = tuple(dict.fromkeys((*by_source.get(source, ()), *packages)))
    return by_source


def _system_packages(needs: Iterable[Needs]) -> Iterator[str]:
    for packages in needs:
        yield from packages.get("apt", ())
        for source, (command, package) in _MANAGERS.items():
            if source in packages and shutil.which(command) is None:
                yield package


def _takes_one_command(place: str) -> bool:
    return bool(getattr(_installer(place), "ONE_COMMAND", False))


def _installer(place: str) -> ModuleType:
    try:
        return importlib.import_module(f"{__name__}.{place}")
    except ModuleNotFoundError:
        raise UsageError(f"no installer for {place!r}", "see languages/installers for the known ones") from None


def _steps(place: str, packages: tuple[str, ...], language: str) -> tuple[Step, ...]:
    return tuple(_installer(place).steps(packages, language, Path(toolchains_prefix()))) if packages else ()
