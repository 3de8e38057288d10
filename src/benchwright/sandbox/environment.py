"""Named read-only sets of installed packages, each a folder with an `environment.toml`.

    <home>/environments/<name>/environment.toml
        toolchain = "Python 3.11"       # optional: usable only with this toolchain
        [mounts]            # subfolder → path in the sandbox
        packages = "/opt/packages"
        [env]
        PYTHONPATH = "/opt/packages"

<home> is $BENCHWRIGHT_HOME, or ~/.local/share/benchwright if unset. Languages also define environments; a folder with
the same name takes precedence.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import Language
from benchwright.languages.language import PackageSet
from benchwright.languages.registry import package_set, packages_folder, short_version

NO_PACKAGES = "none"
"""Name for running without packages, whatever a program imports."""
_IMPORT = re.compile(rb"^[ \t\f]*(?:import|from)[ \t]+([^\n#;(]*)", re.MULTILINE)
_HOW_TO_GET = "`benchwright environments install FILE` creates those of a benchmark"
_HOW_TO_SEE = "`benchwright environments list` shows those installed"
_MOST_NEAR = 3
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class Environment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Installed packages that programs can run with."""

    mounts: Mapping[str, str] = {}
    """Host folder → path in the sandbox."""
    env: Mapping[str, str] = {}
    """Environment variables that let the toolchain find the packages."""
    toolchain: str = ""
    """Prefix of the name and version of the toolchain that it was built for. Empty: any toolchain."""
    preload: tuple[tuple[str, ...], ...] = ()
    """Groups of modules that warm interpreters import in advance; without any, programs start cold. Only a language's
    own environments have them: those are trusted like the toolchain."""

    def check_toolchain(self, version: str, name: str | None) -> None:
        """Raise UsageError if the packages were built for another toolchain: if they fail to load, that must not count
        against the program."""
        if self.toolchain and not f"{version}.".startswith((f"{self.toolchain}.", f"{self.toolchain} ")):
            message = f"the environment {name!r} was built for {self.toolchain}, not for {version}"
            raise UsageError(message, _HOW_TO_GET)

    def identified_mounts(self) -> tuple[tuple[str, str, str], ...]:
        """(host folder, path in the sandbox, identity). The identity changes when a folder is recreated under the same
        name."""
        return tuple((source, place, _identity(source)) for source, place in self.mounts.items())


def _identity(folder: str) -> str:
    try:
        status = Path(folder).stat()
    except OSError as error:
        raise UsageError(
            f"the environment's folder {folder} cannot be used: {error.strerror}", "reinstall the environment"
        ) from None
    return f"{status.st_dev}:{status.st_ino}"


def home() -> Path:
    """Return the folder for everything that benchwright installs."""
    return Path(os.environ.get("BENCHWRIGHT_HOME") or Path.home() / ".local/share/benchwright")


def choose_environment(name: str | None, language: Language, files: Mapping[str, bytes]) -> str | None:
    """Return the name of a program's environment, None for no packages.

    If the program names none, it is the installed environment of the language that has most of the modules that the
    program's files import.
    """
    if name is not None or not language.environments:
        return None if name == NO_PACKAGES else name
    wanted = imported_modules(files, language.imports)
    has = {each: len(wanted & provided_modules(packages)) for each, packages in language.environments.items()}
    installed = (each for each in has if has[each] and packages_folder(language, each).is_dir())
    return max(installed, key=has.__getitem__, default=None)


def provided_modules(*sets: PackageSet) -> frozenset[str]:
    """Return the modules for which environments of a language are chosen."""
    found: set[str] = set()
    for packages in sets:
        found.update(packages.modules)
        found.update(pin.partition("==")[0] for pin in packages.pypi)
        found.update(pin.rpartition("@")[0] for pin in packages.npm)
    return frozenset(found)


def imported_modules(files: Mapping[str, bytes], patterns: Iterable[str] = ()) -> frozenset[str]:
    """Return the packages that files import by these patterns of their language; without any, the top-level modules
    that Python files import, except each other."""
    if patterns:
        matches = (re.findall(each.encode(), data) for each in patterns for data in files.values())
        return frozenset(name.decode(errors="replace") for names in matches for name in names)
    own = {path.partition("/")[0].partition(".")[0] for path in files}
    found: set[str] = set()
    for data in files.values():
        for statement in _IMPORT.findall(data):
            named = statement.partition(b" import")[0].split(b",")
            found.update(each.strip().partition(b".")[0].partition(b" ")[0].decode(errors="replace") for each in named)
    return frozenset(found - own)


def load_environment(name: str | None) -> Environment:
    """Load an environment by name. None and `none` give an empty environment."""
    if name is None or name == NO_PACKAGES:
        return Environment()
    if not _NAME.fullmatch(name):  # it becomes a path
        hint = "use at most 64 letters, digits, '.', '_' and '-'"
        raise UsageError(f"{name[:80]!r} is not a valid environment name", hint)
    folder = home() / "environments" / name
    file = folder / "environment.toml"
    try:
        data = tomllib.loads(file.read_text())
        found = msgspec.convert(data, Environment)
    except FileNotFoundError:
        return _of_a_language(name, folder.parent)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise UsageError(f"{file}: {error}", "see the docstring of benchwright.sandbox.environment") from None
    mounts = {str(folder / inside): place for inside, place in found.mounts.items()}
    return Environment(mounts=mounts, env=found.env, toolchain=found.toolchain)


def _of_a_language(name: str, folder: Path) -> Environment:
    found = package_set(name)
    if found is None:
        raise UsageError(f"unknown environment {name!r}", _hint(name, folder)) from None
    language, packages = found
    installed = packages_folder(language, name)
    if not installed.is_dir():
        version = short_version(language)
        hint = f"benchwright toolchains install {language.id}"
        raise UsageError(f"the environment {name!r} is not installed for {language.name} {version}", hint) from None
    return Environment(mounts={str(installed): packages.place}, env=packages.env, preload=packages.preload)


def _hint(name: str, folder: Path) -> str:
    """Suggest names with this prefix or a similar spelling. A near match is never used automatically: what runs must
    not depend on a guess."""
    here = sorted(file.parent.name for file in folder.glob("[!.]*/environment.toml"))
    begun = [each for each in here if each.startswith(name)]
    near = begun[:_MOST_NEAR] or difflib.get_close_matches(name, here, _MOST_NEAR, cutoff=0.8)
    if near:
        return f"did you mean {' or '.join(near)}? {_HOW_TO_SEE}"
    return f"{_HOW_TO_SEE} in {folder}; {_HOW_TO_GET}"
