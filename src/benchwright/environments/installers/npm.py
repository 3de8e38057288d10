"""npm packages, for the languages that run on Node.js."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchwright.environments.lock import Lock, Package, npm_requirement, split_npm
from benchwright.environments.policy import Policy, places_wanted
from benchwright.environments.process import Bound, clean_environment, reason_of, run_patiently
from benchwright.errors import CannotResolve, IndexUnreachable, UsageError
from benchwright.languages import find_language, find_toolchain
from benchwright.languages.prepare import cache_folder
from benchwright.sandbox import Sandbox

_NAME = r"(?:@[A-Za-z0-9_.~-]+/)?[A-Za-z0-9_.~-]+"
_PLACE = re.compile(rf"node_modules/{_NAME}(?:/node_modules/{_NAME})*")
_VERSION = re.compile(r"\d+\.\d+\.\d+[0-9A-Za-z.+-]*")
_HASH = re.compile(r"sha(?:1|256|384|512)-[A-Za-z0-9+/]+={0,2}")
_RANGES = ("dependencies", "optionalDependencies", "peerDependencies")
_DETAILS = (*_RANGES, "peerDependenciesMeta", "os", "cpu", "libc", "optional", "peer", "inBundle", "bundleDependencies")
_OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--no-bin-links", "--loglevel=error")


class _Npm:
    """Installs npm packages; see Installer."""

    language = "javascript"
    languages = frozenset({"javascript", "typescript"})
    # Node looks for packages in every folder above the program's own.
    mounts: Mapping[str, str] = {"node_modules": "/node_modules"}
    env: Mapping[str, str] = {}

    def parse(self, line: str) -> str:
        return npm_requirement(line)

    def is_sound(self, package: Package) -> bool:
        known = _PLACE.fullmatch(package.place) and ".." not in package.place and _VERSION.fullmatch(package.version)
        hashed = package.hashes or package.details.get("inBundle") is True
        named = re.fullmatch(_NAME, package.name) and not package.source and set(package.details) <= set(_DETAILS)
        return bool(known and hashed and named) and all(map(_HASH.fullmatch, package.hashes)) and _stays(package)

    def toolchain(self) -> str:
        """Return the name without a version: nothing is compiled, so any Node.js works."""
        return find_toolchain(find_language("javascript")).version.partition(" ")[0]

    def settings(self) -> str:
        return "\n".join(f"{name}={value}" for name, value in _user_settings().items() if "auth" not in name.lower())

    async def resolve(self, requirements: tuple[str, ...], policy: Policy, sandbox: Sandbox) -> tuple[Package, ...]:
        """Resolve from the registry's metadata. No package is downloaded."""
        with TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "package.json").write_text(json.dumps(_project(requirements)))
            cache = cache_folder() / "environments" / "npm"
            cache.mkdir(parents=True, exist_ok=True)
            await _npm(("install", "--package-lock-only", *_OPTIONS), folder, cache, policy)
            found = json.loads((folder / "package-lock.json").read_bytes())
        return tuple(sorted(_packages(found["packages"]), key=lambda each: each.place))

    async def install(self, lock: Lock, folder: Path, policy: Policy, sandbox: Sandbox) -> None:
        """Install exactly the packages of the lock, verified by their hashes."""
        _check_bundles(lock)
        project = _project(lock.requirements)
        packages: dict[str, Any] = {"": project}
        for each in lock.packages:
            entry = {"version": each.version, **each.details}
            if each.hashes:
                entry["integrity"] = " ".join(each.hashes)
            if not each.place.endswith(f"node_modules/{each.name}"):
                entry["name"] = each.name
            packages[each.place] = entry
        (folder / "package.json").write_text(json.dumps(project))
        locked = {**project, "lockfileVersion": 3, "requires": True, "packages": packages}
        (folder / "package-lock.json").write_text(json.dumps(locked))
        bound = Bound(folder=folder, max_bytes=policy.max_bytes)
        await _npm(("ci", *_OPTIONS), folder, folder / "cache", policy, bound)
        (folder / "node_modules").mkdir(exist_ok=True)
        _check_whole(lock, project["dependencies"], folder)


INSTALLER = _Npm()


def _project(requirements: tuple[str, ...]) -> dict[str, Any]:
    ranges: dict[str, str] = {}
    for name, versions in map(split_npm, requirements):
        before = ranges.get(name)
        if before and ("|" in before + versions or " - " in before + versions or "latest" in before + versions):
            raise CannotResolve(
                f"cannot combine {before} and {versions} of {name}", "choose other packages or versions"
            )
        ranges[name] = f"{before} {versions}" if before else versions
    return {"name": "environment", "version": "1.0.0", "private": True, "dependencies": ranges}


def _check_bundles(lock: Lock) -> None:
    """Refuse packages without a hash, unless they are bundled in another package."""
    bundles = [f"{each.place}/" for each in lock.packages if each.hashes and each.details.get("bundleDependencies")]
    for each in lock.packages:
        if not each.hashes and not each.place.startswith(tuple(bundles)):
            raise CannotResolve(f"{each.pin} has no hash", "re-create the lock")


def _check_whole(lock: Lock, roots: Iterable[str], folder: Path) -> None:
    """Check that everything was installed: npm silently skips optional packages that it could not fetch, and packages
    that nothing depends on."""
    wanted = places_wanted(lock.packages, roots)
    for each in lock.packages:
        if each.place in wanted and not (folder / each.place / "package.json").is_file():
            if each.details.get("optional"):
                raise IndexUnreachable(f"the optional package {each.pin} could not be fetched", "retry later")
            raise CannotResolve(f"{each.pin} is in the lock but was not installed", "re-create the lock")


def _packages(entries: Mapping[str, Any]) -> Iterator[Package]:
    for place, entry in entries.items():
        if not place:
            continue
        name = entry.get("name") or place.rpartition("node_modules/")[2]
        package = Package(
            name=name,
            version=str(entry.get("version", "")),
            hashes=tuple(sorted(str(entry.get("integrity", "")).split())),
            place=place,
            details={key: entry[key] for key in _DETAILS if key in entry},
        )
        if entry.get("link") or entry.get("resolved") or not INSTALLER.is_sound(package):
            raise CannotResolve(f"{name} does not come from the registry", "choose other packages or versions")
        yield package


def _stays(package: Package) -> bool:
    """Whether it depends only on packages from the registry."""
    for key in _RANGES:
        ranges = package.details.get(key, {})
        if not isinstance(ranges, Mapping):
            return False
        for name, versions in ranges.items():
            optional = key == "peerDependencies"
            if not re.fullmatch(_NAME, str(name)) or (not optional and _leads_elsewhere(str(versions))):
                return False
    return True


def _leads_elsewhere(versions: str) -> bool:
    plain = re.sub(rf"^npm:{_NAME}(?:@|$)", "", versions)
    return bool(re.search(r"[:/]|\.\.", plain))


async def _npm(command: tuple[str, ...], folder: Path, cache: Path, policy: Policy, bound: Bound | None = None) -> None:
    if policy.wheels is not None:
        raise CannotResolve("an offline mirror supports Python packages only", "do not use a mirror for npm packages")
    npm = shutil.which("npm")
    if npm is None:
        raise UsageError("npm is not installed; it is needed to resolve JavaScript packages", "install Node.js")
    # Whatever a package requests, git is never started and nothing outside the registry is used.
    own = {"npm_config_cache": str(cache), "npm_config_git": "/bin/false", "npm_config_update_notifier": "false"}
    own |= {"npm_config_omit_lockfile_registry_resolved": "true", "npm_config_ignore_scripts": "true"}
    own |= {"npm_config_logs_max": "0"}
    env = clean_environment(**_user_settings(), **own)
    finished = await run_patiently((npm, *command), folder=folder, env=env, bound=bound)
    if finished.code != 0:
        raise CannotResolve(reason_of(finished), "choose other packages or versions")


def _user_settings() -> dict[str, str]:
    """Return the user's registry, proxy and authentication settings."""
    wanted = re.compile(
        r"npm_config_(?:.*registry|cafile|ca|proxy|https_proxy|noproxy|userconfig|.*auth.*)", re.IGNORECASE
    )
    return {name: value for name, value in os.environ.items() if wanted.fullmatch(name)}
