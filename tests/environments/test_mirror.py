"""End to end, offline: from a folder of wheels to a program that imports them."""

from __future__ import annotations

import asyncio
import os
import resource
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from benchwright.environments import (
    CannotResolve,
    InstallFailed,
    Lock,
    Policy,
    group,
    install,
    installing,
    resolve,
    source,
)
from benchwright.environments.installing import installed_environments, read_installed, remove_environment
from benchwright.errors import UsageError
from benchwright.sandbox import LocalSandbox, Program, Sandbox
from tests.environments.packages import sdist, wheel

Result = TypeVar("Result")


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    """alpha needs beta; gamma has two versions, of which delta and epsilon need one each."""
    folder = tmp_path / "wheels"
    wheel(folder, "alpha", "1.0", needs=("beta>=1",))
    wheel(folder, "beta", "1.5")
    wheel(folder, "gamma", "1.0")
    wheel(folder, "gamma", "2.0")
    wheel(folder, "delta", "1.0", needs=("gamma<2",))
    wheel(folder, "epsilon", "1.0", needs=("gamma>=2",))
    return folder


def with_sandbox(work: Callable[[Sandbox], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        async with LocalSandbox() as sandbox:
            return await work(sandbox)

    return asyncio.run(run())


def locked(policy: Policy, *requirements: str) -> Lock:
    return with_sandbox(lambda sandbox: resolve("python", requirements, policy, sandbox))


def installed(policy: Policy, *requirements: str) -> str:
    async def work(sandbox: Sandbox) -> str:
        return await install(await resolve("python", requirements, policy, sandbox), policy, sandbox)

    return with_sandbox(work)


def output(name: str, text: str) -> str:
    program = Program(language="python", files={"main.py": text.encode()}, environment=name)
    stage = with_sandbox(lambda sandbox: sandbox.run(program)).runs[0]
    return stage.stdout.data.decode() + stage.stderr.data.decode()


def test_a_program_sees_packages_and_their_dependencies(mirror: Path) -> None:
    name = installed(Policy(wheels=mirror), "alpha")
    assert output(name, "import alpha, beta; print(alpha.VERSION, beta.VERSION)") == "1.0 1.5\n"
    assert "No module named 'gamma'" in output(name, "import gamma")


def test_the_same_packages_have_the_same_name(mirror: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = locked(Policy(wheels=mirror), "alpha")
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "another"))
    second = locked(Policy(wheels=mirror), "alpha>=1", "beta")
    assert first.name == second.name
    assert [package.pin for package in first.packages] == ["alpha==1.0", "beta==1.5"]
    assert str(mirror) not in first.to_json().decode()


def test_a_resolution_is_cached_until_the_mirror_changes(mirror: Path) -> None:
    policy = Policy(wheels=mirror)
    assert locked(policy, "gamma").packages[0].version == "2.0"
    wheel(mirror, "gamma", "3.0")
    assert locked(policy, "gamma").packages[0].version == "3.0"


def test_files_are_read_only(mirror: Path, home: Path) -> None:
    name = installed(Policy(wheels=mirror), "alpha")
    paths = [path for path in (home / name).rglob("*") if not path.is_symlink()]
    assert len(paths) > 5
    assert not [path for path in paths if path.stat().st_mode & 0o222]
    assert "Error: [Errno " in output(name, "open('/opt/benchwright/packages/alpha.py', 'a')")


def test_a_denied_transitive_dependency_is_rejected(mirror: Path) -> None:
    with pytest.raises(CannotResolve, match="the package beta is denied"):
        locked(Policy(wheels=mirror, deny=("Be*",)), "alpha")
    with pytest.raises(CannotResolve, match="beta is not in the allow list"):
        locked(Policy(wheels=mirror, allow=("alpha",)), "alpha")
    assert locked(Policy(wheels=mirror, allow=("alpha", "beta")), "alpha").packages


def test_a_foreign_lock_is_checked_against_the_policy(mirror: Path, home: Path) -> None:
    lock = locked(Policy(wheels=mirror), "alpha")
    for policy, reason in (
        (Policy(wheels=mirror, deny=("beta",)), "denied"),
        (Policy(wheels=mirror, max_packages=1), "2 packages exceed the limit of 1"),
    ):
        with pytest.raises(CannotResolve, match=reason):
            with_sandbox(lambda sandbox, policy=policy: install(lock, policy, sandbox))  # type: ignore[misc]
    assert not list(home.glob("*"))


def test_an_oversized_environment_is_not_installed(mirror: Path, home: Path) -> None:
    wheel(mirror, "large", "1.0", files={"large.txt": "x" * (3 << 20)})
    with pytest.raises(CannotResolve, match="larger than 1 MiB"):
        installed(Policy(wheels=mirror, max_bytes=1 << 20), "large")
    assert [path.name for path in home.glob("*") if not path.name.endswith(".lock")] == []


def test_a_slow_machine_does_not_mean_that_packages_are_unavailable(mirror: Path, home: Path) -> None:
    lock = locked(Policy(wheels=mirror), "alpha")
    with pytest.raises(InstallFailed, match=r"installing took longer than 0\.001 s"):
        with_sandbox(lambda sandbox: install(lock, Policy(wheels=mirror, timeout_s=0.001), sandbox))
    assert installed_environments() == {}


def test_a_full_disk_does_not_mean_that_packages_are_unavailable(mirror: Path, home: Path) -> None:
    """Simulated by a file size limit, which also makes the kernel refuse writes."""
    policy = Policy(wheels=mirror)
    lock = locked(policy, "alpha")

    async def work(sandbox: Sandbox) -> None:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (16, before[1]))
        try:
            with pytest.raises(InstallFailed, match="cannot resolve: File too large"):
                await resolve("python", ["alpha", "beta", "gamma"], policy, sandbox)
            with pytest.raises(InstallFailed, match="cannot install: File too large"):
                await install(lock, policy, sandbox)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    with_sandbox(work)
    assert installed_environments() == {}


def test_a_build_timeout_is_a_retryable_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "_LIMITS", msgspec.structs.replace(source._LIMITS, wall_s=0.5))
    sdist(tmp_path / "sources", backend="import time\ntime.sleep(1000)")
    with pytest.raises(InstallFailed, match=r"cannot be built \(wall limit\)"):
        locked(Policy(wheels=tmp_path / "sources"), "built")


def test_packages_changed_since_the_lock_are_not_installed(mirror: Path, home: Path) -> None:
    lock = locked(Policy(wheels=mirror), "beta")
    wheel(mirror, "beta", "1.5", files={"more.py": "import os"})
    with pytest.raises(CannotResolve, match=r"[Hh]ash"):
        with_sandbox(lambda sandbox: install(lock, Policy(wheels=mirror), sandbox))
    assert installed_environments() == {}


def test_conflicts_are_reported(mirror: Path) -> None:
    with pytest.raises(CannotResolve, match=r"delta.*gamma|gamma.*delta"):
        locked(Policy(wheels=mirror), "delta", "epsilon")
    with pytest.raises(CannotResolve, match="missing"):
        locked(Policy(wheels=mirror), "missing")
    with pytest.raises(UsageError, match="no folder of wheels"):
        locked(Policy(wheels=mirror / "nowhere"), "alpha")


def test_conflicting_sets_are_split_into_few_groups(mirror: Path) -> None:
    sets = {
        "a": ("alpha",),
        "b": ("delta",),
        "c": ("epsilon",),
        "d": ("beta",),
        "e": ("gamma==1.0",),
        "f": ("missing",),
        "g": ("alpha",),
    }
    groups = with_sandbox(lambda sandbox: group("python", sets, Policy(wheels=mirror), sandbox))
    assert [each.keys for each in groups] == [("a", "b", "d", "e", "g"), ("c",), ("f",)]
    assert [each.lock is None for each in groups] == [False, False, True]
    assert "missing" in groups[2].reason
    together = with_sandbox(lambda sandbox: group("python", {"x": ("alpha",), "y": ()}, Policy(wheels=mirror), sandbox))
    assert [each.keys for each in together] == [("x", "y")]


def test_concurrent_installations_run_once(mirror: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy, made = Policy(wheels=mirror), []
    really_make = installing._make

    async def make(lock: Lock, *others: object) -> None:
        made.append(lock.name)
        await really_make(lock, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(installing, "_make", make)

    async def work(sandbox: Sandbox) -> list[str]:
        lock = await resolve("python", ["alpha"], policy, sandbox)
        return await asyncio.gather(*(install(lock, policy, sandbox) for _ in range(3)))

    names = with_sandbox(work)
    assert len(set(names)) == 1
    assert made == names[:1]


def test_leftovers_of_a_killed_process_are_removed(mirror: Path, home: Path) -> None:
    policy = Policy(wheels=mirror)
    left = home / f".half-{locked(policy, 'beta').name}-abc" / "work"
    left.mkdir(parents=True)
    installed(policy, "beta")
    assert not list(home.glob(".half-*"))


def test_another_python_version_rebuilds_it(mirror: Path, home: Path) -> None:
    policy = Policy(wheels=mirror)
    name = installed(policy, "beta")
    record = read_installed(name)
    assert record is not None
    for file in ("installed.json", "environment.toml"):
        text = (home / name / file).read_text()
        (home / name / file).chmod(0o644)
        (home / name / file).write_text(text.replace(f'"{record.toolchain}"', '"Python 3.0"'))
    with pytest.raises(UsageError, match=r"was built for Python 3\.0, not for Python") as caught:
        output(name, "import beta")
    assert "benchwright environments install" in caught.value.hint
    assert installed(policy, "beta") == name
    assert output(name, "import beta; print(beta.VERSION)") == "1.5\n"


def test_a_folder_with_other_packages_does_not_match_the_lock(mirror: Path, home: Path) -> None:
    policy = Policy(wheels=mirror)
    name, other = installed(policy, "beta"), installed(policy, "gamma")
    asyncio.run(remove_environment(name))
    (home / other).rename(home / name)
    assert installed(policy, "beta") == name
    assert output(name, "import beta; print(beta.VERSION)") == "1.5\n"


def test_read_only_environments_can_be_removed(mirror: Path, home: Path) -> None:
    name = installed(Policy(wheels=mirror), "beta")
    asyncio.run(remove_environment(name))
    assert not (home / name).exists()
    assert not list(home.glob(".half-*"))


def test_a_source_is_built_in_the_sandbox(tmp_path: Path) -> None:
    policy = Policy(wheels=tmp_path / "sources")
    sdist(tmp_path / "sources")
    (package,) = locked(policy, "built").packages
    assert package.source.startswith("sha256:")
    name = installed(policy, "built")
    seen = output(name, "import built; print(built.PLACE, built.NETWORK)").split()
    assert seen == ["/workspace/unpacked/built-1.0", "none"]


def test_nothing_is_built_with_no_build(tmp_path: Path) -> None:
    sdist(tmp_path / "sources")
    with pytest.raises(CannotResolve, match="built has no wheel, and building is disabled"):
        locked(Policy(wheels=tmp_path / "sources", build=False), "built")


def test_another_machine_builds_from_the_same_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = Policy(wheels=tmp_path / "sources")
    sdist(tmp_path / "sources")
    lock = locked(policy, "built")
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "another"))
    assert with_sandbox(lambda sandbox: install(lock, policy, sandbox)) == lock.name
    sdist(tmp_path / "sources", backend="# another source")
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "third"))
    asyncio.run(remove_environment(lock.name))
    with pytest.raises(CannotResolve, match="does not match its hash"):
        with_sandbox(lambda sandbox: install(lock, policy, sandbox))


@pytest.mark.parametrize(
    ("backend", "wheel_name", "reason"),
    [
        ("raise SystemExit('no luck')", "built-1.0", "no luck"),
        (None, "six-1.0", "produced a wheel with another name"),
        (None, "built-2.0", "produced a wheel with another name"),
        ("def build_wheel(*a):\n    pass", "built-1.0", "cannot be built"),
    ],
    ids=["fails", "another-package", "another-version", "nothing"],
)
def test_a_source_that_does_not_build_its_own_wheel_is_rejected(
    tmp_path: Path, backend: str | None, wheel_name: str, reason: str
) -> None:
    own = {} if backend is None else {"backend": backend}
    sdist(tmp_path / "sources", wheel_name=wheel_name, **own)
    with pytest.raises(CannotResolve, match=reason):
        locked(Policy(wheels=tmp_path / "sources"), "built")


def test_the_home_must_be_writable(mirror: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("BENCHWRIGHT_HOME", str(tmp_path / "file"))
    with pytest.raises(UsageError, match="cannot write"):
        installed(Policy(wheels=mirror), "beta")
    assert os.path.getsize(tmp_path / "file") == 0
