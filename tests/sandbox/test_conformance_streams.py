"""Data passes in and out of a program unchanged: input, output, arguments, message and reply."""

from __future__ import annotations

import hashlib
import random

import pytest

from benchwright.errors import UsageError
from benchwright.sandbox import Limits, Run, Stage, Stream
from benchwright.sandbox.protocol import KIB, MIB
from tests.sandbox import programs
from tests.sandbox.programs import Bench, python, shell

bench = programs.bench

PATTERN = bytes(range(256))
ECHO = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
WRITE_BOTH = """
    import os
    os.write(1, {out!r})
    os.write(2, {err!r})
"""


def ended_by(stage: Stage) -> tuple[int | None, int | None, tuple[str, ...]]:
    return stage.exit_code, stage.signal, stage.limits_hit


# Output


@pytest.mark.parametrize(
    ("out", "err"),
    [
        (b"out\n", b"err\n"),
        (b"", b""),
        (b"\0a\0\0b", b"\0"),
        (b"\xff\xfe\x80 caf\xe9 \xc3", b"\xed\xa0\x80"),
        (b"one\r\ntwo\r\n\r", b"\r\n"),
        (b"no final newline", b"\n\n"),
        (PATTERN, PATTERN[::-1]),
    ],
    ids=["text", "nothing", "nul", "not-utf8", "crlf", "no-newline", "all-bytes"],
)
def test_streams_are_apart_and_exact(bench: Bench, out: bytes, err: bytes) -> None:
    stage = bench.stage(python(WRITE_BOTH.format(out=out, err=err)))
    assert stage.stdout == Stream(head=out, length=len(out))
    assert stage.stderr == Stream(head=err, length=len(err))
    assert not stage.stdout.cut


def test_output_of_children_and_buffered_output_arrive(bench: Bench) -> None:
    program = python("""
        import subprocess, sys
        print("parent", end=" ", flush=True)
        subprocess.run(["/bin/echo", "child"])
        sys.stdout.write("unflushed")
    """)
    assert bench.output(program) == b"parent child\nunflushed"


NUMBERED = """
    import os
    data = b"".join(b"%07d\\n" % number for number in range({size} // 8))
    while data:
        data = data[os.write({descriptor}, data):]
"""


def numbered(size: int) -> bytes:
    """What NUMBERED writes: text that is different at every position."""
    return b"".join(b"%07d\n" % number for number in range(size // 8))


@pytest.mark.parametrize("descriptor", [1, 2])
def test_long_output_keeps_head_tail_and_length(bench: Bench, descriptor: int) -> None:
    size, keep = 5_000_000, 100_000
    stage = bench.stage(python(NUMBERED.format(size=size, descriptor=descriptor), keep_bytes=keep))
    streams = {1: stage.stdout, 2: stage.stderr}
    stream, other, written = streams.pop(descriptor), streams.popitem()[1], numbered(size)
    assert (stream.head, stream.tail) == (written[: keep // 2], written[-keep // 2 :])
    assert (stream.length, stream.cut, len(stream.data)) == (size, True, keep)
    assert other == Stream()
    assert ended_by(stage) == (0, None, ())


@pytest.mark.parametrize("extra", [0, 1])
@pytest.mark.parametrize("keep", [1, 2, 5, 8000, 65537])
def test_output_at_the_edge_of_what_is_kept(bench: Bench, keep: int, extra: int) -> None:
    written = (PATTERN * 300)[: keep + extra]
    stream = bench.stage(python(f"import os; os.write(1, {written!r})", keep_bytes=keep)).stdout
    assert (stream.length, stream.cut) == (len(written), bool(extra))
    assert len(stream.data) <= keep
    assert written.startswith(stream.head)
    assert written.endswith(stream.tail)


@pytest.mark.parametrize("size", [0, 1, 2, 100_000])
def test_keeping_nothing_still_counts(bench: Bench, size: int) -> None:
    stage = bench.stage(python(f"import os; os.write(1, b'x' * {size})", keep_bytes=0))
    assert stage.stdout == Stream(length=size)
    assert stage.stdout.cut == (size > 0)


# The output limit

LIMIT = 1000
WRITE_SIZES = "import os; os.write(1, b'o' * {out}); os.write(2, b'e' * {err})"


@pytest.mark.parametrize(("out", "err"), [(LIMIT, 0), (0, LIMIT), (400, 600)])
def test_output_up_to_the_limit_is_fine(bench: Bench, out: int, err: int) -> None:
    limits = Limits(output_limit_bytes=LIMIT)
    stage = bench.stage(python(WRITE_SIZES.format(out=out, err=err), limits=limits))
    assert ended_by(stage) == (0, None, ())


@pytest.mark.parametrize(("out", "err"), [(LIMIT + 1, 0), (0, LIMIT + 1), (400, 601)])
def test_one_byte_too_many_hits_the_limit_even_at_the_very_end(bench: Bench, out: int, err: int) -> None:
    program = python(WRITE_SIZES.format(out=out, err=err), limits=Limits(output_limit_bytes=LIMIT))
    hits = [bench.stage(program).limits_hit for _ in range(10)]
    assert hits == [("output",)] * 10


def test_endless_output_is_killed(bench: Bench) -> None:
    program = python("while True: print('x' * 1000)", limits=Limits(output_limit_bytes=MIB), keep_bytes=1000)
    stage = bench.stage(program)
    assert ended_by(stage) == (None, 9, ("output",))
    assert not stage.succeeded
    assert stage.stdout.length > MIB
    assert len(stage.stdout.data) == 1000


# Input


@pytest.mark.parametrize(
    "data",
    [b"", b"x", b"no newline", b"\r\n\0\xff", PATTERN * 40_000],
    ids=["empty", "byte", "text", "binary", "10MB"],
)
def test_input_is_exact(bench: Bench, data: bytes) -> None:
    stage = bench.stage(python(ECHO, runs=(Run(stdin=data),), keep_bytes=16 * MIB))
    assert (stage.exit_code, stage.stdout.length) == (0, len(data))
    assert stage.stdout.data == data


def test_input_that_nobody_reads(bench: Bench) -> None:
    stage = bench.stage(python("print('done')", runs=(Run(stdin=bytes(10_000_000)),)))
    assert (stage.exit_code, stage.stdout.data) == (0, b"done\n")


def test_input_in_several_reads(bench: Bench) -> None:
    program = python(
        """
        import os
        print([os.read(0, 3), os.read(0, 4), os.read(0, 100), os.read(0, 100), os.read(0, 100)])
        """,
        runs=(Run(stdin=b"abcdefghij"),),
    )
    assert bench.output(program) == b"[b'abc', b'defg', b'hij', b'', b'']\n"


@pytest.mark.parametrize("path", ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
def test_input_by_path(bench: Bench, path: str) -> None:
    digest = hashlib.sha256(PATTERN * 1000).hexdigest()
    program = python(
        f"import hashlib; print(hashlib.sha256(open({path!r}, 'rb').read()).hexdigest(), end='')",
        runs=(Run(stdin=PATTERN * 1000),),
    )
    assert bench.output(program).decode() == digest


def test_input_of_a_child(bench: Bench) -> None:
    program = python("import subprocess; subprocess.run(['cat'])", runs=(Run(stdin=b"to the child"),))
    assert bench.output(program) == b"to the child"


def test_each_run_has_its_own_input(bench: Bench) -> None:
    execution = bench.run(python(ECHO, runs=(Run(stdin=b"first"), Run(), Run(stdin=b"third"))))
    assert [stage.stdout.data for stage in execution.runs] == [b"first", b"", b"third"]


# Arguments

ARGUMENTS = (
    "two words",
    "quo\"te's",
    "ünï→漢字🎉",
    "",
    "-x",
    "--",
    "$HOME",
    "*",
    "a\nb",
    "back\\slash",
    "long" * 10_000,
)


def test_arguments_arrive_as_given(bench: Bench) -> None:
    text = "import json, sys; print(json.dumps(sys.argv[1:]))"
    assert tuple(bench.answer(text, runs=(Run(args=ARGUMENTS),))) == ARGUMENTS


@pytest.mark.language(name="shell")
def test_arguments_of_a_shell_program(bench: Bench) -> None:
    program = shell("printf '%s|' $# \"$@\"", runs=(Run(args=ARGUMENTS[:-1]),))
    assert bench.output(program).decode() == "|".join([str(len(ARGUMENTS) - 1), *ARGUMENTS[:-1], ""])


# Paths of the standard streams


def test_output_by_path(bench: Bench) -> None:
    program = python("""
        for path in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            with open(path, "w") as stream:
                stream.write(path + " ")
        with open("/dev/stderr", "w") as stream:
            stream.write("complaint")
    """)
    stage = bench.stage(program)
    assert stage.stdout.data == b"/dev/stdout /dev/fd/1 /proc/self/fd/1 "
    assert stage.stderr.data == b"complaint"


@pytest.mark.language(name="shell")
def test_process_substitution(bench: Bench) -> None:
    assert bench.output(shell("cat <(echo one) <(echo two)")) == b"one\ntwo\n"


# Message and reply

EXCHANGE = {
    "number": "import os\nos.write(4, b'<' + os.read(3, 1 << 20) + b'>')",
    "path": "open('/dev/fd/4', 'wb').write(b'<' + open('/dev/fd/3', 'rb').read() + b'>')",
}


@pytest.mark.parametrize("way", EXCHANGE)
@pytest.mark.parametrize("message", [b"", b"nonce\n", PATTERN, bytes(4096)], ids=["empty", "text", "all", "large"])
def test_message_and_reply(bench: Bench, way: str, message: bytes) -> None:
    stage = bench.stage(python(EXCHANGE[way], runs=(Run(message=message),)))
    assert (stage.exit_code, stage.reply) == (0, b"<" + message + b">")
    assert stage.stdout == stage.stderr == Stream()


def test_message_ends(bench: Bench) -> None:
    text = "import os; print([os.read(3, 5), os.read(3, 5)])"
    assert bench.output(python(text, runs=(Run(message=b"abc"),))) == b"[b'abc', b'']\n"


def test_reply_of_a_program_that_says_nothing(bench: Bench) -> None:
    assert bench.stage(python("", runs=(Run(message=b"unread"),))).reply == b""


def test_each_run_has_its_own_message(bench: Bench) -> None:
    runs = (Run(message=b"1"), Run(message=b"2"))
    assert [stage.reply for stage in bench.run(python(EXCHANGE["number"], runs=runs)).runs] == [b"<1>", b"<2>"]


@pytest.mark.parametrize("run", [Run(), Run(args=("a",))], ids=["maybe-warm", "fresh"])
def test_without_message_both_descriptors_are_closed(bench: Bench, run: Run) -> None:
    program = python(
        """
        import os
        for descriptor in 3, 4:
            try:
                os.fstat(descriptor)
            except OSError as error:
                print(os.strerror(error.errno))
        """,
        runs=(run, run),
    )
    execution = bench.run(program)
    assert [stage.stdout.data for stage in execution.runs] == [b"Bad file descriptor\n" * 2] * 2
    assert [stage.reply for stage in execution.runs] == [None, None]


def test_largest_message_and_reply(bench: Bench) -> None:
    message = random.Random(0).randbytes(4 * KIB)
    text = "open(4, 'wb').write(open(3, 'rb').read() * 16)"
    stage = bench.stage(python(text, runs=(Run(message=message),)))
    assert ended_by(stage) == (0, None, ())
    assert stage.reply == message * 16


@pytest.mark.parametrize("size", [64 * KIB + 1, 100_000, 1_000_000])
def test_a_longer_reply_is_bounded(bench: Bench, size: int) -> None:
    text = f"open(4, 'wb').write(bytes({size}))"
    stage = bench.stage(python(text, runs=(Run(message=b""),)))
    assert stage.reply == bytes(64 * KIB)


def test_a_longer_message_is_refused(bench: Bench) -> None:
    with pytest.raises(UsageError):
        bench.run(python("", runs=(Run(message=bytes(4 * KIB + 1)),)))
