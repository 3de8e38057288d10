"""Executions survive a round trip through JSON."""

from __future__ import annotations

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st

from benchwright.sandbox import Execution, Guarantees, Observations, Stage, Stream
from benchwright.sandbox.json_records import ExecutionRecord

whole = st.binary(max_size=40).map(lambda data: Stream(head=data, length=len(data)))
cut = st.tuples(st.binary(max_size=20), st.binary(max_size=20), st.integers(1, 1000)).map(
    lambda parts: Stream(head=parts[0], tail=parts[1], length=len(parts[0]) + len(parts[1]) + parts[2])
)
streams = whole | cut | st.text(max_size=20).map(lambda text: Stream(head=text.encode(), length=len(text.encode())))


def stage(stdout: Stream, stderr: Stream, reply: bytes | None) -> Stage:
    return Stage(
        name="run",
        exit_code=None,
        signal=9,
        stdout=stdout,
        stderr=stderr,
        wall_s=0.1,
        cpu_s=0.2,
        memory_bytes=3,
        limits_hit=("wall", "processes"),
        reply=reply,
        files={"a/b": b"\xff\x00"},
        files_omitted=("large",),
        observations=Observations(denied_calls={"ptrace": 2}, processes=("/bin/sh",), forks=1),
        warm=True,
    )


@given(streams, streams, st.none() | st.binary(max_size=20))
@example(Stream(head="ä".encode()[:1], tail="ä".encode()[1:], length=9), Stream(), b"")
def test_nothing_is_lost_on_the_way(stdout: Stream, stderr: Stream, reply: bytes | None) -> None:
    run = stage(stdout, stderr, reply)
    execution = Execution(
        language="python",
        toolchain="Python 3",
        environment="science",
        build=msgspec.structs.replace(run, name="build"),
        runs=(run, run),
        guarantees=Guarantees(memory="watched"),
        backend="local",
    )
    sent = msgspec.json.encode(ExecutionRecord.of(execution))
    assert msgspec.json.decode(sent, type=ExecutionRecord).execution() == execution


def test_base64_stands_only_where_text_is_not_enough() -> None:
    good, bad = Stream(head=b"text", length=4), Stream(head=b"\xff", length=1)
    record = ExecutionRecord.of(
        Execution(
            language="python",
            toolchain="",
            environment=None,
            build=None,
            runs=(stage(good, bad, None),),
            guarantees=Guarantees(),
            backend="local",
        )
    )
    run = msgspec.to_builtins(record)["runs"][0]
    assert (run["stdout"], run["stderr"], run["stderr_base64"]) == ("text", "�", "/w==")
    assert not {"stdout_base64", "stdout_cut_at", "stderr_cut_at", "reply_base64"} & run.keys()
