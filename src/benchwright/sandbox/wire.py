"""Binary protocol between Python and the launcher. The layouts mirror native/run.h and native/launcher.h."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum, IntFlag
from typing import Literal

import msgspec

from benchwright.errors import SandboxError
from benchwright.sandbox.protocol import Limit, Limits, Observations, Stage, Stream

_LENGTH = struct.Struct("<IB")
_REQUEST = struct.Struct("<Q10Q6I")
_RESULT = struct.Struct("<QiI5Q6IQII")
_STAGE_HEAD = struct.Struct("<4I")
_ENTRY = struct.Struct("<B3xII4xQ")
_JOB = struct.Struct("<Q")
_OUTPUT = struct.Struct("<3Q")
LENGTH = struct.Struct("<Q")
"""Precedes every request to a service, and every answer."""

MAX_FRAME_BYTES = 1 << 30
INODE_BYTES = 16384
"""One inode is allowed per this many bytes of disk, so that empty files are limited too."""

_MAX_PROCESSES = (1 << 22) - 8
"""The kernel's limit, less the sandbox's own few processes."""

_LIMIT_BITS: tuple[tuple[int, Limit], ...] = (
    (1, "wall"),
    (2, "cpu"),
    (4, "memory"),
    (8, "output"),
    (16, "processes"),
    (32, "disk"),
)
_OMITTED_BIT = 64


class Frame(IntEnum):
    """Kinds of frames in the protocol."""

    HELLO = 1
    RUN = 2
    CANCEL = 3
    RESULT = 4
    FAILURE = 5
    FEED = 6
    OUTPUT = 7


class Flag(IntFlag):
    """Options of a stage."""

    OBSERVE_CALLS = 1
    OBSERVE_PROCESSES = 2
    OBSERVE_FILES = 4
    KEEP_WORK = 8
    MESSAGE = 16
    OBSERVE_NETWORK = 32
    SERVICE = 64


class StageOrder(msgspec.Struct, frozen=True, kw_only=True):
    """One stage in the form the launcher expects."""

    root: bytes
    """The file system, from `plan.root_blob`."""
    argv: tuple[str, ...]
    """Absolute path of the executable, then its arguments."""
    env: tuple[str, ...]
    """Environment variables as `NAME=value`."""
    archive: bytes
    """Archive of the work folder."""
    limits: Limits
    """Resource limits of the stage."""
    keep_bytes: int
    """Bytes of each output stream to record."""
    warm: bytes = b""
    """The interpreter to fork from, from `warm_blob`. Empty: a fresh start."""
    stdin: bytes = b""
    """The entire standard input."""
    message: bytes | None = None
    """Data to read from descriptor 3. None: descriptors 3 and 4 are closed."""
    collect: tuple[str, ...] = ()
    """Patterns of files to return."""
    collect_limit_bytes: int = 0
    """Maximum bytes of files to return."""
    flags: Flag = Flag(0)
    """Observers and other options."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of an archive: a file, directory or symlink, or just the name and size of a file."""

    kind: str
    path: str
    mode: int
    size: int
    content: bytes


class StageOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The launcher's report on a stage."""

    wait_status: int
    limits_hit: tuple[Limit, ...]
    wall_s: float
    cpu_s: float
    memory_bytes: int
    streams: tuple[tuple[bytes, bytes, int], tuple[bytes, bytes, int]]
    """Head, tail and length of standard output and standard error."""
    reply: bytes
    observed: tuple[str, ...]
    archive: bytes
    omitted: bool
    """Whether the archive is incomplete."""
    warm: bool


def frame(kind: Frame, payload: bytes) -> bytes:
    """Encode one frame."""
    return _LENGTH.pack(len(payload) + 1, kind) + payload


def frames(buffer: bytearray) -> Iterator[tuple[Frame, bytes]]:
    """Remove all complete frames from the buffer and yield them."""
    start = 0
    while len(buffer) - start >= _LENGTH.size:
        length, kind = _LENGTH.unpack_from(buffer, start)
        end = start + 4 + length
        if len(buffer) < end:
            break
        yield Frame(kind), bytes(buffer[start + _LENGTH.size : end])
        start = end
    if start:
        del buffer[:start]


def encode_order(job: int, order: StageOrder) -> bytes:
    """Encode the frame that starts a stage."""
    stage = _strings(order.argv, order.env, order.collect) + order.archive
    flags = order.flags | (Flag.MESSAGE if order.message is not None else Flag(0))
    blobs = (order.root, order.warm, order.stdin, order.message or b"", stage)
    head = _REQUEST.pack(job, *_limits(order), flags, *map(len, blobs))
    return frame(Frame.RUN, head + b"".join(blobs))


def encode_cancel(job: int) -> bytes:
    """Encode the frame that cancels a stage."""
    return frame(Frame.CANCEL, _JOB.pack(job))


def encode_feed(job: int, data: bytes) -> bytes:
    """Encode input for a service. Its limits on time apply from then on; empty data stops the
    clocks."""
    return frame(Frame.FEED, _JOB.pack(job) + data)


def decode_output(payload: bytes) -> tuple[int, float, int, bytes]:
    """Decode output of a service into job number, CPU seconds and peak memory so far, and data."""
    job, cpu_ns, memory_bytes = _OUTPUT.unpack_from(payload)
    return job, cpu_ns / 1e9, memory_bytes, payload[_OUTPUT.size :]


def decode_failure(payload: bytes) -> tuple[int, str]:
    """Decode a failure into job number and reason."""
    (job,) = _JOB.unpack_from(payload)
    return job, payload[_JOB.size :].decode(errors="replace")


def decode_hello(payload: bytes) -> dict[str, str]:
    """Decode the facts that the launcher sends at startup."""
    return dict(line.split("=", 1) for line in payload.decode(errors="replace").splitlines())


def decode_result(payload: bytes) -> tuple[int, StageOutcome]:
    """Decode a result into job number and outcome."""
    fields = _RESULT.unpack_from(payload)
    job, status, bits, wall_ns, cpu_ns, memory, out_length, err_length, *sizes, archive_bytes, warm, _ = fields
    parts: list[bytes] = []
    at = _RESULT.size
    for size in (*sizes, archive_bytes):
        parts.append(payload[at : at + size])
        at += size
    out_head, out_tail, err_head, err_tail, reply, observed, archive = parts
    return job, StageOutcome(
        wait_status=status,
        limits_hit=tuple(name for bit, name in _LIMIT_BITS if bits & bit),
        wall_s=wall_ns / 1e9,
        cpu_s=cpu_ns / 1e9,
        memory_bytes=memory,
        streams=((out_head, out_tail, out_length), (err_head, err_tail, err_length)),
        reply=reply,
        observed=tuple(text.decode(errors="replace") for text in observed.split(b"\0")[:-1]),
        archive=archive,
        omitted=bool(bits & _OMITTED_BIT),
        warm=bool(warm),
    )


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """Pack regular files into an archive."""
    return b"".join(_pack_file(path, content) for path, content in files.items())


def entries(archive: bytes) -> Iterator[Entry]:
    """Yield all entries of an archive."""
    at = 0
    while at < len(archive):
        if len(archive) - at < _ENTRY.size:
            raise SandboxError("an archive is truncated")
        kind, mode, path_bytes, size = _ENTRY.unpack_from(archive, at)
        at += _ENTRY.size
        path = archive[at : at + path_bytes].decode(errors="surrogateescape")
        at += path_bytes
        content_bytes = size if chr(kind) in "fl" else 0
        if len(archive) - at < content_bytes:
            raise SandboxError("an archive is truncated")
        yield Entry(chr(kind), path, mode, size, archive[at : at + content_bytes])
        at += content_bytes


def warm_blob(argv: Sequence[str], env: Sequence[str]) -> bytes:
    """Describe a warm interpreter. Runs with equal blobs can share one."""
    return _strings(argv, env, ())


def _strings(argv: Sequence[str], env: Sequence[str], patterns: Sequence[str]) -> bytes:
    text = b"".join(item.encode(errors="surrogateescape") + b"\0" for item in (*argv, *env, *patterns))
    return _STAGE_HEAD.pack(len(argv), len(env), len(patterns), len(text)) + text


def _pack_file(path: str, content: bytes) -> bytes:
    name = path.encode(errors="surrogateescape")
    return _ENTRY.pack(ord("f"), 0o644, len(name), len(content)) + name + content


def _limits(order: StageOrder) -> tuple[int, ...]:
    limits = order.limits
    return (
        round(limits.wall_s * 1000),
        round(limits.cpu_s * 1000),
        limits.memory_bytes,
        min(limits.processes, _MAX_PROCESSES),
        limits.open_files,
        limits.disk_bytes,
        max(1024, limits.disk_bytes // INODE_BYTES),
        limits.output_limit_bytes,
        order.keep_bytes,
        order.collect_limit_bytes,
    )


def stage_record(name: Literal["build", "run"], outcome: StageOutcome, order: StageOrder) -> Stage:
    """Build the Stage record from the launcher's outcome."""
    listing = [] if name == "build" else list(entries(outcome.archive))
    exit_code, signal = _ending(outcome)
    out, err = (Stream(head=head, tail=tail, length=length) for head, tail, length in outcome.streams)
    return Stage(
        name=name,
        exit_code=exit_code,
        signal=signal,
        stdout=out,
        stderr=err,
        wall_s=outcome.wall_s,
        cpu_s=outcome.cpu_s,
        memory_bytes=outcome.memory_bytes,
        limits_hit=outcome.limits_hit,
        reply=None if order.message is None else outcome.reply,
        files={_shown(entry.path): entry.content for entry in listing if entry.kind == "f"},
        files_omitted=_omitted(name, outcome, listing),
        observations=_observations(outcome, listing),
        warm=outcome.warm,
    )


def _omitted(name: str, outcome: StageOutcome, listing: list[Entry]) -> tuple[str, ...]:
    if name == "build":  # its archive is passed to the runs unread
        return ("the work folder",) if outcome.omitted else ()
    return tuple(_shown(entry.path) for entry in listing if entry.kind == "o")


def _ending(outcome: StageOutcome) -> tuple[int | None, int | None]:
    status = outcome.wait_status
    if os.WIFSIGNALED(status):
        return None, os.WTERMSIG(status)
    return os.WEXITSTATUS(status), None


def _observations(outcome: StageOutcome, listing: list[Entry]) -> Observations:
    calls: dict[str, int] = {}
    network: dict[str, int] = {}
    processes: list[str] = []
    forks = 0
    for line in outcome.observed:
        what, _, rest = line.partition(" ")
        if what in ("call", "network"):
            count, _, name = rest.partition(" ")
            (calls if what == "call" else network)[name] = int(count)
        elif what == "fork":
            forks = int(rest)
        else:
            processes.append(rest)
    written = {_shown(entry.path): entry.size for entry in listing if entry.kind == "w"}
    return Observations(
        denied_calls=calls, processes=tuple(processes), forks=forks, network=network, files_written=written
    )


def _shown(path: str) -> str:
    """Return the path as storable text: bytes that are not valid UTF-8 become escapes."""
    return path.encode(errors="surrogateescape").decode(errors="backslashreplace")
