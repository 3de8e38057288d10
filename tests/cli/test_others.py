"""`benchwright languages`, `doctor`, `demo`, and the command itself."""

from __future__ import annotations

import json

import pytest

from benchwright.languages import languages
from tests.cli.command import benchwright, complaint


@pytest.mark.slow
def test_languages_lists_every_language() -> None:
    done = benchwright("languages")
    assert done.returncode == 0
    assert all(name in done.stdout for name in languages())


@pytest.mark.language(name="shell")
def test_languages_as_json_with_probes() -> None:
    done = benchwright("languages", "python", "sh", "--probe", "--json")
    result = json.loads(done.stdout)
    assert [(item["language"], item["works"]) for item in result] == [("python", True), ("shell", True)]
    assert all(probe["passed"] for item in result for probe in item["probes"])
    assert done.returncode == 0


def test_a_missing_language_is_shown_with_its_install_command() -> None:
    done = benchwright("languages", "cpp", path="/nonexistent")
    assert "missing" in done.stdout
    assert "toolchains install cpp (apt: g++)" in done.stdout
    assert done.returncode == 0


def test_an_unknown_language_is_rejected() -> None:
    assert "unknown language 'brainfudge'" in complaint(benchwright("languages", "brainfudge"))[0]


@pytest.mark.slow
def test_doctor_shows_guarantees_and_languages() -> None:
    done = benchwright("doctor", "--json")
    rows = {row["what"]: row["state"] for row in json.loads(done.stdout)}
    assert rows["sandbox"] == "works"
    assert rows["guarantee: network"] == "enforced"
    assert rows["language: python"] == "found"
    assert done.returncode == 0


@pytest.mark.slow
@pytest.mark.language(name="cpp")
@pytest.mark.language(name="shell")
def test_the_demo_gives_every_expected_verdict() -> None:
    done = benchwright("demo")
    assert done.returncode == 0, done.stdout
    for word in ("passed", "compile_error", "runtime_error", "time_limit", "memory_limit", "output_limit"):
        assert word in done.stdout
    assert "NO" not in done.stdout.split()


def test_unknown_command() -> None:
    assert "No such command 'frobnicate'" in complaint(benchwright("frobnicate"))[0]


def test_help_and_version() -> None:
    assert "languages" in benchwright().stdout
    assert benchwright("--version").stdout.startswith("benchwright ")
