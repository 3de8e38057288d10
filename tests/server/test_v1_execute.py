"""/v1/execute over HTTP: shapes, runs, files, bytes, limits, and refusals."""

from __future__ import annotations

import base64
from typing import Any

import msgspec
import pytest

from benchwright.server.apis.v1 import records
from benchwright.server.apis.v1.records import ExecuteAnswer
from tests.server import v1
from tests.server.v1 import Asking

asking = v1.asking


def decoded(text: str) -> bytes:
    return base64.b64decode(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", v1.names_of(records.EXECUTE_EXAMPLES))
def test_the_examples_work(asking: Asking, name: str) -> None:
    answer = asking.post("execute", records.EXECUTE_EXAMPLES[name])
    assert (answer["verdict"], answer["reason"], answer["judged"]) == ("passed", "", False)
    assert msgspec.convert(answer, ExecuteAnswer).execution().runs[0].exit_code == 0


def test_a_program_with_input_arguments_and_variables(asking: Asking) -> None:
    source = "import os, sys; print(input(), sys.argv[1:], os.environ['COLOUR'])"
    answer = asking.python(source, stdin="line", args=["a", "b c"], env={"COLOUR": "green"})
    assert answer["runs"][0]["stdout"] == "line ['a', 'b c'] green\n"
    assert answer["build"] is None
    assert answer["guarantees"]["wall"] == "enforced"


@pytest.mark.language(name="cpp")
def test_one_build_serves_all_runs(asking: Asking) -> None:
    source = '#include <cstdio>\nint main() { int x; scanf("%d", &x); printf("%d", 2 * x); return x == 3; }\n'
    runs = [{"stdin": "1"}, {"stdin": "3"}, {"stdin_base64": base64.b64encode(b"21").decode()}]
    answer = asking.post("execute", {"language": "c++", "source": source, "runs": runs})
    assert answer["language"] == "cpp"
    assert answer["build"]["name"] == "build"
    assert [run["stdout"] for run in answer["runs"]] == ["2", "6", "42"]
    assert [each["verdict"] for each in answer["verdicts"]] == ["passed", "runtime_error", "passed"]
    assert answer["verdict"] == "runtime_error"


@pytest.mark.language(name="cpp")
def test_a_build_that_fails_is_a_verdict(asking: Asking) -> None:
    answer = asking.post("execute", {"language": "cpp", "source": "int main() { return x; }"})
    assert (answer["verdict"], answer["runs"], answer["verdicts"]) == ("compile_error", [], [])
    assert "x" in answer["build"]["stderr"]


def test_files_in_and_out(asking: Asking) -> None:
    data = bytes(range(256))
    answer = asking.post(
        "execute",
        {
            "language": "python",
            "files": {"main.py": "import part; open('made/back.bin', 'wb').write(part.data[::-1])", "made/keep": ""},
            "files_base64": {
                "part.py": base64.b64encode(b"data = open('in.bin', 'rb').read()").decode(),
                "in.bin": base64.b64encode(data).decode(),
            },
            "collect": ["made/*.bin"],
        },
    )
    assert {path: decoded(text) for path, text in answer["runs"][0]["files_base64"].items()} == {
        "made/back.bin": data[::-1]
    }


def test_invalid_utf8_output_keeps_its_bytes(asking: Asking) -> None:
    run = asking.python("import sys; sys.stdout.buffer.write(b'good \\xff\\x00 bad')")["runs"][0]
    assert run["stdout"] == "good �\x00 bad"
    assert decoded(run["stdout_base64"]) == b"good \xff\x00 bad"
    assert "stderr_base64" not in run
    assert "stdout_cut_at" not in run


def test_long_output_is_cut_in_its_middle(asking: Asking) -> None:
    run = asking.python("print('a' * 100_000, end='z')", keep_bytes=1000)["runs"][0]
    assert (run["stdout_bytes"], run["stdout_cut_at"]) == (100_001, 500)
    assert run["stdout"] == "a" * 999 + "z"


def test_a_message_is_answered(asking: Asking) -> None:
    source = "import os; os.write(4, os.read(3, 100)[::-1])"
    message = base64.b64encode(b"abc").decode()
    run = asking.python(source, runs=[{"message_base64": message}])["runs"][0]
    assert decoded(run["reply_base64"]) == b"cba"


def test_observations(asking: Asking) -> None:
    run = asking.python("open('left', 'w').write('four')", observe=["files"])["runs"][0]
    assert run["observations"]["files_written"] == {"/workspace/left": 4}


@pytest.mark.parametrize(
    ("source", "limits", "verdict"),
    [
        ("while True: pass", {"cpu_s": 0.2}, "time_limit"),
        ("import time; time.sleep(60)", {"wall_s": 0.3}, "time_limit"),
        ("x = bytearray(512 << 20)", {"memory_bytes": 64 << 20}, "memory_limit"),
        ("while True: print('x' * 10000)", {"output_limit_bytes": 100_000}, "output_limit"),
    ],
)
def test_limits_are_enforced(asking: Asking, source: str, limits: dict[str, Any], verdict: str) -> None:
    assert asking.python(source, limits=limits)["verdict"] == verdict


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"language": "klingon", "source": ""}, 400, ["klingon"]),
        ({"language": "python"}, 400, ["main.py"]),
        ({"language": "python", "source": "", "files": {"main.py": ""}}, 400, ["main.py"]),
        ({"language": "python", "files": {"main.py": "", "a": ""}, "files_base64": {"a": ""}}, 400, ["'a'"]),
        ({"language": "python", "source": "", "files": {"../x": ""}}, 400, ["../x"]),
        ({"language": "python", "source": "", "mode": "odd"}, 400, ["odd"]),
        ({"language": "python", "source": "", "environment": "no-such"}, 400, ["no-such"]),
        ({"language": "python", "source": "", "runs": []}, 400, ["no runs"]),
        ({"language": "python", "source": "", "runs": [{}], "stdin": "x"}, 400, ["stdin"]),
        ({"language": "python", "source": "", "stdin": "x", "stdin_base64": "eA=="}, 400, ["stdin_base64"]),
        ({"language": "python", "source": "", "limits": {"wall_s": 601}}, 400, ["limits.wall_s", "600"]),
        ({"language": "python", "source": "", "limits": {"wall_s": 0}}, 400, ["wall_s"]),
        ({"language": "cpp", "source": "", "build_limits": {"memory_bytes": 1 << 40}}, 400, ["build_limits.memory"]),
        ({"language": "python", "source": "", "keep_bytes": 1 << 30}, 400, ["keep_bytes"]),
        ({"language": "python", "source": "", "runs": [{}] * 1001}, 400, ["1001", "1000"]),
        ({"language": "python", "source": 1}, 422, ["$.source"]),
        ({"language": "python", "sauce": ""}, 422, ["sauce"]),
        ({"source": ""}, 422, ["language"]),
        ({"language": "python", "source": "", "files_base64": {"a": "?"}}, 422, ["base64"]),
        ([], 422, ["object"]),
    ],
)
def test_incorrect_usage_is_reported_and_never_a_verdict(
    asking: Asking, body: Any, status: int, words: list[str]
) -> None:
    answer = asking.post("execute", body, status)
    complaint = f"{answer['error']} {answer['hint']}"
    assert answer["status"] == status
    assert "verdict" not in answer
    assert [word for word in words if word not in complaint] == [], complaint


def test_invalid_json_and_oversized_bodies(asking: Asking) -> None:
    assert asking.client.post("/v1/execute", content=b"{").status_code == 422
    large = asking.post("execute", {"language": "python", "source": "#" * (1 << 20)}, 413)
    assert str(1 << 20) in large["error"]
