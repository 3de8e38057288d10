"""Validate a Program and turn it into the stages and the file system for the launcher."""

from __future__ import annotations

import fnmatch
import functools
import math
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import Language, Mode, Toolchain, fill, fill_command, find_language, find_toolchain
from benchwright.languages.language import PREPARED_PLACE, WORK_FOLDER, placeholders
from benchwright.languages.prepare import prepared_folder
from benchwright.sandbox.environment import Environment, choose_environment, load_environment
from benchwright.sandbox.native import CLOCK_LIBRARY, WARM_LIBRARY
from benchwright.sandbox.protocol import BUILD_LIMITS, Limits, Program, Run
from benchwright.sandbox.wire import Flag, StageOrder, pack_files, warm_blob

MAX_MESSAGE_BYTES = 4096
"""What any pipe accepts in a single write."""
MAX_ARGUMENT_BYTES = (1 << 17) - 1
"""The kernel's limit for a single argument or variable."""
MAX_ARGUMENTS_BYTES = 1 << 20
"""All arguments and variables together: half of the kernel's limit."""
MAX_SECONDS = 1_000_000
MAX_CLOCK_SHIFT_S = 1_000_000_000
"""About thirty years: within the range of every time library."""
MAX_AMOUNT = 1 << 50
MAX_KEEP_BYTES = 1 << 30
MIN_WARM_FILES = 64
"""With fewer open files, a run could not move an interpreter's own descriptors to their places."""
SERVICE_LIMITS = {"wall_s": 40.0, "cpu_s": 20.0}
"""Limits of each build by a compiler service. Builds that take longer are repeated by a fresh compiler."""
SERVICE_KEEP_BYTES = 1 << 16
"""How much of the standard error of a compiler service is kept."""


def check_program(program: Program, language: Language) -> None:
    """Raise UsageError if the program is invalid."""
    source = language.mode(program.mode).source
    if source not in program.files:
        given = ", ".join(sorted(program.files)) or "none"
        raise UsageError(f"the program has no {source}", f"{language.name} starts from it; files given: {given}")
    if not program.runs:
        raise UsageError("the program has no runs", "pass at least one Run")
    for amount in (program.keep_bytes, program.collect_limit_bytes):
        if not 0 <= amount <= MAX_KEEP_BYTES:
            raise UsageError(f"cannot keep {amount} bytes", "choose a value from 0 to 1 GiB")
    _check_paths(program)
    for run in program.runs:
        _check_run(run, program)
    for limits in filter(None, (program.limits, program.build_limits)):
        check_limits(limits)


def check_limits(limits: Limits) -> None:
    """Raise UsageError for limits under which no program could run."""
    for name, value in msgspec.structs.asdict(limits).items():
        most = MAX_SECONDS if name.endswith("_s") else MAX_AMOUNT
        if not math.isfinite(value) or not 0 < value <= most:
            raise UsageError(f"invalid limit {name}: {value}", f"it must be greater than 0 and at most {most}")


def _check_paths(program: Program) -> None:
    for path in program.files:
        parts = path.split("/")
        _check_text("path", path)
        if not {"", ".", ".."}.isdisjoint(parts) or len(path) > 1024 or max(map(_bytes, parts)) > 255:
            hint = "use a relative path without . and .."
            raise UsageError(f"{path[:80]!r} is not a valid path inside the work folder", hint)
        if len(parts) > 1 and not program.files.keys().isdisjoint(str(each) for each in PurePosixPath(path).parents):
            raise UsageError(f"a parent of {path!r} is also given as a file", "rename one of them")
    for pattern in program.collect:
        _check_text("pattern to collect", pattern)
        if pattern.startswith("/") or ".." in pattern.split("/"):
            raise UsageError(f"cannot collect {pattern!r}", "use a path or pattern relative to the work folder")


def _check_run(run: Run, program: Program) -> None:
    for argument in run.args:
        _check_text("argument", argument)
    variables = {**program.env, **run.env}
    for name, value in variables.items():
        _check_text("environment variable", f"{name}={value}")
        if not name or "=" in name:
            hint = "names must not be empty and must not contain '='"
            raise UsageError(f"{name!r} is not a valid environment variable name", hint)
    total = sum(map(_bytes, (*run.args, *variables, *variables.values())))
    if total > MAX_ARGUMENTS_BYTES:
        hint = "the maximum is 1 MiB; pass larger data as a file"
        raise UsageError(f"arguments and variables take {total} bytes", hint)
    if abs(run.clock_shift_s) > MAX_CLOCK_SHIFT_S:
        hint = "the maximum is about thirty years"
        raise UsageError(f"the clock cannot be shifted by {run.clock_shift_s} seconds", hint)
    if run.message is not None and len(run.message) > MAX_MESSAGE_BYTES:
        raise UsageError("a message is larger than 4 KiB", "pass larger data as a file")


def _check_text(what: str, text: str) -> None:
    try:
        size = _bytes(text)
    except UnicodeEncodeError:
        raise UsageError(f"the {what} {text[:80]!r} is not valid text", "remove the lone surrogate") from None
    if "\0" in text:
        raise UsageError(f"the {what} {text[:80]!r} contains a NUL character", "remove it; programs cannot receive one")
    if size > MAX_ARGUMENT_BYTES:
        hint = "the maximum is 128 KiB; pass larger data as a file"
        raise UsageError(f"the {what} {text[:40]!r}… has {size} bytes", hint)


def _bytes(text: str) -> int:
    return len(text.encode(errors="surrogateescape"))


WARM_PLACE = "/opt/benchwright/warm.so"
CLOCK_PLACE = "/opt/benchwright/clock.so"

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = (
    "/etc/alternatives",
    "/etc/ld.so.cache",
)
_DEVICES = ("null", "zero", "full", "random", "urandom")
_LINKS = {"/dev/fd": "/proc/self/fd", "/dev/stdin": "fd/0", "/dev/stdout": "fd/1", "/dev/stderr": "fd/2"}
_FILES = {
    "/etc/passwd": "runner:x:1000:1000:runner:/tmp:/bin/sh\n",
    "/etc/group": "runner:x:1000:\n",
    "/etc/hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "/etc/resolv.conf": "",
}
_ASKING = {"/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns files\n"}
"""Sends name lookups to the sandbox's loopback, where nothing answers, so that they can be observed."""
_DIRECTORIES = ("/workspace", "/tmp", "/var", "/dev/shm", "/run")


@functools.lru_cache(maxsize=256)
def root_blob(
    homes: tuple[str, ...],
    hidden: tuple[str, ...],
    mounts: tuple[tuple[str, str, str], ...],
    system: str = "",
    *,
    asking: bool = False,
) -> bytes:
    """Describe the root file system for the launcher. `homes` appear at their host paths, `hidden` folders appear
    empty, `mounts` are (host path, path in the sandbox, identity of the source), and `system` is the folder that
    contains the system directories. `asking`: send name lookups to loopback."""
    lines = [*_system(system), *_settings(system, asking), *_devices()]
    lines += [("D", "-", place) for place in _DIRECTORIES]
    lines += [("B", os.path.realpath(home), home) for home in homes]
    lines += [("H", "-", path) for path in hidden]
    lines += [("B", os.path.realpath(source), place) for source, place, _ in mounts]
    lines += [("N", identity, "/") for _, _, identity in mounts]
    lines.append(("B", os.path.realpath(WARM_LIBRARY), WARM_PLACE))
    lines.append(("B", os.path.realpath(CLOCK_LIBRARY), CLOCK_PLACE))
    return b"".join(os.fsencode("\0".join(line)) + b"\0" for line in lines)


def _system(system: str) -> Iterator[tuple[str, str, str]]:
    for place in _SYSTEM:
        path = system + place
        if os.path.islink(path):
            yield "L", os.readlink(path), place
        elif os.path.isdir(path):
            yield "B", path, place


def _settings(system: str, asking: bool) -> Iterator[tuple[str, str, str]]:
    for place, content in (_FILES | (_ASKING if asking else {})).items():
        yield "F", content, place
    for place in _SETTINGS:
        if os.path.exists(system + place):
            yield "B", os.path.realpath(system + place), place


def _devices() -> Iterator[tuple[str, str, str]]:
    for name in _DEVICES:
        yield "V", f"/dev/{name}", f"/dev/{name}"
    for place, target in _LINKS.items():
        yield "L", target, place


SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
_OBSERVE = {
    "calls": Flag.OBSERVE_CALLS,
    "processes": Flag.OBSERVE_PROCESSES,
    "files": Flag.OBSERVE_FILES,
    "network": Flag.OBSERVE_NETWORK,
}


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A validated Program with its language, toolchain and file system."""

    program: Program
    language: Language
    mode: Mode
    toolchain: Toolchain
    environment: Environment
    root: bytes
    env: tuple[str, ...]
    files: bytes
    """Archive of the work folder before the build."""

    def build_order(self) -> StageOrder | None:
        """Return the build stage, or None if the language has no build."""
        if not self.mode.build:
            return None
        limits = self.program.build_limits or build_limits(self.language, self.mode)
        return StageOrder(
            root=self.root,
            argv=self._fill(self.mode.build),
            env=self.env,
            archive=self.files,
            limits=limits,
            keep_bytes=self.program.keep_bytes,
            collect_limit_bytes=limits.disk_bytes + len(self.files),
            flags=Flag.KEEP_WORK,
        )

    def service_order(self) -> tuple[StageOrder, tuple[str, ...]] | None:
        """Return the compiler service that can build this program, and its arguments; None if the build needs its own
        process. All programs share a service, so it must not depend on anything that a client or a package chooses."""
        service, program = self.language.service, self.program
        if service is None or service.after not in self.mode.build:
            return None
        chosen = program.env or program.environment or program.build_limits or program.fresh
        if chosen or not all(_is_plain(file, service.files) for file in program.files):
            return None
        limits = _changed(build_limits(self.language, self.mode), {**SERVICE_LIMITS, **service.limits})
        order = StageOrder(
            root=self.root,
            argv=self._fill(service.command),
            env=self.env,
            archive=b"",
            limits=limits,
            keep_bytes=SERVICE_KEEP_BYTES,
            flags=Flag.SERVICE,
        )
        return order, self._fill(self.mode.build[self.mode.build.index(service.after) + 1 :])

    def run_order(self, run: Run, files: bytes, *, warm: bool) -> StageOrder:
        """Return the stage for one run, starting from the files that the build left."""
        observe = Flag(0)
        for what in self.program.observe:
            observe |= _OBSERVE[what]
        argv = self._fill(self.mode.run)
        return StageOrder(
            root=self.root,
            argv=(*argv, *run.args),
            env=self._run_env(run),
            archive=files,
            limits=self.run_limits,
            keep_bytes=self.program.keep_bytes,
            warm=self._warm_blob(run) if warm and self.can_be_warm(run) else b"",
            stdin=run.stdin,
            message=run.message,
            collect=self.program.collect,
            collect_limit_bytes=self.program.collect_limit_bytes,
            flags=observe,
        )

    @property
    def run_limits(self) -> Limits:
        """Limits of each run."""
        return self.program.limits or default_limits(self.language, self.mode)

    def can_be_warm(self, run: Run) -> bool:
        """Whether a run can start from a warm interpreter. That interpreter starts before any program is known, so it
        must not depend on anything that a client or a package chooses, except for a few fixed values of variables. Nor
        can its calls be observed: it has already read its arguments, and its own filter would refuse calls before they
        could be recorded."""
        program, language, fixed = self.program, self.language, self.language.warm_env
        free = run.env not in ({}, *_in_step(fixed))
        packages = program.environment and not self.environment.preload
        chosen = program.env or packages or free or run.args or run.clock_shift_s
        limits = self.run_limits
        few = limits.open_files < MIN_WARM_FILES or limits.memory_bytes < language.warm_memory_bytes
        options = language.warm_except and re.match(language.warm_except.encode(), program.files[self.mode.source])
        return language.warm and not (chosen or few or options or program.fresh or program.observe - {"files"})

    def _run_env(self, run: Run) -> tuple[str, ...]:
        """Return the run's variables. It cannot override those of the mode, which locate the driver."""
        changed = {name: value for name, value in run.env.items() if name not in self.mode.env}
        variables = {**_split(self.env), **changed}
        if run.clock_shift_s:
            libraries = (CLOCK_PLACE, variables.get("LD_PRELOAD"))
            variables["LD_PRELOAD"] = ":".join(filter(None, libraries))
            variables["BENCHWRIGHT_CLOCK_SHIFT_S"] = str(run.clock_shift_s)
        return tuple(f"{name}={value}" for name, value in variables.items())

    def _fill(self, argv: tuple[str, ...]) -> tuple[str, ...]:
        return fill_command(self.language, self.toolchain, argv, self.mode.source)

    def _warm_blob(self, run: Run) -> bytes:
        """Return the interpreter's command and variables. `can_be_warm` ensures that a client controls neither."""
        command = self._fill(self.mode.run)
        groups = (*self.language.preload, *self.environment.preload)
        modules = (*self.mode.preload, *preloaded_modules(groups, self.program.files))
        hook = {
            "LD_PRELOAD": WARM_PLACE,
            "BENCHWRIGHT_WARM": f"{WORK_FOLDER}/{self.mode.source}",
            "BENCHWRIGHT_PROGRAM": self.language.warm_program,
            "BENCHWRIGHT_SHOWN": "\n".join(command) if self.mode.warm_run else "",
            "BENCHWRIGHT_MESSAGE": str(int(run.message is not None)) if self.language.warm_descriptors else "",
            "BENCHWRIGHT_PRELOAD": ",".join(modules),
        }
        variables = (f"{name}={value}" for name, value in hook.items() if value)
        return warm_blob(self._fill(self.mode.warm_run) or command, (*self._run_env(run), *variables))


def _in_step(variables: Mapping[str, tuple[str, ...]]) -> list[dict[str, str]]:
    """Return the first value of each variable, the second of each, and so on."""
    return [dict(zip(variables, values, strict=True)) for values in zip(*variables.values(), strict=True)]


def _is_plain(file: str, patterns: tuple[str, ...]) -> bool:
    """Whether a file is directly in the work folder and matches a pattern."""
    return "/" not in file and any(fnmatch.fnmatchcase(file, pattern) for pattern in patterns)


def default_limits(language: Language, mode: Mode) -> Limits:
    """Return the limits of a run for which the program sets none."""
    return _changed(Limits(), {**language.limits, **mode.limits})


def build_limits(language: Language, mode: Mode) -> Limits:
    """Return the limits of a build for which the program sets none."""
    return _changed(BUILD_LIMITS, {**language.build_limits, **mode.build_limits})


def longest_wall_s(program: Program) -> float:
    """Return the maximum total wall time of all stages, in seconds. Raises UsageError if the Program is invalid."""
    language = find_language(program.language)
    mode = language.mode(program.mode)
    check_program(program, language)
    limits = program.limits or default_limits(language, mode)
    build = program.build_limits or build_limits(language, mode)
    services_s = SERVICE_LIMITS["wall_s"] if language.service else 0.0
    return len(program.runs) * limits.wall_s + (services_s + build.wall_s if mode.build else 0.0)


def preloaded_modules(groups: Sequence[tuple[str, ...]], files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return the modules of those groups of which the program imports one. None if one of the program's files shadows a
    preloaded module or one of the standard library, which preloaded modules might import."""
    own = {part.partition(".")[0] for path in files for part in path.split("/")}
    if not groups or not own.isdisjoint(sys.stdlib_module_names) or any(map(own.intersection, groups)):
        return ()
    imported = (group for group in groups if any(map(_mentions(group).search, files.values())))
    return tuple(module for group in imported for module in group)


@functools.cache
def _mentions(modules: tuple[str, ...]) -> re.Pattern[bytes]:
    names = "|".join(map(re.escape, modules))
    return re.compile(rf"^[ \t\f]*(?:import|from)[ \t][^#\n]*\b(?:{names})\b".encode(), re.MULTILINE)


def plan_program(program: Program) -> Plan:
    """Validate a program and find its toolchain, environment and mounts."""
    language = find_language(program.language)
    mode = language.mode(program.mode)
    check_program(program, language)
    toolchain = find_toolchain(language)
    program = msgspec.structs.replace(
        program, environment=choose_environment(program.environment, language, program.files)
    )
    environment = load_environment(program.environment)
    environment.check_toolchain(toolchain.version, program.environment)
    mounts = (*environment.identified_mounts(), *_prepared_mounts(language, mode, toolchain))
    return Plan(
        program=program,
        language=language,
        mode=mode,
        toolchain=toolchain,
        environment=environment,
        root=root_blob(toolchain.homes, toolchain.hidden, mounts, toolchain.root, asking="network" in program.observe),
        env=_environment_variables(toolchain, _filled(mode.env), language.env, environment.env, program.env),
        files=pack_files(program.files),
    )


def _prepared_mounts(language: Language, mode: Mode, toolchain: Toolchain) -> tuple[tuple[str, str, str], ...]:
    if "prepared" not in placeholders((*mode.build, *mode.run, *mode.warm_run, *mode.env.values())):
        return ()
    folder = prepared_folder(language, toolchain)
    return ((str(folder), PREPARED_PLACE, folder.name),)


def _environment_variables(toolchain: Toolchain, own: Mapping[str, str], *layers: Mapping[str, str]) -> tuple[str, ...]:
    """Merge variables. Later layers override earlier ones, and the mode's `own` override all, because they locate its
    driver. In a search path, `own` entries come first and the rest follow."""
    folders = dict.fromkeys(tool.rpartition("/")[0] for tool in toolchain.tools.values())
    extra = [folder for folder in folders if folder not in SYSTEM_PATH.split(":")]
    variables = {
        "PATH": ":".join([*extra, SYSTEM_PATH]),
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "USER": "runner",
    }
    for layer in layers:
        variables.update(layer)
    for name, value in own.items():
        others = variables.get(name) if name.endswith("PATH") else None
        variables[name] = f"{value}:{others}" if others else value
    return tuple(f"{name}={value}" for name, value in variables.items())


def _split(variables: tuple[str, ...]) -> dict[str, str]:
    return {name: value for name, _, value in (variable.partition("=") for variable in variables)}


def _filled(variables: Mapping[str, str]) -> dict[str, str]:
    return dict(zip(variables, fill(variables.values(), {}), strict=True))


def _changed(limits: Limits, changes: Mapping[str, int | float]) -> Limits:
    return msgspec.structs.replace(limits, **changes)
