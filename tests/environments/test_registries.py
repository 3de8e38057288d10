"""Real packages from the real registries. Skipped if those are unreachable."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from benchwright.environments import CannotResolve, IndexUnreachable, Lock, Policy, install, resolve
from benchwright.environments.installing import remove_environment
from benchwright.languages import find_language
from benchwright.sandbox import LocalSandbox, Program


def made(language: str, requirements: list[str], policy: Policy | None = None) -> Lock:
    async def work() -> Lock:
        chosen = policy or Policy()
        async with LocalSandbox() as sandbox:
            lock = await resolve(language, requirements, chosen, sandbox)
            assert await install(lock, chosen, sandbox) == lock.name
            return lock

    return asyncio.run(work())


def installed_alone(lock: Lock) -> str:
    async def work() -> str:
        async with LocalSandbox() as sandbox:
            return await install(lock, Policy(), sandbox)

    return asyncio.run(work())


def output(lock: Lock, language: str, text: str) -> str:
    async def work() -> str:
        async with LocalSandbox() as sandbox:
            source = find_language(language).source
            program = Program(language=language, files={source: text.encode()}, environment=lock.name)
            execution = await sandbox.run(program)
            return "".join((stage.stdout.data + stage.stderr.data).decode() for stage in execution.stages)

    return asyncio.run(work())


@pytest.mark.slow
@pytest.mark.usefixtures("pypi")
def test_wheels() -> None:
    lock = made("python", ["six==1.17.0", "packaging==24.2"])
    assert [package.pin for package in lock.packages] == ["packaging==24.2", "six==1.17.0"]
    assert (
        output(lock, "python", "import six, packaging; print(six.__version__, packaging.__version__)")
        == "1.17.0 24.2\n"
    )
    assert b"://" not in lock.to_json()
    with pytest.raises(CannotResolve, match="six"):
        made("python", ["six==1.15.0", "six==1.16.0"])


@pytest.mark.slow
@pytest.mark.usefixtures("pypi")
def test_a_package_that_has_only_a_source_archive() -> None:
    lock = made("python", ["docopt==0.6.2"])
    assert lock.packages[0].source
    assert output(lock, "python", "import docopt; print(docopt.__version__)") == "0.6.2\n"


@pytest.mark.language(name="javascript")
@pytest.mark.usefixtures("npm")
def test_npm(home: Path) -> None:
    lock = made("javascript", ["is-number@7.0.0", "ms@^2", "chalk@5.3.0"])
    assert b"://" not in lock.to_json()
    assert lock.name.startswith("javascript-")
    assert output(lock, "javascript", "console.log(require('is-number')(5), require('ms')('2s'))") == "true 2000\n"
    module = "import ms from 'ms'; import chalk from 'chalk'; console.log(ms('1s'), typeof chalk)"
    assert output(lock, "javascript", module) == "1000 function\n"
    assert not [path for path in (home / lock.name).rglob("*") if path.stat().st_mode & 0o222]


@pytest.mark.language(name="javascript")
@pytest.mark.usefixtures("npm")
def test_an_npm_package_with_another_content_is_not_installed(home: Path) -> None:
    lock = made("javascript", ["ms@2.1.2"])
    changed = msgspec.structs.replace(lock.packages[0], hashes=("sha512-" + "A" * 86 + "==",))
    with pytest.raises(CannotResolve, match=r"(?i)integrity"):
        installed_alone(msgspec.structs.replace(lock, packages=(changed,)))
    assert [path.name for path in home.iterdir() if path.name[0] != "."] == [lock.name]


@pytest.mark.language(name="javascript")
@pytest.mark.usefixtures("npm")
def test_a_bundled_npm_package_must_have_a_bundle() -> None:
    lock = made("javascript", ["ms@2.1.2"])
    bundled = msgspec.structs.replace(lock.packages[0], hashes=(), details={"inBundle": True})
    with pytest.raises(CannotResolve, match=r"ms==2\.1\.2 has no hash"):
        installed_alone(msgspec.structs.replace(lock, packages=(bundled,)))


@pytest.mark.language(name="javascript")
@pytest.mark.usefixtures("npm")
def test_a_missing_optional_npm_package_is_an_error(home: Path) -> None:
    lock = made("javascript", ["ms@2.1.2", "is-number@7.0.0"])
    number, ms = lock.packages
    needs = msgspec.structs.replace(number, details={"optionalDependencies": {"ms": "^2"}})
    unknown = msgspec.structs.replace(ms, version="2.1.99", details={"optional": True})
    hostile = Lock(language="javascript", requirements=("is-number@7.0.0",), packages=(needs, unknown))
    with pytest.raises(IndexUnreachable, match=r"the optional package ms==2\.1\.99 could not be fetched"):
        installed_alone(hostile)
    assert [path.name for path in home.iterdir() if path.name[0] != "."] == [lock.name]


@pytest.mark.language(name="javascript")
@pytest.mark.usefixtures("npm")
def test_an_unexplained_missing_package_is_an_error() -> None:
    lock = made("javascript", ["ms@2.1.2", "is-number@7.0.0"])
    less = msgspec.structs.replace(lock, requirements=("ms@2.1.2",))
    asyncio.run(remove_environment(lock.name))
    with pytest.raises(CannotResolve, match=r"is-number==7\.0\.0 is in the lock but was not installed"):
        installed_alone(less)


@pytest.mark.language(name="javascript")
@pytest.mark.usefixtures("npm")
def test_several_versions_of_one_npm_package() -> None:
    lock = made("javascript", ["send@0.18.0", "debug@4"])
    versions = {package.version.partition(".")[0] for package in lock.packages if package.name == "debug"}
    assert versions == {"2", "4"}
    text = "console.log(require('send/node_modules/debug/package.json').version.split('.')[0], typeof require('send'))"
    assert output(lock, "javascript", text) == "2 function\n"
    with pytest.raises(CannotResolve, match="the package ms is denied"):
        made("javascript", ["send@0.18.0"], Policy(deny=("ms",)))


@pytest.mark.language(name="javascript")
@pytest.mark.language(name="typescript")
@pytest.mark.usefixtures("npm")
def test_npm_for_typescript() -> None:
    lock = made("typescript", ["ms@^2"])
    assert output(lock, "typescript", "import ms from 'ms'; const n: number = ms('1s'); console.log(n)") == "1000\n"
    waits = "import ms from 'ms'; const n: number = await Promise.resolve(ms('1s')); console.log(n)"
    assert output(lock, "typescript", waits) == "1000\n"


@pytest.mark.language(name="javascript")
@pytest.mark.usefixtures("npm")
@pytest.mark.parametrize("requirements", [["ms@1", "ms@2"], ["ms@99"], ["there-is-no-such-package-of-npm-here"]])
def test_unavailable_npm_packages(requirements: list[str]) -> None:
    with pytest.raises(CannotResolve):
        made("javascript", requirements)


@pytest.mark.language(name="javascript")
def test_npm_has_no_mirror(tmp_path: Path) -> None:
    with pytest.raises(CannotResolve, match="Python packages only"):
        made("javascript", ["ms"], Policy(wheels=tmp_path))
