"""Commands that run programs on a service."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchwright.cli import app
from tests.sandbox.modes import service

NOBODY_LISTENS = "http://127.0.0.1:9"


@pytest.fixture
def program(tmp_path: Path) -> str:
    file = tmp_path / "main.py"
    file.write_text("print('hello')\n")
    return str(file)


@pytest.mark.parametrize("how", ["option", "variable"])
def test_run_at_a_service(program: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["--sandbox", service().url] if how == "option" else []
    if how == "variable":
        monkeypatch.setenv("BENCHWRIGHT_SANDBOX", f"remote:{service().url}")
    result = CliRunner().invoke(app, ["run", program, "--json", *options])
    assert result.exit_code == 0, result.output
    printed = json.loads(result.stdout)
    assert "remote" in json.dumps(printed)
    assert "hello" in json.dumps(printed)


def test_check_at_a_service(tmp_path: Path) -> None:
    problem = {
        "schema": 1,
        "id": "double",
        "language": "python",
        "question": "Double it.",
        "canonical_solution": "def double(x):\n    return 2 * x\n",
        "tests": {"full": "assert double(2) == 4\nassert double(3) == 6\n"},
    }
    bench = tmp_path / "bench.jsonl"
    bench.write_text(json.dumps(problem) + "\n")
    result = CliRunner().invoke(app, ["check", str(bench), "--sandbox", service().url, "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["problems"][0]["sound"]


def test_an_invalid_sandbox_name(program: str) -> None:
    result = CliRunner().invoke(app, ["run", program, "--sandbox", "elsewhere"])
    assert result.exit_code != 0
    assert "not a sandbox" in f"{result.output}{result.exception}"
