"""Prepare, once per toolchain version, the files that every build would otherwise recreate."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchwright.errors import ToolchainMissing
from benchwright.languages.language import PREPARED_PLACE, Language, fill
from benchwright.languages.toolchain import CommandFailed, Toolchain, inside, output_of, toolchains_prefix

_TIMEOUT_S = 600.0
_LANGUAGES_PLACE = "/opt/benchwright/languages"

_VARIABLES = ("BENCHWRIGHT_CACHE", "XDG_CACHE_HOME", "HOME")
"""What `_places` depends on, besides the toolchains' prefix."""

_folders: dict[tuple[object, ...], Path] = {}


def prepared_folder(language: Language, toolchain: Toolchain) -> Path:
    """Return the folder that the recipe's `prepare` fills, creating it if necessary."""
    surroundings = (toolchains_prefix(), *map(os.environ.get, _VARIABLES))
    key = (surroundings, language.id, language.directory, _toolchain_texts(toolchain))
    if key not in _folders:
        folder = _folder(language, toolchain)
        if not folder.is_dir():
            with _alone(folder):
                if not folder.is_dir():
                    _make(folder, language, toolchain)
        _folders[key] = folder
    return _folders[key]


def is_prepared(language: Language, toolchain: Toolchain) -> bool:
    """Whether the prepared folder exists."""
    return _folder(language, toolchain).is_dir()


def _folder(language: Language, toolchain: Toolchain) -> Path:
    name = f"{language.id}-{_fingerprint(language, toolchain)}"
    places = _places()
    return next((place / name for place in places if (place / name).is_dir()), places[0] / name)


def _places() -> tuple[Path, ...]:
    """Return the locations of prepared folders; new ones go into the first.

    That is next to the installed toolchains, shared by everyone who uses those, or in the user's cache if that is not
    writable.
    """
    prefix = toolchains_prefix()
    shared, own = Path(prefix) / "prepared", cache_folder() / "prepared"
    return (shared, own) if os.access(prefix, os.W_OK) else (own, shared)


def cache_folder() -> Path:
    """Return the folder for what can be made again: `BENCHWRIGHT_CACHE`, or the user's cache folder."""
    own = os.environ.get("BENCHWRIGHT_CACHE")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "benchwright"


def _toolchain_texts(toolchain: Toolchain) -> tuple[str, ...]:
    return (toolchain.version, toolchain.root, *toolchain.tools.values(), *toolchain.files.values())


def _fingerprint(language: Language, toolchain: Toolchain) -> str:
    digest = hashlib.sha256()
    for part in (*_toolchain_texts(toolchain), *language.toolchain.prepare):
        digest.update(part.encode() + b"\0")
    for file in _sources(language):
        digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _sources(language: Language) -> Iterator[Path]:
    """Yield the language's own driver, and files of other languages' drivers that the command refers to."""
    named = [language.directory / "driver"]
    texts = (text for text in language.toolchain.prepare if text.startswith("{language}"))
    named += [Path(text.replace("{language}", str(language.directory))) for text in texts]
    for path in named:
        if path.is_dir() and path != language.directory:
            yield from sorted(file for file in path.rglob("*") if file.is_file())
        elif path.is_file():
            yield path


def _make(folder: Path, language: Language, toolchain: Toolchain) -> None:
    """Fill a temporary folder and rename it, so that a partly filled folder is never mistaken for a complete one."""
    half = Path(tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent))
    try:
        output_of(_command(half, language, toolchain), language.toolchain.keep_env, _TIMEOUT_S)
        _show_to_all(half)
        half.rename(folder)
    except CommandFailed as error:
        raise ToolchainMissing(
            f"{language.id}: cannot prepare the toolchain: {error}", "check that the disk is not full"
        ) from error
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _show_to_all(folder: Path) -> None:
    """Make the files readable for everyone: programs in the sandbox run as another user, and compilers keep their
    caches private."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o755 if path.is_dir() else 0o444))


def _command(folder: Path, language: Language, toolchain: Toolchain) -> tuple[str, ...]:
    absent = dict.fromkeys(language.toolchain.files, "")
    values = {**absent, **toolchain.tools, **toolchain.files}
    if not toolchain.root:
        own = {"prepared": str(folder), "language": str(language.directory)}
        return fill(language.toolchain.prepare, {**values, **own})
    shown = {str(folder): PREPARED_PLACE, str(language.directory.parent): _LANGUAGES_PLACE}
    own = {"prepared": PREPARED_PLACE, "language": f"{_LANGUAGES_PLACE}/{language.directory.name}"}
    return inside(toolchain.root, fill(language.toolchain.prepare, {**values, **own}), shown)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold a lock, so that only one process prepares the folder."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        lock = open(folder.parent / f"{folder.name}.lock", "w")  # noqa: SIM115
    except OSError as error:
        message = f"cannot write {folder.parent}: {error.strerror}"
        raise ToolchainMissing(message, "name a folder in BENCHWRIGHT_CACHE") from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
