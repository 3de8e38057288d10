"""Turns a Program into the stages that the launcher runs, and checks it on the way."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import Language, Toolchain, fill, find_language, find_toolchain
from benchwright.sandbox.environment import load_environment
from benchwright.sandbox.protocol import BUILD_LIMITS, Limits, Program, Run
from benchwright.sandbox.root import WARM_PLACE, root_blob
from benchwright.sandbox.wire import Flag, StageOrder, pack_files, warm_blob

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
MAX_MESSAGE_BYTES = 1 << 16
_OBSERVE = {
    "calls": Flag.OBSERVE_CALLS,
    "processes": Flag.OBSERVE_PROCESSES,
    "files": Flag.OBSERVE_FILES,
}


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A Program with its language and toolchain found."""

    program: Program
    language: Language
    toolchain: Toolchain
    root: bytes
    env: tuple[str, ...]
    files: bytes
    """The work folder before the build."""

    def build_order(self) -> StageOrder | None:
        """The build, where the language has one."""
        if not self.language.build:
            return None
        limits = self.program.build_limits or _changed(BUILD_LIMITS, self.language.build_limits)
        return StageOrder(
            root=self.root,
            argv=self._fill(self.language.build),
            env=self.env,
            archive=self.files,
            limits=limits,
            keep_bytes=self.program.keep_bytes,
            collect_limit_bytes=limits.disk_bytes,
            flags=Flag.KEEP_WORK,
        )

    def run_order(self, run: Run, files: bytes, *, warm: bool) -> StageOrder:
        """One run over the files that the build left."""
        observe = Flag(0)
        for what in self.program.observe:
            observe |= _OBSERVE[what]
        argv = self._fill(self.language.run)
        return StageOrder(
            root=self.root,
            argv=(*argv, *run.args),
            env=self.env,
            archive=files,
            limits=self.run_limits,
            keep_bytes=self.program.keep_bytes,
            warm=self._warm_blob(argv) if warm and self.can_be_warm(run) else b"",
            stdin=run.stdin,
            message=run.message,
            collect=self.program.collect,
            collect_limit_bytes=self.program.collect_limit_bytes,
            flags=observe,
        )

    @property
    def run_limits(self) -> Limits:
        """Of each run."""
        return self.program.limits or _changed(Limits(), self.language.limits)

    def can_be_warm(self, run: Run) -> bool:
        """A warm interpreter has read its arguments already, and its start can no longer be observed."""
        return (
            self.language.warm and not self.program.fresh and not run.args and "processes" not in self.program.observe
        )

    def _fill(self, argv: tuple[str, ...]) -> tuple[str, ...]:
        return fill(argv, self.toolchain.tools, self.language.source)

    def _warm_blob(self, argv: tuple[str, ...]) -> bytes:
        hook = (f"LD_PRELOAD={WARM_PLACE}", f"BENCHWRIGHT_WARM={argv[-1]}")
        modules = preloaded_modules(self.language, self.program.files)
        return warm_blob(argv, (*self.env, *hook, f"BENCHWRIGHT_PRELOAD={','.join(modules)}"))


def preloaded_modules(language: Language, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """The language's preload list for a program that mentions one of its modules and brings none of the same name."""
    if not language.preload:
        return ()
    own = {PurePosixPath(path).parts[0].partition(".")[0] for path in files}
    if own.intersection(language.preload):
        return ()
    mentions = _mentions(language.preload)
    return language.preload if any(mentions.search(text) for text in files.values()) else ()


@functools.cache
def _mentions(modules: tuple[str, ...]) -> re.Pattern[bytes]:
    names = "|".join(map(re.escape, modules))
    return re.compile(rf"^\s*(?:import|from)\s[^#\n]*\b(?:{names})\b".encode(), re.MULTILINE)


def plan_program(program: Program) -> Plan:
    """Check a program and find what it needs."""
    language = find_language(program.language)
    _check(program, language)
    toolchain = find_toolchain(language)
    environment = load_environment(program.environment)
    return Plan(
        program=program,
        language=language,
        toolchain=toolchain,
        root=root_blob(toolchain.homes, toolchain.hidden, tuple(environment.mounts.items())),
        env=_environment_variables(toolchain, language.env, environment.env, program.env),
        files=pack_files(program.files),
    )


def _environment_variables(toolchain: Toolchain, *layers: Mapping[str, str]) -> tuple[str, ...]:
    folders = dict.fromkeys(str(PurePosixPath(tool).parent) for tool in toolchain.tools.values())
    extra = [folder for folder in folders if folder not in SYSTEM_PATH.split(":")]
    variables = {
        "PATH": ":".join([*extra, SYSTEM_PATH]),
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "USER": "runner",
    }
    for layer in layers:
        variables.update(layer)
    return tuple(f"{name}={value}" for name, value in variables.items())


def _changed(limits: Limits, changes: Mapping[str, int | float]) -> Limits:
    return msgspec.structs.replace(limits, **changes)


def _check(program: Program, language: Language) -> None:
    if language.source not in program.files:
        given = ", ".join(sorted(program.files)) or "none"
        raise UsageError(
            f"the program has no {language.source}", f"{language.name} starts from it; files given: {given}"
        )
    if not program.runs:
        raise UsageError("the program has no runs", "give at least one Run")
    if program.keep_bytes < 0 or program.collect_limit_bytes < 0:
        raise UsageError("keep_bytes and collect_limit_bytes cannot be negative", "0 keeps nothing")
    for path in program.files:
        _check_path(path)
    for name, value in program.env.items():
        _check_variable(name, value)
    for run in program.runs:
        _check_run(run)
    for limits in filter(None, (program.limits, program.build_limits)):
        check_limits(limits)


def _check_variable(name: str, value: str) -> None:
    if not name or "=" in name or "\0" in name + value:
        raise UsageError(f"{name!r} is no name and value of an environment variable", "no '=' in names, no NUL")


def _check_run(run: Run) -> None:
    if any("\0" in argument for argument in run.args):
        raise UsageError("an argument contains a NUL character", "no program can receive one")
    if run.message is not None and len(run.message) > MAX_MESSAGE_BYTES:
        raise UsageError("a message is larger than 64 KiB", "pass larger data as a file")


def check_limits(limits: Limits) -> None:
    """Refuse limits under which nothing could run."""
    for name, value in msgspec.structs.asdict(limits).items():
        if not math.isfinite(value) or value <= 0:
            raise UsageError(f"the limit {name} is {value}", "limits are greater than 0")


def _check_path(path: str) -> None:
    parts = path.split("/")
    if path.startswith("/") or "" in parts or ".." in parts or "." in parts or "\0" in path or len(path) > 1024:
        raise UsageError(f"{path!r} is no path inside the work folder", "use a relative path without . and ..")
