"""The sandbox's contract: its input and output records, and the Protocol that every backend implements.

A backend takes a Program and returns an Execution. It knows nothing about tests and gives no verdicts. Whatever the
program does is data in the Execution; only failures of the backend are exceptions (`SandboxError`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Literal, Protocol

import msgspec

SCHEMA_VERSION = 1

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30

Limit = Literal["wall", "cpu", "memory", "output", "processes", "disk"]
Observable = Literal["calls", "processes", "files", "network"]
Level = Literal["enforced", "watched", "absent"]
Guarantee = Literal[
    "wall",
    "cpu",
    "memory",
    "processes",
    "open_files",
    "disk",
    "output",
    "network",
    "filesystem",
    "proc",
    "user",
    "syscalls",
]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Resource limits of one stage. They apply to the whole process tree unless noted otherwise."""

    wall_s: float = 30.0
    """Wall-clock time in seconds."""
    cpu_s: float = 10.0
    """CPU seconds, user and system, of all processes together."""
    memory_bytes: int = GIB
    """Memory of all processes together, including the files they write."""
    processes: int = 128
    """Maximum number of concurrent processes and threads."""
    open_files: int = 1024
    """Maximum number of open descriptors per process."""
    disk_bytes: int = 64 * MIB
    """Bytes written to the work folder, /tmp and /dev/shm together, not counting the files that the stage starts
    with."""
    output_limit_bytes: int = 64 * MIB
    """Bytes on standard output and standard error together. Exceeding it kills the tree."""


BUILD_LIMITS = Limits(wall_s=60.0, cpu_s=60.0, memory_bytes=2 * GIB, disk_bytes=256 * MIB)
"""Default limits of a build. Languages can change them."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One invocation of the program."""

    stdin: bytes = b""
    """The entire standard input."""
    args: tuple[str, ...] = ()
    """Command-line arguments, without the program name."""
    message: bytes | None = None
    """At most 4 KiB for the program to read from descriptor 3; it can reply on descriptor 4. None: both are closed."""
    env: Mapping[str, str] = {}
    """Environment variables of this run, in addition to the program's. With any except those in the language's
    `warm_env`, the run starts from a fresh interpreter."""
    clock_shift_s: int = 0
    """Seconds by which the program's wall clock runs ahead (negative: behind), to test whether it depends on the date.
    Such a run starts from a fresh interpreter. Other clocks, file times and waiting are unaffected. A program that asks
    the kernel directly, such as a Go or statically linked one, sees the true time."""


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """What the sandbox runs: a build, if the language has one, and one or more runs of its result."""

    language: str
    """Id of the language."""
    files: Mapping[str, bytes]
    """The work folder: relative path → content. The language defines which file is the main one."""
    mode: str = ""
    """One of the language's ways to build and run. Empty: the default mode."""
    environment: str | None = None
    """Name of a read-only set of installed packages; `none` for no packages. None: the installed environment of the
    language that has most of the modules that the program imports."""
    env: Mapping[str, str] = {}
    """Environment variables in addition to the language's own (time zone, locale, seeds)."""
    runs: tuple[Run, ...] = (Run(),)
    """The runs, in order. Each starts from the files that the build left and does not see what the others wrote."""
    limits: Limits | None = None
    """Limits of each run. None: the language's defaults."""
    build_limits: Limits | None = None
    """Limits of the build. None: the language's defaults."""
    keep_bytes: int = MIB
    """Bytes of each output stream to record. Of longer output, the first and the last half of this are kept."""
    collect: tuple[str, ...] = ()
    """Files of the work folder to return after each run: relative paths, or patterns with * and ?."""
    collect_limit_bytes: int = 16 * MIB
    """Maximum bytes of files that a run returns. Files that do not fit are listed in `files_omitted`."""
    observe: frozenset[Observable] = frozenset()
    """What to record about the runs. Each observer slows them down."""
    fresh: bool = False
    """Use neither warm interpreters nor compiler services, for repeated runs that must not share a hash seed."""


class Stream(msgspec.Struct, frozen=True, kw_only=True):
    """Recorded output: all of it, or its head and tail."""

    head: bytes = b""
    """The first bytes, or everything if nothing was cut."""
    tail: bytes = b""
    """The last bytes. Empty if nothing was cut."""
    length: int = 0
    """Bytes that the program wrote, including those that were not kept."""

    @property
    def cut(self) -> bool:
        """Whether bytes are missing between head and tail."""
        return self.length > len(self.head) + len(self.tail)

    @property
    def data(self) -> bytes:
        """All kept bytes, in order."""
        return self.head + self.tail


class Observations(msgspec.Struct, frozen=True, kw_only=True):
    """What the program attempted. Fields that were not requested are empty."""

    denied_calls: Mapping[str, int] = {}
    """System call → how often the sandbox refused it."""
    processes: tuple[str, ...] = ()
    """Path of each program that it tried to start, whether it exists or not, in order; the first 1,000 (256 KiB in
    total)."""
    forks: int = 0
    """Number of processes (not threads) created."""
    network: Mapping[str, int] = {}
    """address:port that the program tried to connect or send to → how often; the first 100. IPv6 addresses are in
    brackets. Includes the run's own loopback: name lookups appear as its port 53. `unknown` if the program hid the
    address."""
    files_written: Mapping[str, int] = {}
    """Path → size in bytes of each file that the run created or changed; the first 1,000."""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of the build or of one run."""

    name: Literal["build", "run"]
    """Which stage this is: the build or a run."""
    exit_code: int | None
    """Exit status of the main process. None if a signal or a limit killed it."""
    signal: int | None
    """Number of the signal that killed the main process. None if it exited."""
    stdout: Stream
    """Recorded standard output of the tree."""
    stderr: Stream
    """Recorded standard error of the tree."""
    wall_s: float
    """Seconds from the start of the main process to its exit."""
    cpu_s: float
    """CPU seconds of the whole process tree."""
    memory_bytes: int
    """Peak memory of the whole process tree."""
    limits_hit: tuple[Limit, ...] = ()
    """Limits that the stage reached. wall, cpu, memory and output: the stage was killed. processes: the tree was
    refused a process, or was at the limit where it is only watched. disk: the disk was full when the stage ended."""
    reply: bytes | None = None
    """Bytes that the program wrote to descriptor 4 (at most 64 KiB). None if the run had no message."""
    files: Mapping[str, bytes] = {}
    """The collected files: path → content."""
    files_omitted: tuple[str, ...] = ()
    """Collected files that were too large to return. A build that leaves such a file has failed."""
    observations: Observations = Observations()
    """What the requested observers recorded."""
    warm: bool = False
    """Whether the run started from a warm interpreter, or a compiler service made the build."""

    @property
    def succeeded(self) -> bool:
        """Whether the stage exited with status 0 and within its limits. A build must also leave only files that fit
        into the runs' archive."""
        if self.name == "build" and self.files_omitted:
            return False
        return self.exit_code == 0 and not ({"wall", "cpu", "memory", "output"} & set(self.limits_hit))


class Guarantees(msgspec.Struct, frozen=True, kw_only=True):
    """How each limit and restriction was applied. enforced: the kernel prevents violations. watched: the sandbox checks
    every few milliseconds and kills, so the limit can be overshot. absent: not applied."""

    wall: Level = "enforced"
    """Wall-clock time is limited."""
    cpu: Level = "absent"
    """CPU time of the process tree is limited."""
    memory: Level = "absent"
    """Memory of the process tree is limited."""
    processes: Level = "absent"
    """The number of processes and threads is limited."""
    open_files: Level = "absent"
    """Open descriptors per process are limited."""
    disk: Level = "absent"
    """Disk space and number of files are limited."""
    output: Level = "absent"
    """Output to stdout and stderr is limited."""
    network: Level = "absent"
    """The program can reach only its own loopback."""
    filesystem: Level = "absent"
    """The program sees only toolchains, read-only, and its own work folder and /tmp."""
    proc: Level = "absent"
    """The program can see and signal only its own processes."""
    user: Level = "absent"
    """The program runs without privileges."""
    syscalls: Level = "absent"
    """Dangerous system calls are refused."""


class Execution(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of running a Program."""

    language: str
    """Id of the language."""
    toolchain: str
    """Name and version of the toolchain."""
    environment: str | None
    """Name of the package environment. None: none was used."""
    build: Stage | None
    """The build's outcome. None if the language has no build."""
    runs: tuple[Stage, ...]
    """One stage per run of the Program, in order. Empty if the build failed."""
    guarantees: Guarantees
    """How strictly each limit and restriction was applied."""
    backend: str
    """Name of the backend that ran the program."""
    schema: int = SCHEMA_VERSION
    """Version of this record's format."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The build, if any, followed by the runs."""
        return (*((self.build,) if self.build else ()), *self.runs)


class Sandbox(Protocol):
    """Runs programs. Safe to use concurrently from many tasks of one event loop."""

    async def run(self, program: Program) -> Execution:
        """Run one program to completion. Cancelling the task kills the program's whole process tree."""
        ...

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several programs in parallel, yielding (index, Execution) in order of completion."""
        ...

    async def aclose(self) -> None:
        """Kill everything that is still running and clean up."""
        ...
