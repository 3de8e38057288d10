"""Loading package environments from disk."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.languages import find_language
from benchwright.languages.registry import packages_folder
from benchwright.sandbox import LocalSandbox, Program, Stage
from benchwright.sandbox.environment import Environment, choose_environment, home, imported_modules, load_environment

TEXT = """
[mounts]
packages = "/opt/packages"
"tools/bin" = "/opt/bin"
[env]
PYTHONPATH = "/opt/packages"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of environments, with a valid one named `extra`."""
    monkeypatch.setenv("BENCHWRIGHT_HOME", str(tmp_path))
    write(tmp_path / "environments" / "extra", TEXT)
    return tmp_path / "environments"


def write(place: Path, text: str) -> None:
    place.mkdir(parents=True)
    (place / "environment.toml").write_text(text)


def test_no_name_is_the_empty_environment() -> None:
    assert load_environment(None) == Environment()


def test_mounts_lead_from_the_host_to_the_sandbox(folder: Path) -> None:
    assert load_environment("extra") == Environment(
        mounts={f"{folder}/extra/packages": "/opt/packages", f"{folder}/extra/tools/bin": "/opt/bin"},
        env={"PYTHONPATH": "/opt/packages"},
    )


def test_both_parts_may_be_missing(folder: Path) -> None:
    write(folder / "plain", "")
    assert load_environment("plain") == Environment()


@pytest.mark.parametrize(
    "text",
    ["[mounts", "[mount]\n", "[mounts]\npackages = 1\n", "mounts = []\n", "[env]\nA = ['x']\n"],
    ids=["no-toml", "unknown-field", "number", "list", "list-value"],
)
def test_a_wrong_file_is_named(folder: Path, text: str) -> None:
    write(folder / "wrong", text)
    with pytest.raises(UsageError, match=r"wrong/environment\.toml") as caught:
        load_environment("wrong")
    assert caught.value.hint


def test_only_a_language_can_have_packages_loaded_in_advance(folder: Path) -> None:
    write(folder / "claims", f'preload = [["mod"]]\n{TEXT}')
    assert not load_environment("claims").preload


def test_unknown_environment_says_where_they_are(folder: Path) -> None:
    with pytest.raises(UsageError, match="'missing'") as caught:
        load_environment("missing")
    assert str(folder) in caught.value.hint


@pytest.mark.parametrize("name", ["", ".", "..", "../elsewhere", "extra/../extra", "a\0b", "n" * 300])
def test_a_name_is_no_path(folder: Path, name: str) -> None:
    """Names can come from clients of a service."""
    write(folder.parent / "elsewhere", TEXT)
    for place in (folder, folder.parent):
        (place / "environment.toml").write_text(TEXT)
    with pytest.raises(UsageError):
        load_environment(name)


def test_a_name_is_no_absolute_path(folder: Path) -> None:
    with pytest.raises(UsageError):
        load_environment(str(folder / "extra"))


def test_home_is_in_the_users_folder_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BENCHWRIGHT_HOME")
    monkeypatch.setenv("HOME", "/home/someone")
    assert home() == Path("/home/someone/.local/share/benchwright")
    monkeypatch.setenv("BENCHWRIGHT_HOME", "")
    assert home() == Path("/home/someone/.local/share/benchwright")


def test_a_folder_made_again_under_the_same_name_is_another_one(folder: Path) -> None:
    packages = folder / "extra" / "packages"
    (folder / "extra" / "tools" / "bin").mkdir(parents=True)

    async def versions() -> list[bytes]:
        program = Program(language="python", files={"main.py": b"import mod; print(mod.VERSION)"}, environment="extra")
        seen = []
        async with LocalSandbox() as sandbox:
            for version in (b"1", b"2", b"3"):
                packages.mkdir()
                (packages / "mod.py").write_bytes(b"VERSION = " + version)
                seen.append((await sandbox.run(program)).runs[0].stdout.data)
                packages.rename(folder / f"old-{version.decode()}")  # its name becomes free, its inode does not
        return seen

    assert asyncio.run(versions()) == [b"1\n", b"2\n", b"3\n"]


def test_no_interpreter_is_kept_warm_with_packages(folder: Path) -> None:
    """Packages can run code at interpreter startup, before any program is confined."""
    (folder / "extra" / "tools" / "bin").mkdir(parents=True)
    (folder / "extra" / "packages").mkdir()
    (folder / "extra" / "packages" / "sitecustomize.py").write_text("import os; print(os.getuid(), os.getppid())\n")

    async def runs() -> list[Stage]:
        async with LocalSandbox() as sandbox:
            program = Program(language="python", files={"main.py": b""}, environment="extra")
            return [(await sandbox.run(program)).runs[0] for _ in range(3)]

    assert [(stage.warm, stage.stdout.data) for stage in asyncio.run(runs())] == [(False, b"1000 1\n")] * 3


@pytest.mark.parametrize(
    ("text", "modules"),
    [
        ("import numpy as np", {"numpy"}),
        ("import os, numpy.linalg as la , pandas", {"os", "numpy", "pandas"}),
        ("from scipy.stats import norm", {"scipy"}),
        ("def f():\n\tfrom sympy import (\n  symbols)", {"sympy"}),
        ("import math; import heapq", {"math"}),
        ("from . import own\nimportant = 1\n# import numpy\nx = 'import numpy'", {""}),
    ],
    ids=["as", "several", "from", "inside", "statements", "none"],
)
def test_imported_modules(text: str, modules: set[str]) -> None:
    assert imported_modules({"main.py": text.encode()}) == modules


def test_files_of_the_program_are_not_packages() -> None:
    assert imported_modules({"main.py": b"import numpy, helper", "numpy.py": b"", "helper/__init__.py": b""}) == set()


@pytest.mark.parametrize(
    ("text", "packages"),
    [
        ("const _ = require('lodash');", {"lodash"}),
        ("import fp from 'lodash/fp';\nimport 'mocha';", {"lodash", "mocha"}),
        ('const { it } = await import( "@jest/globals" );', {"@jest/globals"}),
        ("import './own';\nimport x from '../lodash';\nimportant('chai');", set()),
    ],
)
def test_imported_packages_of_node(text: str, packages: set[str]) -> None:
    patterns = find_language("javascript").imports
    assert imported_modules({"main.js": text.encode()}, patterns) == packages


def test_languages_share_an_environment() -> None:
    javascript, typescript = find_language("javascript"), find_language("typescript")
    assert typescript.environments["node"] == javascript.environments["node"]
    assert packages_folder(typescript, "node") == packages_folder(javascript, "node")


def test_none_and_names_are_not_questioned() -> None:
    python, files = find_language("python"), {"main.py": b"import numpy"}
    assert choose_environment("none", python, files) is None
    assert choose_environment("extra", python, files) == "extra"
    assert choose_environment(None, find_language("lua"), files) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [("import numpy", "scientific"), ("import numpy, matplotlib", "jupyter"), ("import math", None)],
)
def test_a_program_gets_the_packages_it_imports(text: str, name: str | None) -> None:
    python = find_language("python")
    if missing := [each for each in python.environments if not packages_folder(python, each).is_dir()]:
        pytest.skip(f"toolchain missing: packages {missing}")

    async def run(environment: str | None) -> tuple[str | None, bool]:
        program = Program(language="python", files={"main.py": text.encode()}, environment=environment)
        async with LocalSandbox() as sandbox:
            execution = await sandbox.run(program)
            return execution.environment, execution.runs[0].succeeded

    assert asyncio.run(run(None)) == (name, True)
    assert asyncio.run(run("none")) == (None, name is None)
