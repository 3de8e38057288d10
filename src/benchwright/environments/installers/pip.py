"""Python packages: wheels, installed with uv."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchwright.environments.lock import Lock, Package, python_requirement
from benchwright.environments.policy import Policy
from benchwright.environments.process import Bound, Finished, reason_of, run_patiently
from benchwright.environments.sdists import find_uv, index_options, uv_environment
from benchwright.environments.source import Built, build_newest, build_pinned
from benchwright.errors import CannotResolve
from benchwright.languages import Toolchain, find_language, find_toolchain
from benchwright.languages.prepare import cache_folder
from benchwright.sandbox import Sandbox

PLACE = "/opt/benchwright/packages"

_PIN = re.compile(r"(?P<name>[a-z0-9][a-z0-9-]*)==(?P<version>[0-9A-Za-z.!+_-]+)")
_HASH = re.compile(r"sha256:[0-9a-f]{64}")
_NO_WHEEL = re.compile(r"[Ww]heels are required for `(?P<name>[a-z0-9-]+)`")
_MOST_BUILDS = 8


class _Pip:
    """Installs Python packages; see Installer."""

    language = "python"
    languages = frozenset({"python"})
    mounts: Mapping[str, str] = {"packages": PLACE}
    env: Mapping[str, str] = {"PYTHONPATH": PLACE}

    def parse(self, line: str) -> str:
        return python_requirement(line)

    def is_sound(self, package: Package) -> bool:
        known = _PIN.fullmatch(package.pin) and package.hashes and not package.place and not package.details
        return bool(known) and all(map(_HASH.fullmatch, (*package.hashes, package.source or package.hashes[0])))

    def toolchain(self) -> str:
        """Return the toolchain up to its minor version: compiled packages work with only one."""
        return re.sub(r"(\d+\.\d+).*", r"\1", _toolchain().version)

    def settings(self) -> str:
        shown = ("UV_DEFAULT_INDEX", "UV_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL", "UV_FIND_LINKS", "UV_NO_INDEX")
        env = uv_environment(Path(), None)
        return "\n".join(f"{name}={env[name]}" for name in shown if name in env)

    async def resolve(self, requirements: tuple[str, ...], policy: Policy, sandbox: Sandbox) -> tuple[Package, ...]:
        """Resolve to wheels only. A package without a wheel is built first, if the policy allows it."""
        built: dict[str, Built] = {}
        while True:
            finished = await _compile(requirements, policy, tuple(each.wheel.parent for each in built.values()))
            if finished.code == 0:
                return tuple(_packages(finished.stdout, built))
            missing = _NO_WHEEL.search(finished.stderr)
            if not missing or missing["name"] in built or len(built) == _MOST_BUILDS:
                raise CannotResolve(reason_of(finished), "choose other packages or versions")
            name = missing["name"]
            policy.check_names([name])
            if not policy.build:
                raise CannotResolve(
                    f"{name} has no wheel, and building is disabled", "allow building, or choose another version"
                )
            built[name] = await build_newest(name, requirements, policy, sandbox)

    async def install(self, lock: Lock, folder: Path, policy: Policy, sandbox: Sandbox) -> None:
        """Install into `packages`, with a private cache: files linked from a shared one would be shared too."""
        lines: list[str] = []
        links: list[Path] = []
        for package in lock.packages:
            hashes = package.hashes
            if package.source:
                built = await build_pinned(package, policy, sandbox)
                hashes = (built.hash,)
                links.append(built.wheel.parent)
            lines.append(" ".join([package.pin, *(f"--hash={each}" for each in hashes)]))
        cache, list_file = folder / "cache", folder / "requirements.txt"
        list_file.write_text("\n".join(lines) + "\n")
        (folder / "packages").mkdir()
        options = ("--only-binary", ":all:", "--require-hashes", "--no-deps", "--compile-bytecode", "--quiet")
        places = ("--target", str(folder / "packages"), "--python", _toolchain().tools["python"])
        env = uv_environment(cache, policy.wheels, tuple(links))
        argv = (find_uv(), "pip", "install", *options, *index_options(env), *places, "--requirements", str(list_file))
        if lock.packages:
            bound = Bound(folder=folder, max_bytes=policy.max_bytes)
            finished = await run_patiently(argv, folder=folder, env=env, bound=bound)
            if finished.code != 0:
                raise CannotResolve(f"cannot install: {reason_of(finished)}", "choose other packages or versions")


INSTALLER = _Pip()


def _toolchain() -> Toolchain:
    toolchain = find_toolchain(find_language("python"))
    if toolchain.root:
        raise CannotResolve("packages cannot be installed for a Python of another system", "install Python on this one")
    return toolchain


async def _compile(requirements: tuple[str, ...], policy: Policy, links: tuple[Path, ...]) -> Finished:
    cache = cache_folder() / "environments" / "uv"
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "requirements.in").write_text("".join(f"{line}\n" for line in requirements))
        options = ("--only-binary", ":all:", "--generate-hashes", "--no-header", "--no-annotate", "--quiet")
        env = uv_environment(cache, policy.wheels, links)
        python = ("--python", _toolchain().tools["python"])
        argv = (find_uv(), "pip", "compile", *options, *index_options(env), *python, "requirements.in")
        return await run_patiently(argv, folder=folder, env=env)


def _packages(text: str, built: Mapping[str, object]) -> Iterator[Package]:
    """Parse the pins of a resolution. uv sorts them."""
    for entry in re.split(r"\n(?=\S)", text.replace("\\\n", " ").strip()):
        pin = _PIN.match(entry)
        if not pin:
            continue
        own = built.get(pin["name"])
        hashes = tuple(sorted(set(_HASH.findall(entry))))
        if isinstance(own, Built) and own.version == pin["version"]:
            yield Package(name=pin["name"], version=pin["version"], hashes=(own.hash,), source=own.source)
        else:
            yield Package(name=pin["name"], version=pin["version"], hashes=hashes)
