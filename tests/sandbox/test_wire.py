"""The launcher protocol: data survives a round trip, and both sides agree on the layout."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import SandboxError
from benchwright.sandbox import Limits, wire
from benchwright.sandbox.native import BINARIES
from benchwright.sandbox.protocol import GIB, KIB

NATIVE = BINARIES.parent

# Frames

frames = st.lists(st.tuples(st.sampled_from(wire.Frame), st.binary(max_size=300)), max_size=8)


@given(frames=frames, data=st.data())
def test_frames_survive_any_splitting(frames: list[tuple[wire.Frame, bytes]], data: st.DataObject) -> None:
    flow = b"".join(wire.frame(kind, payload) for kind, payload in frames)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(flow)), max_size=10)))
    buffer, received = bytearray(), []
    for start, end in zip([0, *cuts], [*cuts, len(flow)], strict=True):
        buffer += flow[start:end]
        received += list(wire.frames(buffer))
    assert received == frames
    assert not buffer


def test_half_a_frame_waits_for_the_rest() -> None:
    flow = wire.frame(wire.Frame.HELLO, b"abc")
    buffer = bytearray(flow[:-1])
    assert list(wire.frames(buffer)) == []
    assert buffer == flow[:-1]


# Archives

names = st.text(st.characters(exclude_characters="\0/", exclude_categories=["Cs"]), min_size=1, max_size=20)
paths = st.lists(names, min_size=1, max_size=4).map("/".join)
files = st.dictionaries(paths, st.binary(max_size=200), max_size=8)


@given(files=files)
def test_files_survive_an_archive(files: dict[str, bytes]) -> None:
    found = list(wire.entries(wire.pack_files(files)))
    assert {entry.path: entry.content for entry in found} == files
    assert [entry.path for entry in found] == list(files)
    assert all((entry.kind, entry.size) == ("f", len(entry.content)) for entry in found)


def entry(kind: bytes, path: bytes, content: bytes = b"", *, mode: int = 0o644, size: int | None = None) -> bytes:
    """Encode an archive entry as the launcher does."""
    head = struct.pack("<c3xII4xQ", kind, mode, len(path), len(content) if size is None else size)
    return head + path + content


LEFT = b"".join(
    [
        entry(b"f", b".program", b"\x7fELF", mode=0o755),
        entry(b"w", b"/workspace/.program", size=4),
        entry(b"d", b"folder", mode=0o700),
        entry(b"l", b"link", b".program", mode=0o777),
        entry(b"o", b"too_large", size=GIB),
        entry(b"f", b"caf\xe9", b"name that is no UTF-8"),
    ]
)


def test_entries_of_every_kind() -> None:
    assert [(each.kind, each.path, each.mode, each.size, each.content) for each in wire.entries(LEFT)] == [
        ("f", ".program", 0o755, 4, b"\x7fELF"),
        ("w", "/workspace/.program", 0o644, 4, b""),
        ("d", "folder", 0o700, 0, b""),
        ("l", "link", 0o777, 8, b".program"),
        ("o", "too_large", 0o644, GIB, b""),
        ("f", "caf\udce9", 0o644, 21, b"name that is no UTF-8"),
    ]


@pytest.mark.parametrize("cut", [1, 10, 30, len(LEFT) - 1])
def test_an_archive_that_ended_early_is_our_failure(cut: int) -> None:
    with pytest.raises(SandboxError, match="truncated"):
        list(wire.entries(LEFT[:cut]))


# Orders and outcomes

ORDER = wire.StageOrder(
    root=b"root",
    argv=("/bin/program", "an argument", ""),
    env=("NAME=väl\udce9ue",),
    archive=b"archive",
    limits=Limits(
        wall_s=1.5, cpu_s=0.25, memory_bytes=3, processes=4, open_files=5, disk_bytes=GIB, output_limit_bytes=7
    ),
    keep_bytes=8,
    warm=b"warm!",
    stdin=b"input",
    collect=("*.txt",),
    collect_limit_bytes=9,
    flags=wire.Flag.OBSERVE_FILES,
)


def decoded(order: wire.StageOrder) -> tuple[tuple[int, ...], bytes]:
    """Split an order into head and blobs, as the launcher does."""
    ((kind, payload),) = wire.frames(bytearray(wire.encode_order(77, order)))
    assert kind is wire.Frame.RUN
    size = wire._REQUEST.size
    return wire._REQUEST.unpack(payload[:size]), payload[size:]


def test_order() -> None:
    (job, *numbers), blobs = decoded(ORDER)
    limits, (flags, *sizes) = numbers[:10], numbers[10:]
    strings = b"/bin/program\0an argument\0\0NAME=v\xc3\xa4l\xe9ue\0*.txt\0"
    stage = struct.pack("<4I", 3, 1, 1, len(strings)) + strings + b"archive"
    assert job == 77
    assert limits == [1500, 250, 3, 4, 5, GIB, GIB // (16 * KIB), 7, 8, 9]
    assert flags == wire.Flag.OBSERVE_FILES
    assert sizes == [4, 5, 5, 0, len(stage)]
    assert blobs == b"root" + b"warm!" + b"input" + stage


@pytest.mark.parametrize("message", [b"", b"text"])
def test_order_with_message(message: bytes) -> None:
    """An empty message differs from no message."""
    (_, *numbers), _ = decoded(msgspec.structs.replace(ORDER, message=message))
    assert numbers[10] == wire.Flag.OBSERVE_FILES | wire.Flag.MESSAGE
    assert numbers[14] == len(message)


def test_a_small_disk_still_has_room_for_files() -> None:
    order = msgspec.structs.replace(ORDER, limits=Limits(disk_bytes=1))
    assert decoded(order)[0][7] == 1024


def test_cancel_and_failure() -> None:
    assert wire.encode_cancel(3) == wire.frame(wire.Frame.CANCEL, struct.pack("<Q", 3))
    assert wire.decode_failure(struct.pack("<Q", 5) + b"why \xff") == (5, "why �")


def test_hello() -> None:
    assert wire.decode_hello(b"privileged=1\nerror=a=b\n") == {"privileged": "1", "error": "a=b"}


blob = st.binary(max_size=50)


@given(blobs=st.tuples(blob, blob, blob, blob, blob, st.just(b"call mount\0process /a b\0"), blob))
def test_result(blobs: tuple[bytes, ...]) -> None:
    *sizes, archive = map(len, blobs)
    head = wire._RESULT.pack(9, 256, 1 | 32, 1_500_000_000, 250_000_000, 123, 1000, 2000, *sizes, archive, 1, 0)
    job, outcome = wire.decode_result(head + b"".join(blobs))
    assert job == 9
    assert (outcome.wait_status, outcome.limits_hit, outcome.memory_bytes) == (256, ("wall", "disk"), 123)
    assert (outcome.wall_s, outcome.cpu_s, outcome.warm) == (1.5, 0.25, True)
    assert outcome.streams == ((blobs[0], blobs[1], 1000), (blobs[2], blobs[3], 2000))
    assert (outcome.reply, outcome.archive) == (blobs[4], blobs[6])
    assert outcome.observed == ("call mount", "process /a b")


# The C side

LIMITS = """
    wall_ms cpu_ms memory_bytes processes open_files disk_bytes inodes output_bytes keep_bytes collect_bytes
"""
REQUEST = "flags root_bytes warm_bytes stdin_bytes message_bytes stage_bytes"
RESULT = """
    job wait_status limits_hit wall_ns cpu_ns memory_bytes stdout_length stderr_length
    stdout_head stdout_tail stderr_head stderr_tail reply_bytes observed_bytes archive_bytes warm pad
"""
FIELDS = {
    "request": ("job", *(f"limits.{name}" for name in LIMITS.split()), *REQUEST.split()),
    "result": tuple(RESULT.split()),
    "stage_head": ("argc", "envc", "patterns", "strings_bytes"),
    "entry": ("kind", "mode", "path_bytes", "size"),
}
LAYOUTS = {"request": wire._REQUEST, "result": wire._RESULT, "stage_head": wire._STAGE_HEAD, "entry": wire._ENTRY}
CONSTANTS = {
    **{f"FRAME_{kind.name}": kind.value for kind in wire.Frame},
    **{f"FLAG_{flag.name}": flag.value for flag in wire.Flag},
    **{f"HIT_{name.upper()}": bit for bit, name in wire._LIMIT_BITS},
    "HIT_OMITTED": wire._OMITTED_BIT,
}


def layout(form: str) -> Iterator[tuple[int, int]]:
    """Offset and size of each field in a struct format without alignment."""
    offset = 0
    for count, code in re.findall(r"(\d*)([a-zA-Z])", form):
        size = struct.calcsize(f"<{code}")
        for _ in range(int(count or 1)):
            if code != "x":
                yield offset, size
            offset += size


def c_program() -> str:
    """A C program that prints sizes, offsets and constants from the headers."""
    lines = ['#include <stdio.h>\n#include "launcher.h"\nint main(void) {']
    for name, fields in FIELDS.items():
        lines.append(f'printf("{name} %zu\\n", sizeof(struct {name}));')
        for field in fields:
            value = f"offsetof(struct {name}, {field}), sizeof ((struct {name} *)0)->{field}"
            lines.append(f'printf("{name}.{field} %zu %zu\\n", {value});')
    lines += [f'printf("{name} %d\\n", {name});' for name in CONSTANTS]
    return "\n".join([*lines, "}"])


@pytest.fixture(scope="module")
def headers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, ...]]:
    """Sizes, offsets and constants of the C headers."""
    folder: Path = tmp_path_factory.mktemp("headers")
    (folder / "print.c").write_text(c_program())
    compiler = shutil.which("cc") or shutil.which("gcc") or "clang"
    command = [compiler, "-D_GNU_SOURCE", "-I", str(NATIVE), "-o", "print", "print.c"]
    subprocess.run(command, cwd=folder, check=True)
    output = subprocess.run([folder / "print"], check=True, capture_output=True, text=True).stdout
    return {name: tuple(map(int, numbers)) for name, *numbers in map(str.split, output.splitlines())}


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.language(name="c")
def test_layout_equals_the_c_structs(headers: dict[str, tuple[int, ...]], name: str) -> None:
    form = LAYOUTS[name]
    assert headers[name] == (form.size,)
    assert [headers[f"{name}.{field}"] for field in FIELDS[name]] == list(layout(form.format))


@pytest.mark.language(name="c")
def test_constants_equal_the_c_enums(headers: dict[str, tuple[int, ...]]) -> None:
    assert {name: headers[name] for name in CONSTANTS} == {name: (value,) for name, value in CONSTANTS.items()}


def test_every_limit_has_its_bit() -> None:
    header = (NATIVE / "run.h").read_text()
    assert set(re.findall(r"\bHIT_\w+", header)) == {name for name in CONSTANTS if name.startswith("HIT_")}
