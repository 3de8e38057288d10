"""The clients against a real service: the same records and exceptions as local calls."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator

import msgspec
import pytest

from benchwright.client import AsyncClient, Client
from benchwright.errors import SandboxError, UnknownLanguage, UsageError
from benchwright.judging import Question, Verdict, judge_tests
from benchwright.judging.solution import judge_solution, plan_problem
from benchwright.problems import Problem
from benchwright.sandbox import Execution, Limits, LocalSandbox, Program, Run
from tests.conftest import in_language
from tests.sandbox.modes import service
from tests.sandbox.programs import cpp, python

EVERYTHING = python(
    """
    import os, sys
    os.write(1, bytes(range(256)) * 20)
    os.write(2, b"\\xff\\0")
    os.write(4, os.read(3, 99)[::-1])
    open("made.bin", "wb").write(bytes(range(256)))
    open("large", "wb").write(b"x" * 5000)
    os.system("true")
    sys.exit(3)
    """,
    runs=(Run(message=b"\x00abc\xff", stdin=b"\xfe"), Run(args=("ü", ""), message=b"")),
    collect=("*.bin", "large"),
    collect_limit_bytes=1000,
    keep_bytes=100,
    observe=frozenset({"processes", "files"}),
)
QUESTION = Question(language="python", tests="assert double(2) == 4\nassert double(0) == 0\n")
RIGHT, WRONG = "def double(x):\n    return 2 * x\n", "def double(x):\n    return x\n"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client(service().url) as opened:
        yield opened


def lasting(execution: Execution) -> Execution:
    """Remove everything that differs between runs."""
    measured = {"wall_s": 0.0, "cpu_s": 0.0, "memory_bytes": 0, "warm": False}
    runs = tuple(msgspec.structs.replace(run, **measured) for run in execution.runs)
    build = msgspec.structs.replace(execution.build, **measured) if execution.build else None
    return msgspec.structs.replace(execution, runs=runs, build=build, backend="")


@pytest.mark.parametrize(
    "program", [EVERYTHING, *(in_language("cpp", cpp(text)) for text in ("int main() { return 5; }", "wrong"))]
)
def test_an_execution_equals_that_of_a_local_run(client: Client, program: Program) -> None:
    async def here() -> Execution:
        async with LocalSandbox() as sandbox:
            return await sandbox.run(program)

    executed = client.execute(program)
    assert lasting(executed) == lasting(asyncio.run(here()))
    assert executed.backend == "remote"


def test_a_limit_is_part_of_the_result(client: Client) -> None:
    stage = client.execute(python("while True: pass", limits=Limits(cpu_s=0.3))).runs[0]
    assert (stage.limits_hit, stage.exit_code) == (("cpu",), None)


def test_errors_are_those_of_a_local_call(client: Client) -> None:
    with pytest.raises(UnknownLanguage):
        client.execute(Program(language="no-such-language", files={}))
    with pytest.raises(UsageError, match="unknown environment"):
        client.execute(python("", environment="no-such-environment"))
    with pytest.raises(UsageError, match="is not valid text"):
        client.execute(python("", runs=(Run(args=("\ud800",)),)))
    assert client.execute(python("print(1)")).runs[0].stdout.data == b"1\n"


def test_run_many(client: Client) -> None:
    programs = [python(f"print({number})") for number in range(10)]
    found = {index: execution.runs[0].stdout.data for index, execution in client.run_many(programs)}
    assert found == {number: f"{number}\n".encode() for number in range(10)}


@pytest.mark.slow
def test_a_batch_arrives_in_order_of_completion_with_errors(client: Client) -> None:
    slow, wrong, quick = python("import time; time.sleep(2)"), python("", environment="none-such"), python("print(1)")
    lines = list(client.batch([slow, wrong, quick]))
    assert [line.index for line in lines][-1] == 0
    assert {line.index for line in lines} == {0, 1, 2}
    by_index = {line.index: line for line in lines}
    assert by_index[1].execution is None
    assert isinstance(by_index[1].error, UsageError)
    done = by_index[2].execution
    assert done is not None
    assert done.runs[0].stdout.data == b"1\n"


SIGNS = "\u2028 \u2029 \x85 \x1c \x0b \x0c \r"
"""Line separators in text. JSON contains them literally or escaped."""


def test_file_names_cannot_break_a_batch(client: Client) -> None:
    source = f"for sign in {SIGNS.split(' ')!r}: open('a' + sign + 'b', 'w').close()"
    lines = list(client.batch([python(source, collect=("*",)), python("print(1)")]))
    by_index = {line.index: line.execution for line in lines}
    assert by_index.keys() == {0, 1}
    first, second = by_index[0], by_index[1]
    assert first is not None
    assert second is not None
    assert {f"a{sign}b" for sign in SIGNS.split(" ")} <= set(first.runs[0].files)
    assert second.runs[0].stdout.data == b"1\n"


def test_a_batch_abandoned_by_its_client(client: Client) -> None:
    lines = client.batch([python("print(1)"), python("import time; time.sleep(60)")])
    assert next(lines).index == 0
    lines.close()  # type: ignore[attr-defined]
    assert client.execute(python("print(2)")).runs[0].stdout.data == b"2\n"


@pytest.mark.parametrize(("solution", "verdict"), [(RIGHT, Verdict.PASSED), (WRONG, Verdict.WRONG_ANSWER)])
def test_judge(client: Client, solution: str, verdict: Verdict) -> None:
    async def here() -> Verdict:
        async with LocalSandbox() as sandbox:
            return (await judge_tests(sandbox, QUESTION, solution, canary=True)).verdict

    assert client.judge(QUESTION, solution, canary=True).verdict is verdict is asyncio.run(here())


def test_judge_problem(client: Client) -> None:
    problem = Problem(
        id="double", language="python", question="", canonical_solution=RIGHT, tests={"full": QUESTION.tests}
    )

    async def here() -> Verdict:
        async with LocalSandbox() as sandbox:
            plan = await plan_problem(sandbox, problem)
            return (await judge_solution(sandbox, problem, plan, WRONG, canary=True)).verdict

    assert client.judge_problem(problem, RIGHT, canary=True).passed
    assert client.judge_problem(problem, WRONG, canary=True).verdict is asyncio.run(here())


def test_languages_and_health(client: Client) -> None:
    assert "python" in {language.id for language in client.languages()}
    assert client.health().ready


def test_health_without_a_server() -> None:
    with Client("http://127.0.0.1:9") as nobody:
        health = nobody.health()
        assert not health.ready
        assert "no response from" in health.why
    with Client("http://127.0.0.1:9", attempts=1) as nobody, pytest.raises(SandboxError):
        nobody.execute(python(""))


def test_one_loop_serves_many_tasks() -> None:
    async def ask() -> list[bytes]:
        async with AsyncClient(service().url) as client:
            numbers = range(20)
            executions = await asyncio.gather(*(client.execute(python(f"print({number})")) for number in numbers))
            return [execution.runs[0].stdout.data for execution in executions]

    assert asyncio.run(ask()) == [f"{number}\n".encode() for number in range(20)]


def test_both_clients_have_the_same_methods() -> None:
    def names(kind: type) -> set[str]:
        return {name for name, value in inspect.getmembers(kind) if callable(value) and not name.startswith("_")}

    assert names(AsyncClient) - {"aclose"} == names(Client) - {"close"}
