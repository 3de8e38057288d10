"""Named read-only sets of installed packages, each a folder with an `environment.toml`.

    <home>/environments/<name>/environment.toml
        toolchain = "Python 3.11"       # only for this one; any if it is not said
        [mounts]            # folder inside this one → place in the sandbox
        packages = "/opt/packages"
        [env]
        PYTHONPATH = "/opt/packages"

<home> is $BENCHWRIGHT_HOME, else ~/.local/share/benchwright. Languages bring package sets of their own; a folder of the
same name goes before them.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.languages.registry import package_set, packages_folder, short_version

_HOW_TO_GET = "`benchwright environments install FILE` makes those of a benchmark"
_HOW_TO_SEE = "`benchwright environments list` shows those that are here"
_MOST_NEAR = 3
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class Environment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A package set that programs can be run with."""

    mounts: Mapping[str, str] = {}
    """Host folder → place in the sandbox."""
    env: Mapping[str, str] = {}
    """Environment variables that make it found."""
    toolchain: str = ""
    """Beginning of the name and version of the toolchain that it was made for; empty for any."""

    def check_toolchain(self, version: str, name: str | None) -> None:
        """Packages that another toolchain cannot load are our failure, not the program's."""
        if self.toolchain and not f"{version}.".startswith((f"{self.toolchain}.", f"{self.toolchain} ")):
            message = f"the environment {name!r} was made for {self.toolchain}, not for {version}"
            raise UsageError(message, _HOW_TO_GET)

    def identified_mounts(self) -> tuple[tuple[str, str, str], ...]:
        """(host folder, place, identity): a folder that was made again under the same name is another one."""
        return tuple((source, place, _identity(source)) for source, place in self.mounts.items())


def _identity(folder: str) -> str:
    try:
        status = Path(folder).stat()
    except OSError as error:
        raise UsageError(
            f"the environment's folder {folder} cannot be used: {error.strerror}", "make it anew"
        ) from None
    return f"{status.st_dev}:{status.st_ino}"


def home() -> Path:
    """Where benchwright keeps what it installs."""
    return Path(os.environ.get("BENCHWRIGHT_HOME") or Path.home() / ".local/share/benchwright")


def load_environment(name: str | None) -> Environment:
    """The environment of this name; the empty one for None."""
    if name is None:
        return Environment()
    if not _NAME.fullmatch(name):  # it becomes a path
        raise UsageError(f"{name[:80]!r} is no name of an environment", "letters, digits, . _ and -, at most 64")
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
        raise UsageError(f"no environment {name!r}", _hint(name, folder)) from None
    language, packages = found
    installed = packages_folder(language, name)
    if not installed.is_dir():
        version = short_version(language)
        hint = f"benchwright toolchains install {language.id}"
        raise UsageError(f"the environment {name!r} is not installed for {language.name} {version}", hint) from None
    return Environment(mounts={str(installed): packages.place}, env=packages.env)


def _hint(name: str, folder: Path) -> str:
    """Names that begin so, or are spelled nearly so. None is taken for the other: what is run must not depend on it."""
    here = sorted(file.parent.name for file in folder.glob("[!.]*/environment.toml"))
    begun = [each for each in here if each.startswith(name)]
    near = begun[:_MOST_NEAR] or difflib.get_close_matches(name, here, _MOST_NEAR, cutoff=0.8)
    if near:
        return f"did you mean {' or '.join(near)}? {_HOW_TO_SEE}"
    return f"{_HOW_TO_SEE}, as folders of {folder}; {_HOW_TO_GET}"
