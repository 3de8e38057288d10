"""`benchwright environments`: installed packages for programs that need libraries."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchwright.cli import EXIT_FAILED, app
from benchwright.cli._files import read_bytes
from benchwright.cli._help import MAINTAIN, Commands
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.environments import Lock, Policy


def locks_of(file: Path) -> list[Lock]:
    """Return the unique locks of a benchmark or lock file, sorted by name."""
    from benchwright.environments.resolving import lock_from
    from benchwright.problems.rows import rows_of

    data = _lock_data(file)
    if data is not None:
        return [lock_from(data, str(file))]
    locks: dict[str, Lock] = {}
    for row in rows_of(file):
        if row.fault:
            raise UsageError(f"{row.place}: {row.fault}", "correct this line")
        lock = _lock_of_row(row.place, row.value)
        if lock is not None:
            locks[lock.name] = lock
    return [locks[name] for name in sorted(locks)]


def _lock_data(file: Path) -> dict[str, Any] | None:
    """Return the content of a file that is a single lock, such as `make --json` prints; None if it is not one."""
    if file.suffix not in (".json", ""):
        return None
    try:
        data = json.loads(read_bytes(file))
    except ValueError:
        return None
    if not isinstance(data, dict) or "packages" not in data:
        return None
    return data


def _lock_of_row(place: str, row: Any) -> Lock | None:
    from benchwright.environments.resolving import lock_from

    lineage = row.get("lineage") if isinstance(row, dict) else None
    lineage = _decoded(lineage)
    data = lineage.get("environment") if isinstance(lineage, dict) else None
    if not data:
        return None
    lock = lock_from(data, f"{place}: lineage.environment")
    named = row.get("environment")
    if named and named != lock.name:
        raise UsageError(
            f"{place}: environment {str(named)[:80]!r} does not match its packages, whose name is {lock.name}",
            "download the benchmark again: the row was edited or damaged",
        )
    return lock


def _decoded(value: Any) -> Any:
    """Decode a nested value, which is JSON text in a Parquet table."""
    if isinstance(value, str):
        try:
            return json.loads(value)
        except ValueError:
            return None
    return value


commands = Commands(help="Install, list and remove package environments for programs.", no_args_is_help=True)
app.add_typer(commands, name="environments", rich_help_panel=MAINTAIN)

Wheels = Annotated[
    Path | None, typer.Option("--wheels", metavar="DIR", help="Install only from this folder of wheels, offline.")
]
Allow = Annotated[
    list[str] | None,
    typer.Option("--allow", metavar="NAME", help="Allow only these packages; * and ? match. Repeatable."),
]
Deny = Annotated[
    list[str] | None, typer.Option("--deny", metavar="NAME", help="Refuse these packages; * and ? match. Repeatable.")
]
NoBuild = Annotated[bool, typer.Option("--no-build", help="Do not build packages that have no wheel.")]
Timeout = Annotated[
    float, typer.Option("--timeout", metavar="SECONDS", help="Timeout of each resolution and installation.")
]
MaxMib = Annotated[int, typer.Option("--max-mib", metavar="MIB", help="Maximum size of one environment.")]
MaxPackages = Annotated[
    int, typer.Option("--max-packages", metavar="N", help="Maximum number of packages in one environment.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@commands.command()
def make(
    requirements: Annotated[
        list[str], typer.Argument(metavar="REQUIREMENT", help="Packages with optional versions, as in numpy==2.1.")
    ],
    lang: Annotated[str, typer.Option("--lang", metavar="LANGUAGE", help="Language of the packages.")] = "python",
    wheels: Wheels = None,
    allow: Allow = None,
    deny: Deny = None,
    no_build: NoBuild = False,
    timeout_s: Timeout = 300.0,
    max_mib: MaxMib = 600,
    max_packages: MaxPackages = 256,
    as_json: Json = False,
) -> None:
    """Resolve and install packages, and print the environment's name.

    Pass the name to `benchwright run --environment`.

    Exit code: 0 done, 2 incorrect usage, or packages that are not available.
    """
    from benchwright.cli._output import print_json

    policy = _policy(wheels, allow, deny, not no_build, timeout_s, max_mib << 20, max_packages)
    lock = asyncio.run(_make(lang, requirements, policy))
    if as_json:
        import msgspec

        print_json({"name": lock.name, **msgspec.to_builtins(lock)})
    else:
        typer.echo(lock.name)


async def _make(lang: str, requirements: list[str], policy: Policy) -> Lock:
    from benchwright.environments import install, resolve
    from benchwright.sandbox import LocalSandbox

    async with LocalSandbox() as sandbox:
        lock = await resolve(lang, requirements, policy, sandbox)
        await install(lock, policy, sandbox)
    return lock


@commands.command("list")
def list_environments(as_json: Json = False) -> None:
    """List the installed environments."""
    from benchwright.cli._output import print_json, print_table
    from benchwright.environments.installing import installed_environments

    found = installed_environments()
    if as_json:
        import msgspec

        print_json([{"name": name, **msgspec.to_builtins(each)} for name, each in found.items()])
        return
    if not found:
        typer.echo("no environments are installed", err=True)
        return
    rows = [
        (name, each.toolchain, _packages(each.lock), f"{each.size_bytes / 2**20:.1f} MiB", _date(each.made_at))
        for name, each in found.items()
    ]
    print_table(("name", "toolchain", "packages", "size", "created"), rows)


@commands.command("install")
def install_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Problem file, or environment lock (JSON).")],
    wheels: Wheels = None,
    allow: Allow = None,
    deny: Deny = None,
    no_build: NoBuild = False,
    timeout_s: Timeout = 300.0,
    max_mib: MaxMib = 600,
    max_packages: MaxPackages = 256,
) -> None:
    """Install the missing environments of a benchmark.

    Exit code: 0 all are installed, 1 some cannot be installed, 2 incorrect usage.
    """
    locks = locks_of(file)
    if not locks:
        typer.echo(f"{file} needs no environments", err=True)
        return
    policy = _policy(wheels, allow, deny, not no_build, timeout_s, max_mib << 20, max_packages)
    if not asyncio.run(_install_all(locks, policy)):
        raise typer.Exit(EXIT_FAILED)


async def _install_all(locks: list[Lock], policy: Policy) -> bool:
    from benchwright.environments import CannotResolve, install
    from benchwright.sandbox import LocalSandbox

    well = True
    async with LocalSandbox() as sandbox:
        for lock in locks:
            try:
                typer.echo(await install(lock, policy, sandbox))
            except CannotResolve as error:
                typer.echo(f"{lock.name}: {error.sentence}", err=True)
                well = False
    return well


@commands.command()
def clean(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Environments to remove."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove all installed environments.")] = False,
) -> None:
    """Remove environments."""
    from benchwright.environments.installing import installed_environments, remove_environment

    here = installed_environments()
    chosen = list(here) if everything else list(dict.fromkeys(_whole_name(name, list(here)) for name in names or ()))
    if not chosen and not everything:
        raise UsageError("no environment given", "name environments, or pass --all")
    for name in chosen:
        asyncio.run(remove_environment(name))
        typer.echo(f"removed {name}", err=True)


def _whole_name(given: str, here: list[str]) -> str:
    """Return the name of the environment that is named exactly, or by a unique prefix."""
    begun = [given] if given in here else [name for name in here if given and name.startswith(given)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise UsageError(f"{given!r} matches {len(begun)} environments", f"use a longer prefix, as in {begun[0]}")
    raise UsageError(f"unknown environment {given!r}", "see `benchwright environments list`")


def _policy(
    wheels: Path | None,
    allow: list[str] | None,
    deny: list[str] | None,
    build: bool,
    timeout_s: float,
    max_bytes: int,
    max_packages: int,
) -> Policy:
    from benchwright.environments import Policy

    if min(timeout_s, max_bytes, max_packages) <= 0:
        raise UsageError("--timeout, --max-mib and --max-packages must be above 0", "omit them to use the defaults")
    return Policy(
        wheels=wheels.resolve() if wheels else None,
        allow=tuple(allow or ()),
        deny=tuple(deny or ()),
        build=build,
        timeout_s=timeout_s,
        max_bytes=max_bytes,
        max_packages=max_packages,
    )


def _packages(lock: Lock) -> str:
    pins = [package.pin for package in lock.packages]
    return ", ".join(pins[:3]) + (f" and {len(pins) - 3} more" if len(pins) > 3 else "")


def _date(seconds: float) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
