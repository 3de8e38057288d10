"""Every language installed on this machine passes its probes, and a broken one is detected."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from benchwright.judging.probe import LanguageStatus, look_up, probe
from benchwright.languages import Language, languages
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language
from tests.sandbox.modes import open_sandbox, system_toolchains


def probed(language: Language, sandbox: LocalSandbox) -> LanguageStatus:
    async def run() -> LanguageStatus:
        async with sandbox:
            return await probe(language, sandbox)

    return asyncio.run(run())


def check_probes(name: str, sandbox: LocalSandbox) -> None:
    status = probed(languages()[name], sandbox)
    if not status.found:  # it may be inaccessible to an ordinary user
        pytest.skip(f"toolchain missing: {name}: {status.hint}")
    assert [f"{item.name}: {item.detail}" for item in status.probes if not item.passed] == []


@pytest.mark.parametrize("name", [in_language(name) for name in sorted(languages())])
def test_probes_pass(name: str) -> None:
    check_probes(name, LocalSandbox())


@pytest.mark.parametrize(
    "name", [in_language(name) for name in ["c", "cpp", "java", "javascript", "perl", "python", "shell"]]
)
def test_probes_pass_for_an_ordinary_user(name: str) -> None:
    """The sandbox differs, not the language, so a few languages of each kind are enough."""
    with system_toolchains():
        check_probes(name, open_sandbox("local-unprivileged"))


def test_a_probe_that_prints_something_else_makes_the_language_broken() -> None:
    python = languages()["python"]
    wrong = msgspec.structs.replace(python.probes[0], stdout="something else\n")
    status = probed(msgspec.structs.replace(python, probes=(wrong,)), LocalSandbox())
    assert not status.works
    assert "printed" in status.probes[0].detail


def test_a_probe_with_another_verdict_makes_the_language_broken() -> None:
    python = languages()["python"]
    wrong = msgspec.structs.replace(python.probes[0], verdict="compile_error")
    status = probed(msgspec.structs.replace(python, probes=(wrong,)), LocalSandbox())
    assert not status.works
    assert "passed () instead of compile_error" in status.probes[0].detail


def test_a_missing_toolchain_comes_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    status = look_up(languages()["cpp"])
    assert not status.found
    assert not status.works
    assert "toolchains install cpp (apt: g++)" in status.hint
