"""The sandbox's contract: what goes in, what comes out, and the Protocol that every backend implements.

A backend takes a Program and returns an Execution. It knows no tests and gives no verdicts. Whatever the program
does is data in the Execution; only the backend's own failures are exceptions (`SandboxError`).
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
    """What one stage may use, over its whole process tree unless said otherwise."""

    wall_s: float = 30.0
    """Seconds on the clock."""
    cpu_s: float = 10.0
    """Seconds of processor time, user and system, of all processes together."""
    memory_bytes: int = GIB
    """Memory of all processes together, the files they write included."""
    processes: int = 128
    """Processes and threads alive at once."""
    open_files: int = 1024
    """Descriptors per process."""
    disk_bytes: int = 64 * MIB
    """What is written to work folder, /tmp and /dev/shm together, beyond the files that the stage starts with."""
    output_limit_bytes: int = 64 * MIB
    """Bytes on standard output and standard error together; one more and the tree is killed."""


BUILD_LIMITS = Limits(wall_s=60.0, cpu_s=60.0, memory_bytes=2 * GIB, disk_bytes=256 * MIB)
"""The defaults of a build; a language may change them."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One start of the program."""

    stdin: bytes = b""
    """All of standard input."""
    args: tuple[str, ...] = ()
    """Arguments after the program's own name."""
    message: bytes | None = None
    """At most 4 KiB that the program can read from descriptor 3; it may then answer on descriptor 4. None: both are
    closed."""
    env: Mapping[str, str] = {}
    """Environment variables of this run on top of the program's. A run that has any starts from a fresh interpreter."""
    clock_shift_s: int = 0
    """So many seconds the wall clock is ahead for the program, to see whether it depends on the date; negative: behind.
    Such a run starts from a fresh interpreter. Other clocks, times of files, and waiting stay true. A program that asks
    the kernel by itself sees the true time: one in Go, or a static one."""


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """What the sandbox runs: one build, where the language has one, and one or more runs over its result."""

    language: str
    """Language id."""
    files: Mapping[str, bytes]
    """The work folder: relative path → content. The language says which file is the main one."""
    mode: str = ""
    """Which of the language's ways to build and run. Empty: the plain one."""
    environment: str | None = None
    """A named read-only set of installed packages."""
    env: Mapping[str, str] = {}
    """Environment variables on top of the language's own (time zone, locale, seeds)."""
    runs: tuple[Run, ...] = (Run(),)
    """Each starts from the files as the build left them; none sees what another wrote."""
    limits: Limits | None = None
    """Of each run. None: the language's defaults."""
    build_limits: Limits | None = None
    """Of the build. None: the language's defaults."""
    keep_bytes: int = MIB
    """How much of each output stream is recorded: its first and its last half of this."""
    collect: tuple[str, ...] = ()
    """Files of the work folder to hand back after each run: relative paths or patterns with * and ?."""
    collect_limit_bytes: int = 16 * MIB
    """A run hands back at most this much; the files that did not fit are named in `files_omitted`."""
    observe: frozenset[Observable] = frozenset()
    """What to watch for; each costs time."""
    fresh: bool = False
    """Never start from a warm interpreter, for repeats that must not share its hash seed."""


class Stream(msgspec.Struct, frozen=True, kw_only=True):
    """Recorded output: all of it, or its head and its tail."""

    head: bytes = b""
    """The first bytes; everything when nothing was cut."""
    tail: bytes = b""
    """The last bytes, when something between was cut."""
    length: int = 0
    """How many bytes the program really wrote."""

    @property
    def cut(self) -> bool:
        """Whether bytes are missing between head and tail."""
        return self.length > len(self.head) + len(self.tail)

    @property
    def data(self) -> bytes:
        """What was kept, in order."""
        return self.head + self.tail


class Observations(msgspec.Struct, frozen=True, kw_only=True):
    """What the program tried; empty where not asked for."""

    denied_calls: Mapping[str, int] = {}
    """System call → how often the sandbox refused it."""
    processes: tuple[str, ...] = ()
    """Path of each program that was to be started, found or not, in order, the first 1,000 (of 256 KiB together)."""
    forks: int = 0
    """How many processes (not threads) were created."""
    network: Mapping[str, int] = {}
    """address:port that the program wanted to connect or send to → how often, the first 100; IPv6 addresses stand in
    brackets. Its own loopback is among them: a name that is looked up is asked for at port 53 of it. `unknown` where
    the program kept the address from us."""
    files_written: Mapping[str, int] = {}
    """Path → bytes of each file that the run left behind new or changed, the first 1,000."""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """What happened in the build or in one run."""

    name: Literal["build", "run"]
    """Which of the two."""
    exit_code: int | None
    """None when a signal or a limit ended the process."""
    signal: int | None
    """The signal that ended it."""
    stdout: Stream
    """Standard output."""
    stderr: Stream
    """Standard error."""
    wall_s: float
    """From the start of the main process to its end."""
    cpu_s: float
    """Processor time of the whole tree."""
    memory_bytes: int
    """Peak of the whole tree."""
    limits_hit: tuple[Limit, ...] = ()
    """Limits that were reached. wall, cpu, memory and output ended the stage; processes: the tree was refused one, or
    was full where that is only watched; disk: it was full when the stage ended."""
    reply: bytes | None = None
    """What the program wrote to descriptor 4 (at most 64 KiB), when the run had a message."""
    files: Mapping[str, bytes] = {}
    """The collected files."""
    files_omitted: tuple[str, ...] = ()
    """Collected files that were too large to hand back. A build that leaves such a file has failed."""
    observations: Observations = Observations()
    """What was watched for."""
    warm: bool = False
    """Whether the run started from a warm interpreter."""

    @property
    def succeeded(self) -> bool:
        """Ended by itself with status 0 and within its limits; a build also left nothing that cannot be carried on."""
        if self.name == "build" and self.files_omitted:
            return False
        return self.exit_code == 0 and not ({"wall", "cpu", "memory", "output"} & set(self.limits_hit))


class Guarantees(msgspec.Struct, frozen=True, kw_only=True):
    """What held during the execution. enforced: the kernel forbids it; watched: we look every few milliseconds and
    kill, so it can be overshot; absent: nothing does."""

    wall: Level = "enforced"
    """Time on the clock is bounded."""
    cpu: Level = "absent"
    """Processor time of the tree is bounded."""
    memory: Level = "absent"
    """Memory of the tree is bounded."""
    processes: Level = "absent"
    """The number of processes and threads is bounded."""
    open_files: Level = "absent"
    """Descriptors per process are bounded."""
    disk: Level = "absent"
    """Everything that can be written is bounded."""
    output: Level = "absent"
    """Output is bounded."""
    network: Level = "absent"
    """Nothing beyond the run's own loopback is reachable."""
    filesystem: Level = "absent"
    """Only toolchains are visible, read-only; work folder and /tmp are the run's own."""
    proc: Level = "absent"
    """The program sees and can signal its own processes only."""
    user: Level = "absent"
    """The program has no privileges."""
    syscalls: Level = "absent"
    """Dangerous system calls are refused."""


class Execution(msgspec.Struct, frozen=True, kw_only=True):
    """What happened to a Program."""

    language: str
    """Language id."""
    toolchain: str
    """The toolchain's name and version."""
    environment: str | None
    """The package set it ran with."""
    build: Stage | None
    """None where the language has no build."""
    runs: tuple[Stage, ...]
    """One for each run of the Program, in order; empty when the build failed."""
    guarantees: Guarantees
    """What held."""
    backend: str
    """Which backend ran it."""
    schema: int = SCHEMA_VERSION
    """Version of this record."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Build and runs in order."""
        return (*((self.build,) if self.build else ()), *self.runs)


class Sandbox(Protocol):
    """Runs programs. Safe to use from many tasks of one event loop at once."""

    async def run(self, program: Program) -> Execution:
        """Run one program to its end. Cancelling the task kills the program's whole tree."""
        ...

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several at once and give (index, Execution) in order of completion."""
        ...

    async def aclose(self) -> None:
        """End everything that is still running and leave nothing behind."""
        ...
