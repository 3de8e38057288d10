"""The MCP tools: the SDK's own client talks to a real `benchwright serve --mcp`."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

from benchwright.errors import SandboxError
from benchwright.sandbox import Execution, Program
from benchwright.server.mcp.tools import build_server
from tests.sandbox.leftovers import Process, assert_within, descendants

COMMAND = [sys.executable, "-m", "benchwright", "serve", "--mcp"]


class Connection:
    """A client, and the server that it started."""

    def __init__(self, runner: asyncio.Runner, client: Client) -> None:
        self.runner = runner
        self.client = client

    def call(self, tool: str, **arguments: Any) -> CallToolResult:
        """Call a tool and return its result."""
        return self.runner.run(self.client.call_tool(tool, arguments))

    def structured(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that must succeed and return its structured content."""
        result = self.call(tool, **arguments)
        assert not result.is_error, result.content
        content: dict[str, Any] | None = result.structured_content
        assert content is not None
        return content


@pytest.fixture(scope="module")
def connection() -> Iterator[Connection]:
    parameters = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=dict(os.environ))
    opened: asyncio.Event
    with asyncio.Runner() as runner:

        async def hold(ready: asyncio.Future[Client], end: asyncio.Event) -> None:
            async with Client(parameters) as client:  # entered and exited in one task, as its cancel scopes require
                ready.set_result(client)
                await end.wait()

        async def start() -> tuple[Client, asyncio.Event, asyncio.Task[None]]:
            ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
            end = asyncio.Event()
            task = asyncio.create_task(hold(ready, end))
            task.add_done_callback(lambda _: ready.done() or ready.cancel())
            return await ready, end, task

        async def stop() -> None:
            opened.set()
            await if_current

        client, opened, if_current = runner.run(start())
        yield Connection(runner, client)
        runner.run(stop())


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert content.type == "text"
    return content.text


def test_every_tool_has_a_description(connection: Connection) -> None:
    tools = {tool.name: tool for tool in connection.runner.run(connection.client.list_tools()).tools}
    assert set(tools) == {"run_program", "judge_solution", "list_languages"}
    for tool in tools.values():
        assert tool.description
        assert "\n  " not in tool.description
        assert all(field.get("description") for field in tool.input_schema["properties"].values())
        assert tool.output_schema
        assert all(field.get("description") or "$ref" in field for field in tool.output_schema["properties"].values())
    assert tools["run_program"].input_schema["required"] == ["language", "source"]
    assert tools["judge_solution"].input_schema["required"] == ["language", "solution", "tests"]


def test_a_program_runs(connection: Connection) -> None:
    source = "import sys\nprint(input(), sys.argv[1:], open('data.txt').read())\nsys.exit(3)"
    given = {"stdin": "in", "args": ["a b"], "files": {"data.txt": "file"}}
    result = connection.call("run_program", language="py", source=source, **given)
    assert not result.is_error
    answer = result.structured_content
    assert answer is not None
    assert (answer["outcome"], answer["build"], answer["run"]["exit_code"]) == ("runtime_error", None, 3)
    assert answer["run"]["stdout"] == "in ['a b'] file\n"
    assert text_of(result).startswith("runtime_error")


def test_long_output_is_cut_in_the_middle(connection: Connection) -> None:
    answer = connection.structured("run_program", language="python", source="print('x' * 100_000)")
    run = answer["run"]
    assert (answer["outcome"], run["stdout_bytes"]) == ("passed", 100_001)
    assert len(run["stdout"]) < 40_000
    assert "bytes omitted" in run["stdout"]


def test_time_has_a_limit(connection: Connection) -> None:
    answer = connection.structured("run_program", language="python", source="while True: pass", timeout_s=1)
    assert (answer["outcome"], answer["run"]["limits_hit"]) == ("time_limit", ["wall"])


@pytest.mark.parametrize(
    ("solution", "verdict", "place"),
    [
        ("def f(x): return x + 1", "passed", None),
        ("def f(x): return x", "wrong_answer", {"part": "tests", "line": 1}),
        ("def f(x): return x / 0", "runtime_error", {"part": "solution", "line": 1}),
        ("import os\nos._exit(0)", "incomplete", None),
    ],
)
def test_a_solution_is_judged(connection: Connection, solution: str, verdict: str, place: Any) -> None:
    answer = connection.structured("judge_solution", language="python", solution=solution, tests="assert f(1) == 2")
    assert (answer["verdict"], answer["place"]) == (verdict, place)


def test_a_reference_and_canaries(connection: Connection) -> None:
    given = {"language": "python", "tests": "assert f(1) == 2", "reference": "def f(x): return x + 1", "canary": True}
    honest = connection.structured("judge_solution", solution="def f(x): return 1 + x", **given)
    assert (honest["verdict"], honest["canaries"]) == ("passed", 2)
    cheat = "class Any:\n    def __eq__(self, other): return True\ndef f(x): return Any()"
    assert connection.structured("judge_solution", solution=cheat, **given)["verdict"] == "tampered"


def test_individual_tests_are_reported(connection: Connection) -> None:
    tests = (
        "import unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.assertEqual(f(1), 2)\n"
        "    def test_b(self): self.assertEqual(f(2), 2)\nif __name__ == '__main__': unittest.main()"
    )
    answer = connection.structured("judge_solution", language="python", solution="def f(x): return 2 * x", tests=tests)
    assert answer["verdict"] == "wrong_answer"
    assert sorted(test["status"] for test in answer["tests"]) == ["failed", "passed"]


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("run_program", {"language": "pyton", "source": ""}, "did you mean python?"),
        ("run_program", {"language": "python", "source": "", "files": {"../x": ""}}, "not a valid path inside"),
        ("run_program", {"language": "python", "source": "", "environment": "none-such"}, "unknown environment"),
        ("run_program", {"language": "python"}, "source"),
        ("run_program", {"language": "python", "source": "", "timeout_s": 1e9}, "timeout_s"),
        (
            "judge_solution",
            {"language": "python", "solution": "", "tests": "assert f() == 1", "reference": "def f(): return 2"},
            "the tests are defective: reference fails",
        ),
    ],
)
def test_incorrect_usage_is_a_tool_error(
    connection: Connection, tool: str, arguments: dict[str, Any], word: str
) -> None:
    result = connection.call(tool, **arguments)
    assert result.is_error
    assert result.structured_content is None
    assert word in text_of(result)


def test_languages_are_listed(connection: Connection) -> None:
    listed = {each["id"]: each for each in connection.structured("list_languages")["languages"]}
    assert listed["python"]["toolchain"].startswith("Python 3")
    assert (listed["python"]["source"], listed["python"]["judged"]) == ("main.py", True)
    assert all(each["available"] for each in listed.values())
    every = connection.structured("list_languages", available=False)["languages"]
    assert {each["id"] for each in every} >= listed.keys()


def test_cancelling_a_call_kills_its_program(connection: Connection) -> None:
    marker = f"marker-{uuid.uuid4()}"

    def running() -> list[Process]:
        return [process for process in descendants(os.getpid()) if marker in process.command]

    async def scenario() -> None:
        arguments = {"language": "python", "source": "import time\ntime.sleep(600)", "args": [marker], "timeout_s": 600}
        call = asyncio.create_task(connection.client.call_tool("run_program", arguments))
        await asyncio.to_thread(assert_within, lambda: bool(running()), 30, lambda: "the program did not start")
        call.cancel()
        await asyncio.wait({call})
        await asyncio.to_thread(assert_within, lambda: not running(), 10, lambda: f"still alive: {running()}")

    connection.runner.run(scenario())
    assert connection.structured("run_program", language="python", source="")["outcome"] == "passed"


class Broken:
    """A sandbox that always fails."""

    async def run(self, program: Program) -> Execution:
        raise SandboxError("the launcher is gone")

    async def aclose(self) -> None: ...


def test_an_internal_failure_is_an_error_not_a_verdict() -> None:
    async def scenario() -> list[CallToolResult]:
        async with Client(build_server(Broken())) as client:  # type: ignore[arg-type]
            run = await client.call_tool("run_program", {"language": "python", "source": ""})
            given = {"language": "python", "solution": "", "tests": "assert True"}
            return [run, await client.call_tool("judge_solution", given)]

    for result in asyncio.run(scenario()):
        assert result.is_error
        assert result.structured_content is None
        assert "says nothing about the program: the launcher is gone" in text_of(result)


def test_only_the_protocol_is_written() -> None:
    first = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    lines = [json.dumps(first), json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}), "no JSON", ""]
    ended = subprocess.run(COMMAND, input="\n".join(lines), capture_output=True, text=True, timeout=60, check=True)
    messages = [json.loads(line) for line in ended.stdout.splitlines()]
    assert all(message["jsonrpc"] == "2.0" for message in messages)
    assert messages[0]["result"]["serverInfo"]["name"] == "benchwright"
