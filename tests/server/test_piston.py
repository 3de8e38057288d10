"""/api/v2 as Piston's clients use it."""

from __future__ import annotations

import base64
from typing import Any

import httpx
import pytest

from benchwright.sandbox import Execution, Program
from benchwright.sandbox.fake import FakeSandbox
from benchwright.server.apis.piston import satisfies, version_in
from benchwright.server.call import Overloaded
from tests.server.foreign import ask, broken
from tests.server.process import Server
from tests.server.shapes import EXECUTED, RUNTIME, STAGE, check

EXECUTE = "/api/v2/execute"


def body(language: str, code: str, **fields: Any) -> dict[str, Any]:
    return {"language": language, "version": "*", "files": [{"content": code}], **fields}


def execute(*bodies: dict[str, Any], **options: Any) -> list[dict[str, Any]]:
    answers = ask(EXECUTE, *bodies, **options)
    assert [answer.status_code for answer in answers] == [200] * len(bodies), answers[0].text
    values = [answer.json() for answer in answers]
    for value in values:
        check(value, {**EXECUTED, "compile": STAGE} if "compile" in value else EXECUTED)
    return values


def ended(stage: dict[str, Any]) -> tuple[str | None, int | None, str | None]:
    return stage["status"], stage["code"], stage["signal"]


def test_a_program_with_files_input_and_arguments() -> None:
    code = "import sys, other\nprint(other.NAME, input(), sys.argv[1:], file=sys.stdout)\nprint('e', file=sys.stderr)\n"
    files = [
        {"name": "anything.py", "content": base64.b64encode(code.encode()).decode(), "encoding": "base64"},
        {"name": "other.py", "content": b"NAME = 'x'".hex(), "encoding": "hex"},
    ]
    (answer,) = execute({**body("py", ""), "files": files, "stdin": "in", "args": ["one", "two words"]})
    assert answer["language"] == "python"
    assert answer["run"]["stdout"] == "x in ['one', 'two words']\n"
    assert answer["run"]["output"] == answer["run"]["stdout"] + "e\n"
    assert ended(answer["run"]) == (None, 0, None)
    assert "compile" not in answer


@pytest.mark.language(name="cpp")
@pytest.mark.language(name="shell")
def test_outcomes_of_programs() -> None:
    answers = execute(
        body("bash", "exit 3"),
        body("c++", "#include <csignal>\nint main() { raise(SIGSEGV); }"),
        body("bash", "sleep 60", run_timeout=300),
        body("python", "while True: pass", run_cpu_time=200),
        body("python", "held = bytearray(1 << 30)", run_memory_limit=64 << 20),
        body("bash", "yes"),
        body("bash", "yes >&2"),
        body("c++", "int main() { return 3 }"),
    )
    assert [ended(answer["run"]) for answer in answers] == [
        ("RE", 3, None),
        ("SG", None, "SIGSEGV"),
        ("TO", None, "SIGKILL"),
        ("TO", None, "SIGKILL"),
        ("SG", None, "SIGKILL"),
        ("OL", None, "SIGKILL"),
        ("EL", None, "SIGKILL"),
        ("RE", 1, None),
    ]
    assert answers[2]["run"]["wall_time"] >= 300
    assert "memory" in answers[4]["run"]["message"]
    assert answers[1]["compile"]["code"] == 0
    assert answers[7]["run"] == answers[7]["compile"]
    assert "error" in answers[7]["compile"]["stderr"]


def test_output_is_complete_and_intact() -> None:
    code = "import sys\nsys.stdout.buffer.write(b'x' * 100_000 + b'\\xff.')\n"
    (answer,) = execute(body("python", code, stdin="nobody reads this" * 100_000))
    assert answer["run"]["stdout"] == "x" * 100_000 + "\N{REPLACEMENT CHARACTER}."
    assert ended(answer["run"]) == (None, 0, None)


def test_absent_zero_and_minus_one_mean_the_servers_limits() -> None:
    zero = {"run_timeout": 0, "compile_timeout": 0, "run_memory_limit": -1, "compile_memory_limit": -1}
    null: dict[str, Any] = {**dict.fromkeys(zero), "stdin": None}
    answers = execute(body("python", "print(1)", **zero), body("python", "print(1)", **null))
    assert [answer["run"]["stdout"] for answer in answers] == ["1\n", "1\n"]


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        ({"version": "*", "files": [{"content": ""}]}, "language"),
        ({"language": "python", "files": [{"content": ""}]}, "version"),
        ({"language": "python", "version": "*"}, "files"),
        ({"language": "python", "version": "*", "files": []}, "files"),
        ({"language": "python", "version": "*", "files": [{"name": "a"}]}, "content"),
        ({**body("python", "zz"), "files": [{"content": "zz", "encoding": "hex"}]}, "hex"),
        ({**body("python", ""), "files": [{"content": ""}, {"content": "", "name": "main.py"}]}, "main.py"),
        (body("klingon", ""), "klingon-* runtime is unknown"),
        (body("python", "", version="2.x"), "python-2.x runtime is unknown"),
        (body("python", "", run_timeout=1e9), "run_timeout"),
        (body("python", "", run_timeout=-5), "run_timeout"),
        (body("python", "", run_memory_limit=1 << 60), "run_memory_limit"),
    ],
)
def test_an_invalid_request_is_400(sent: dict[str, Any], named: str) -> None:
    (answer,) = ask(EXECUTE, sent)
    assert answer.status_code == 400
    assert set(answer.json()) == {"message"}
    assert named in answer.json()["message"]


def test_internal_failures_and_overload() -> None:
    def full(_: Program) -> Execution:
        raise Overloaded("the queue is full", 1.0)

    (failed,) = ask(EXECUTE, body("python", ""), sandbox=FakeSandbox(broken))
    (refused,) = ask(EXECUTE, body("python", ""), sandbox=FakeSandbox(full))
    assert [failed.status_code, refused.status_code] == [500, 500]
    assert "Resource temporarily unavailable" not in failed.json()["message"]
    assert "Resource temporarily unavailable" in refused.json()["message"]


def test_runtimes_and_execute_agree_over_a_real_server(server: Server) -> None:
    """Each language runs with the version it is listed with, under both prefixes."""
    with httpx.Client(base_url=server.url, timeout=60) as client:
        for prefix in ("/api/v2", "/api/v2/piston"):
            listed = client.get(f"{prefix}/runtimes").json()
            for runtime in listed:
                check(runtime, RUNTIME)
            python = next(runtime for runtime in listed if runtime["language"] == "python")
            assert "py" in python["aliases"]
            asked = body("python", "import platform; print(platform.python_version())", version=python["version"])
            answer = client.post(f"{prefix}/execute", json=asked).json()
            assert answer["run"]["stdout"].strip() == python["version"] == answer["version"]


@pytest.mark.parametrize(
    ("wanted", "version", "holds"),
    [
        ("*", "3.11.7", True),
        ("", "3.11.7", True),
        ("x", "3.11.7", True),
        ("3", "3.11.7", True),
        ("3.x", "3.11.7", True),
        ("3.11.*", "3.11.7", True),
        ("3.11.7", "3.11.7", True),
        ("v3.11.7", "3.11.7", True),
        ("3.11.6", "3.11.7", False),
        ("3.10", "3.11.7", False),
        ("^3.10.0", "3.11.7", True),
        ("^3.12", "3.11.7", False),
        ("^2", "3.11.7", False),
        ("^0.13.0", "0.14.1", False),
        ("~3.11.2", "3.11.7", True),
        ("~3.10", "3.11.7", False),
        (">=3.10 <4", "3.11.7", True),
        (">= 3.10 < 3.11", "3.11.7", False),
        (">3.11", "3.11.7", False),
        ("<=3.11", "3.11.7", True),
        ("3.10 - 3.12", "3.11.7", True),
        ("3.8 - 3.10", "3.11.7", False),
        ("2 || 3", "3.11.7", True),
        ("three", "3.11.7", False),
        ("9" * 5000, "3.11.7", False),
    ],
)
def test_ranges_of_versions(wanted: str, version: str, *, holds: bool) -> None:
    assert satisfies(version_in(version), wanted) is holds


@pytest.mark.parametrize(
    ("text", "version"),
    [("Python 3.11.7", (3, 11, 7)), ("go1.26.8", (1, 26, 8)), ("Erlang/OTP 25", (25, 0, 0)), ("none", (0, 0, 0))],
)
def test_versions_of_toolchains(text: str, version: tuple[int, int, int]) -> None:
    assert version_in(text) == version
