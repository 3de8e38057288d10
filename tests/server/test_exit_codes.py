"""In every API, a failure never has the exit status of a pass."""

from __future__ import annotations

from benchwright.sandbox import Execution, Guarantees, Program
from benchwright.sandbox.fake import FakeSandbox
from benchwright.sandbox.protocol import Stage, Stream
from tests.server.foreign import ask


def child_killed(program: Program) -> Execution:
    """A child hit the memory limit; the main process exited cleanly before the rest was killed."""
    nothing = Stream(head=b"", tail=b"", length=0)
    stage = Stage(
        name="run",
        exit_code=0,
        signal=None,
        stdout=nothing,
        stderr=nothing,
        wall_s=0.1,
        cpu_s=0.1,
        memory_bytes=1 << 30,
        limits_hit=("memory",),
    )
    return Execution(
        language=program.language,
        toolchain="none",
        environment=None,
        build=None,
        runs=(stage,),
        guarantees=Guarantees(),
        backend="fake",
    )


def test_a_limit_hit_only_by_a_child() -> None:
    sandbox = FakeSandbox(child_killed)
    (fusion,) = ask("/run_code", {"language": "python", "code": "1"}, sandbox=sandbox)
    (tencent,) = ask("/submit", {"src_uid": "1", "lang": "python", "source_code": "1"}, sandbox=sandbox)
    piston_body = {"language": "python", "version": "*", "files": [{"content": "1"}]}
    (piston,) = ask("/api/v2/execute", piston_body, sandbox=sandbox)
    assert fusion.json()["run_result"]["return_code"] == -9
    assert tencent.json()["exec_outcome"] == "RUNTIME_ERROR"
    assert tencent.json()["response_extensions"]["exit_code"] == -9
    run = piston.json()["run"]
    assert (run["status"], run["code"], run["signal"]) == ("SG", None, "SIGKILL")


def test_tests_that_stopped_early() -> None:
    early = {"src_uid": "1", "lang": "python", "func_code": "import os\nos._exit(0)\n", "main_code": "assert 1\n"}
    (answer,) = ask("/submit", early)
    assert answer.json()["exec_outcome"] == "WRONG_ANSWER"
    assert answer.json()["response_extensions"]["exit_code"] == 1
