"""docs/service.md: its commands work, and it mentions every route, option and field."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest
import typer.main
from _pytest.mark import ParameterSet

from benchwright.cli import app
from benchwright.server.apis import v1
from benchwright.server.apis.v1.records import ExecuteRequest, JudgeRequest, LimitChanges, RunRequest
from tests.server.process import Server

DOCUMENT = (Path(__file__).parents[2] / "docs" / "service.md").read_text()
COMMANDS = re.findall(r"```sh\n(.*?)```", DOCUMENT, re.DOTALL)


def with_marks(command: str) -> ParameterSet:
    """Mark the command with the languages that it needs besides Python."""
    languages = set(re.findall(r'"language": "(\w+)"', command)) - {"python"}
    return pytest.param(command, marks=[pytest.mark.language(name=name) for name in sorted(languages)])


@pytest.mark.parametrize(
    "command",
    [with_marks(command) for command in COMMANDS],
    ids=lambda command: command.split()[2].removeprefix("$URL"),
)
def test_commands_work(server: Server, command: str) -> None:
    if shutil.which("curl") is None:
        pytest.skip("toolchain missing: curl")
    environment = {"URL": server.url, "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, timeout=120, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers
    assert [answer.get("ok", answer).get("verdict") for answer in answers] == ["passed"] * len(answers)


def test_every_command_exists() -> None:
    assert len(COMMANDS) == 4


def test_every_route_and_field_is_documented() -> None:
    documented = {*re.findall(r"`(?:(?:GET|POST) )?([\w/.]+)`", DOCUMENT)}
    routes = {route.path for route in v1.API.routes}
    records = (ExecuteRequest, JudgeRequest, LimitChanges, RunRequest)
    fields = {field.name for record in records for field in msgspec.structs.fields(record)}
    assert sorted((routes | fields) - documented) == []


def test_every_failure_status_is_documented() -> None:
    documented = {int(status) for status in re.findall(r"^\| (\d{3}) \|", DOCUMENT, re.MULTILINE)}
    answered = {status for route in v1.API.routes for status in route.answers if status >= 400}
    assert sorted((answered | {404, 405}) - documented) == []


def test_every_option_is_documented() -> None:
    command = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    options = {name for parameter in command.params for name in parameter.opts if name != "--help"}
    assert sorted(option for option in options if f"`{option}`" not in DOCUMENT) == []
