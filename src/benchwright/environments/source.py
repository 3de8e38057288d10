"""Build packages that have no wheel from source, inside the sandbox, once per source."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchwright.environments.installers import installer_for, parse_requirements
from benchwright.environments.installing import install
from benchwright.environments.lock import Package
from benchwright.environments.policy import Policy
from benchwright.environments.resolving import resolve
from benchwright.environments.sdists import Sdist, fetch, sdists_of
from benchwright.errors import CannotResolve, InstallFailed, UsageError
from benchwright.languages.prepare import cache_folder
from benchwright.sandbox import Limits, Program, Sandbox

_READING_LIMITS = Limits(wall_s=120.0, cpu_s=30.0, memory_bytes=512 << 20, disk_bytes=80 << 20)
_MOST_BYTES = 64 << 10
_ANSWER = "system.json"
_READER = Path(__file__).with_name("read_project.txt")
"""Not a module of this package: it runs only in the sandbox."""
_BACKEND = re.compile(r"[\w.]+(?::[\w.]+)?")
_FOLDER = re.compile(r"[\w./ -]+")


class BuildSystem(msgspec.Struct, frozen=True, kw_only=True):
    """The `[build-system]` table of a source's pyproject.toml."""

    requires: tuple[str, ...] = ("setuptools<81", "wheel")
    """Build requirements. A source that declares none is old, and needs features that later setuptools removed."""
    backend: str = "setuptools.build_meta:__legacy__"
    """The build backend: a module, and optionally an object in it."""
    path: tuple[str, ...] = ()
    """Folders of the source that contain the backend."""


async def build_system(file: str, data: bytes, sandbox: Sandbox) -> BuildSystem:
    """Read the build system that a source declares, with its requirements in their normal form."""
    program = Program(
        language="python",
        files={"main.py": _READER.read_bytes(), f"source/{file}": data, **_parser()},
        limits=_READING_LIMITS,
        collect=(_ANSWER,),
        collect_limit_bytes=_MOST_BYTES,
    )
    stage = (await sandbox.run(program)).runs[0]
    if not stage.succeeded or _ANSWER not in stage.files:
        lines = stage.stderr.data.decode(errors="replace").strip().splitlines() or ["no answer"]
        why = f"{', '.join(stage.limits_hit)} limit" if stage.limits_hit else lines[-1][:200]
        # Wall time without CPU time may be this machine's fault.
        waited = "wall" in stage.limits_hit and "cpu" not in stage.limits_hit
        raise (InstallFailed if waited else CannotResolve)(
            f"{file} cannot be read: {why}", "choose other packages or versions"
        )
    return _checked(file, stage.files[_ANSWER])


def _checked(file: str, answer: bytes) -> BuildSystem:
    try:
        found = msgspec.json.decode(answer, type=BuildSystem)
        needed = parse_requirements("python", [each.partition(";")[0] for each in found.requires])
        if not _BACKEND.fullmatch(found.backend) or not all(map(_FOLDER.fullmatch, found.path)):
            raise UsageError("its build backend is not a module")
    except (msgspec.DecodeError, UsageError) as error:
        raise CannotResolve(
            f"{file} cannot be built: {error}", "choose another version, or a package that has wheels"
        ) from None
    return msgspec.structs.replace(found, requires=needed)


def _parser() -> dict[str, bytes]:
    """Return the standard library's TOML parser, in case the Python in the sandbox is too old to have it."""
    return {f"tomllib/{each.name}": each.read_bytes() for each in Path(tomllib.__file__).parent.glob("*.py")}


_LIMITS = Limits(wall_s=180.0, cpu_s=180.0, memory_bytes=2 << 30, disk_bytes=512 << 20)
_MOST_WHEEL_BYTES = 64 << 20
_DATE = "1577836800"
"""A fixed timestamp for archives, so that the same source gives the same bytes."""


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """A wheel that was built on this machine."""

    version: str
    """Version of the package."""
    wheel: Path
    """The wheel file, alone in its folder."""
    hash: str
    """Hash of the wheel, as `sha256:…`."""
    source: str
    """Hash of the source that it was built from."""


async def build_newest(name: str, requirements: tuple[str, ...], policy: Policy, sandbox: Sandbox) -> Built:
    """Build a wheel from the newest source that the requirements allow."""
    from packaging.requirements import Requirement
    from packaging.specifiers import SpecifierSet
    from packaging.utils import canonicalize_name
    from packaging.version import Version

    python = installer_for("python").toolchain().split()[-1]
    asked = [each.specifier for each in map(Requirement, requirements) if canonicalize_name(each.name) == name]
    fitting = [
        sdist
        for sdist in await sdists_of(name, policy)
        if all(specifier.contains(sdist.version) for specifier in asked)
        and (asked or not Version(sdist.version).is_prerelease)
        and SpecifierSet(sdist.python).contains(python)
    ]
    if not fitting:
        hint = "choose other packages or versions"
        raise CannotResolve(f"{name} has neither a compatible wheel nor a compatible source", hint)
    return await _build(name, max(fitting, key=lambda sdist: Version(sdist.version)), policy, sandbox)


async def build_pinned(package: Package, policy: Policy, sandbox: Sandbox) -> Built:
    """Build the wheel of a locked package from exactly its source, or return the cached one."""
    cached = _cached(package.source, installer_for("python").toolchain(), package.version)
    if cached is not None:
        return cached
    if not policy.build:
        raise CannotResolve(
            f"{package.pin} must be built, but building is disabled", "allow building, or choose another version"
        )
    for sdist in await sdists_of(package.name, policy):
        if sdist.version == package.version and sdist.hash in ("", package.source):
            named = msgspec.structs.replace(sdist, hash=package.source)
            return await _build(package.name, named, policy, sandbox)
    raise CannotResolve(f"the source of {package.pin} is not in the index", "choose other packages or versions")


async def _build(name: str, sdist: Sdist, policy: Policy, sandbox: Sandbox) -> Built:
    data = await fetch(sdist, policy)
    source = f"sha256:{hashlib.sha256(data).hexdigest()}"
    toolchain = installer_for("python").toolchain()
    cached = _cached(source, toolchain, sdist.version)
    if cached is not None:
        return cached
    system = await build_system(sdist.file, data, sandbox)
    # The source chooses its build tools, not the user, and they run only in the sandbox, so `allow` does not apply.
    tools = msgspec.structs.replace(policy, allow=(), build=False)
    environment = await install(await resolve("python", system.requires, tools, sandbox), tools, sandbox)
    program = Program(
        language="python",
        files={"main.py": _SCRIPT.read_bytes(), f"source/{sdist.file}": data},
        environment=environment,
        env={"SOURCE_DATE_EPOCH": _DATE, "BACKEND": system.backend, "BACKEND_PATH": ":".join(system.path)},
        limits=_LIMITS,
        collect=("*.whl",),
        collect_limit_bytes=_MOST_WHEEL_BYTES,
    )
    stage = (await sandbox.run(program)).runs[0]
    if not stage.succeeded or len(stage.files) != 1:
        last = (stage.stderr.data.decode(errors="replace").strip().splitlines() or ["it produced no wheel"])[-1]
        limits = f" ({', '.join(stage.limits_hit)} limit)" if stage.limits_hit else ""
        # Wall time without CPU time may be this machine's fault.
        waited = "wall" in stage.limits_hit and "cpu" not in stage.limits_hit
        raise (InstallFailed if waited else CannotResolve)(
            f"{name} {sdist.version} cannot be built{limits}: {last[:200]}",
            "choose another version, or a package that has wheels",
        )
    ((file, content),) = stage.files.items()
    _check_wheel(file, name, sdist.version)
    return _keep(source, toolchain, file, content, sdist.version)


_SCRIPT = Path(__file__).with_name("build_wheel.txt")
"""Not a module of this package: it runs only in the sandbox."""


def _check_wheel(file: str, name: str, version: str) -> None:
    """Refuse a wheel whose name or version is not that of its source."""
    from packaging.utils import InvalidWheelFilename, parse_wheel_filename
    from packaging.version import Version

    try:
        found = parse_wheel_filename(file)
    except InvalidWheelFilename:
        found = None
    if found is None or found[0] != name or found[1] != Version(version):
        raise CannotResolve(
            f"{name} {version} produced a wheel with another name: {file[:80]!r}", "choose other packages or versions"
        )


def _folder(source: str, toolchain: str) -> Path:
    place = f"{source.removeprefix('sha256:')}-{toolchain.replace(' ', '-')}"
    return cache_folder() / "environments" / "built" / place


def _cached(source: str, toolchain: str, version: str) -> Built | None:
    folder = _folder(source, toolchain)
    wheels: Iterable[Path] = folder.glob("*.whl") if folder.is_dir() else ()
    for wheel in wheels:
        return _built(wheel, version, source)
    return None


def _keep(source: str, toolchain: str, file: str, content: bytes, version: str) -> Built:
    folder = _folder(source, toolchain)
    folder.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=folder)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(content)
    os.replace(name, folder / file)
    return _built(folder / file, version, source)


def _built(wheel: Path, version: str, source: str) -> Built:
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return Built(version=version, wheel=wheel, hash=f"sha256:{digest}", source=source)
