"""Turns a Program into the stages that the launcher runs."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Mapping
from pathlib import PurePosixPath

import msgspec

from benchwright.languages import Language, Mode, Toolchain, fill, fill_command, find_language, find_toolchain
from benchwright.languages.language import PREPARED_PLACE, placeholders
from benchwright.languages.prepare import prepared_folder
from benchwright.sandbox.check import check_program
from benchwright.sandbox.environment import load_environment
from benchwright.sandbox.protocol import BUILD_LIMITS, Limits, Program, Run
from benchwright.sandbox.root import CLOCK_PLACE, WARM_PLACE, root_blob
from benchwright.sandbox.wire import Flag, StageOrder, pack_files, warm_blob

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
_OBSERVE = {
    "calls": Flag.OBSERVE_CALLS,
    "processes": Flag.OBSERVE_PROCESSES,
    "files": Flag.OBSERVE_FILES,
    "network": Flag.OBSERVE_NETWORK,
}


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A Program with its language and toolchain found."""

    program: Program
    language: Language
    mode: Mode
    toolchain: Toolchain
    root: bytes
    env: tuple[str, ...]
    files: bytes
    """The work folder before the build."""

    def build_order(self) -> StageOrder | None:
        """The build, where the language has one."""
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

    def run_order(self, run: Run, files: bytes, *, warm: bool) -> StageOrder:
        """One run over the files that the build left."""
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
        return self.program.limits or default_limits(self.language, self.mode)

    def can_be_warm(self, run: Run) -> bool:
        """Only what is the same for every program of the language: a warm interpreter starts before it knows any
        program, so nothing that a client or a package can choose may have a say in it. Nor can it be observed: it has
        read its arguments already, and its own filter would refuse calls before anyone could note them."""
        program = self.program
        chosen = program.env or program.environment or run.env or run.args or run.clock_shift_s
        return self.language.warm and not (chosen or program.fresh or program.observe - {"files"})

    def _run_env(self, run: Run) -> tuple[str, ...]:
        """Without the mode's own variables its driver would not be found, so those stay."""
        changed = {name: value for name, value in run.env.items() if name not in self.mode.env}
        variables = {**_split(self.env), **changed}
        if run.clock_shift_s:
            libraries = (CLOCK_PLACE, variables.get("LD_PRELOAD"))
            variables["LD_PRELOAD"] = ":".join(filter(None, libraries))
            variables["BENCHWRIGHT_CLOCK_SHIFT_S"] = str(run.clock_shift_s)
        return tuple(f"{name}={value}" for name, value in variables.items())

    def _fill(self, argv: tuple[str, ...]) -> tuple[str, ...]:
        return fill_command(self.language, self.toolchain, argv, self.mode.source)

    def _warm_blob(self, argv: tuple[str, ...]) -> bytes:
        """The command and the variables of the interpreter; `can_be_warm` sees to it that neither is the client's."""
        hook = (f"LD_PRELOAD={WARM_PLACE}", f"BENCHWRIGHT_WARM={argv[-1]}")
        modules = (*self.mode.preload, *preloaded_modules(self.language, self.program.files))
        return warm_blob(argv, (*self.env, *hook, f"BENCHWRIGHT_PRELOAD={','.join(modules)}"))


def default_limits(language: Language, mode: Mode) -> Limits:
    """Of a run that asks for none of its own."""
    return _changed(Limits(), {**language.limits, **mode.limits})


def build_limits(language: Language, mode: Mode) -> Limits:
    """Of a build that asks for none of its own."""
    return _changed(BUILD_LIMITS, {**language.build_limits, **mode.build_limits})


def longest_wall_s(program: Program) -> float:
    """How long its stages may take together. Refuses a Program that makes no sense."""
    language = find_language(program.language)
    mode = language.mode(program.mode)
    check_program(program, language)
    limits = program.limits or default_limits(language, mode)
    build = program.build_limits or build_limits(language, mode)
    return len(program.runs) * limits.wall_s + (build.wall_s if mode.build else 0.0)


def preloaded_modules(language: Language, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """The language's preload list for a program that mentions one of its modules. None for a program that brings a
    module with a name of the standard library, which may be among those that the preloaded ones import."""
    own = {PurePosixPath(path).parts[0].partition(".")[0] for path in files}
    if not language.preload or own.intersection(sys.stdlib_module_names):
        return ()
    mentions = _mentions(language.preload)
    return language.preload if any(mentions.search(text) for text in files.values()) else ()


@functools.cache
def _mentions(modules: tuple[str, ...]) -> re.Pattern[bytes]:
    names = "|".join(map(re.escape, modules))
    return re.compile(rf"^[ \t\f]*(?:import|from)[ \t][^#\n]*\b(?:{names})\b".encode(), re.MULTILINE)


def plan_program(program: Program) -> Plan:
    """Check a program and find what it needs."""
    language = find_language(program.language)
    mode = language.mode(program.mode)
    check_program(program, language)
    toolchain = find_toolchain(language)
    environment = load_environment(program.environment)
    environment.check_toolchain(toolchain.version, program.environment)
    mounts = (*environment.identified_mounts(), *_prepared_mounts(language, mode, toolchain))
    return Plan(
        program=program,
        language=language,
        mode=mode,
        toolchain=toolchain,
        root=root_blob(toolchain.homes, toolchain.hidden, mounts, toolchain.root, asking="network" in program.observe),
        env=_environment_variables(toolchain, _filled(mode.env), language.env, environment.env, program.env),
        files=pack_files(program.files),
    )


def _prepared_mounts(language: Language, mode: Mode, toolchain: Toolchain) -> tuple[tuple[str, str, str], ...]:
    if "prepared" not in placeholders((*mode.build, *mode.run, *mode.env.values())):
        return ()
    folder = prepared_folder(language, toolchain)
    return ((str(folder), PREPARED_PLACE, folder.name),)


def _environment_variables(toolchain: Toolchain, own: Mapping[str, str], *layers: Mapping[str, str]) -> tuple[str, ...]:
    """Later layers go before earlier ones; the mode's `own` before all, because without them its driver is not found:
    of a search path the rest follows."""
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
