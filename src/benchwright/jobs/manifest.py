"""The settings and versions of a job, so that others can reproduce it and see what differs."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import UsageError

MANIFEST_SCHEMA = 1
MANIFEST_FILE = "manifest.json"


class Manifest(msgspec.Struct, frozen=True, kw_only=True, rename={"pinned": "decides", "unpinned": "allows"}):
    """A job's settings and origin. Each job has one."""

    kind: str
    """What the job does, such as `evaluation`."""
    pinned: Mapping[str, Any]
    """Everything that the result depends on: benchmark, model, prompts, sampling, judging. A job can only be
    resumed with the same values. Called `decides` in the file."""
    unpinned: Mapping[str, Any] = {}
    """Settings that may differ between runs: concurrency, budget, paths. Called `allows` in the file."""
    created: str = ""
    """Creation time, in UTC."""
    versions: Mapping[str, str] = {}
    """Versions of benchwright and of the Python that runs it."""
    toolchains: Mapping[str, str] = {}
    """Language → version of its toolchain."""
    machine: Mapping[str, str] = {}
    """Operating system and CPU, as far as results could depend on them."""
    commit: str = ""
    """Git commit of benchwright if it runs from a checkout, with `+` if files were changed. Otherwise empty."""
    schema: int = MANIFEST_SCHEMA
    """Version of this record's format."""


def new_manifest(
    kind: str, pinned: Mapping[str, Any], unpinned: Mapping[str, Any], toolchains: Mapping[str, str]
) -> Manifest:
    """Create the manifest of a job that starts now on this machine."""
    return Manifest(
        kind=kind,
        pinned=_plain(pinned),
        unpinned=_plain(unpinned),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        versions={"benchwright": version("benchwright"), "python": platform.python_version()},
        toolchains=toolchains,
        machine={"system": f"{platform.system()} {platform.release()}", "processor": platform.machine()},
        commit=_commit(),
    )


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a job directory."""
    file = folder / MANIFEST_FILE
    try:
        manifest = msgspec.json.decode(file.read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise UsageError(f"{folder} is not a job", f"a job directory contains {MANIFEST_FILE}") from None
    except (OSError, msgspec.DecodeError) as error:
        raise UsageError(f"{file}: {error}", "check that it is the manifest of a job") from None
    if manifest.schema != MANIFEST_SCHEMA:
        hint = "use the benchwright release that created the job"
        raise UsageError(f"{file} has version {manifest.schema}, not {MANIFEST_SCHEMA}", hint)
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest atomically, even if the process is killed."""
    data = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    temporary = folder / f".{MANIFEST_FILE}.new"
    with temporary.open("wb") as opened:
        opened.write(data + b"\n")
        opened.flush()
        os.fsync(opened.fileno())
    temporary.replace(folder / MANIFEST_FILE)


def differences(old: Mapping[str, Any], new: Mapping[str, Any], path: str = "") -> list[str]:
    """List the differences between two settings, each as `name: before → now`."""
    found: list[str] = []
    for name in sorted({*old, *new}):
        before, now = old.get(name), new.get(name)
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            found += differences(before, now, f"{path}{name}.")
        elif before != now:
            found.append(f"{path}{name}: {_short(before)} → {_short(now)}")
    return found


def _plain(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Convert settings to what reading them back from the file gives, so that both can be compared."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(settings))
    return plain


def _short(value: object) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _commit() -> str:
    """Return the commit of benchwright's own checkout. The user's folder may be an unrelated repository."""
    folder = Path(__file__).resolve().parent
    if not any((parent / ".git").exists() for parent in folder.parents[2:3]):
        return ""
    try:
        described = subprocess.run(
            ["git", "-C", folder, "describe", "--always", "--abbrev=40", "--dirty=+", "--exclude=*"],
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return described.stdout.strip()
