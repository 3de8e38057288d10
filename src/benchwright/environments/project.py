"""What builds a source. The archive is a stranger's and is opened in the sandbox; only a small answer is read here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec

from benchwright.environments.requirement import parse_requirements
from benchwright.errors import CannotResolve, InstallFailed, UsageError
from benchwright.sandbox import Limits, Program, Sandbox

_LIMITS = Limits(wall_s=120.0, cpu_s=30.0, memory_bytes=512 << 20, disk_bytes=80 << 20)
_MOST_BYTES = 64 << 10
_ANSWER = "system.json"
_SCRIPT = Path(__file__).with_name("read_project.txt")
"""No module of ours: it runs in the sandbox only."""
_BACKEND = re.compile(r"[\w.]+(?::[\w.]+)?")
_FOLDER = re.compile(r"[\w./ -]+")


class BuildSystem(msgspec.Struct, frozen=True, kw_only=True):
    """The table `build-system` of a source's pyproject.toml."""

    requires: tuple[str, ...] = ("setuptools<81", "wheel")
    """What it needs. A source that does not say it is old, and uses what later setuptools took away."""
    backend: str = "setuptools.build_meta:__legacy__"
    """The module that builds, and an object in it."""
    path: tuple[str, ...] = ()
    """Folders of the source that hold the backend."""


async def build_system(file: str, data: bytes, sandbox: Sandbox) -> BuildSystem:
    """As the source says, with its requirements in their normal form."""
    program = Program(
        language="python",
        files={"main.py": _SCRIPT.read_bytes(), f"source/{file}": data, **_parser()},
        limits=_LIMITS,
        collect=(_ANSWER,),
        collect_limit_bytes=_MOST_BYTES,
    )
    stage = (await sandbox.run(program)).runs[0]
    if not stage.succeeded or _ANSWER not in stage.files:
        lines = stage.stderr.data.decode(errors="replace").strip().splitlines() or ["no answer"]
        why = f"{', '.join(stage.limits_hit)} limit" if stage.limits_hit else lines[-1][:200]
        # Time that passed without work may be this machine's fault.
        waited = "wall" in stage.limits_hit and "cpu" not in stage.limits_hit
        raise (InstallFailed if waited else CannotResolve)(
            f"{file} cannot be read: {why}", "ask for other packages or versions"
        )
    return _checked(file, stage.files[_ANSWER])


def _checked(file: str, answer: bytes) -> BuildSystem:
    try:
        found = msgspec.json.decode(answer, type=BuildSystem)
        needed = parse_requirements("python", [each.partition(";")[0] for each in found.requires])
        if not _BACKEND.fullmatch(found.backend) or not all(map(_FOLDER.fullmatch, found.path)):
            raise UsageError("its build backend is no module")
    except (msgspec.DecodeError, UsageError) as error:
        raise CannotResolve(
            f"{file} cannot be built: {error}", "ask for another version, or for a package that has wheels"
        ) from None
    return msgspec.structs.replace(found, requires=needed)


def _parser() -> dict[str, bytes]:
    """Python's own reader of TOML, for a Python in the sandbox that is older than it."""
    return {f"tomllib/{each.name}": each.read_bytes() for each in Path(tomllib.__file__).parent.glob("*.py")}
