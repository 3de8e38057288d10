"""`benchwright run`: one program, isolated and measured."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from benchwright.cli import EXIT_FAILED, app
from benchwright.cli._files import read_bytes
from benchwright.cli._sandbox import SandboxOption
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.cli._judged import JudgedRun
    from benchwright.judge import Judgement
    from benchwright.languages import Language
    from benchwright.sandbox import Limits, Program
    from benchwright.sandbox.protocol import Observable

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


@app.command()
def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The program's main source file.", show_default=False)],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="ARGUMENT", help="Arguments for the program, after `--`.", show_default=False),
    ] = None,
    lang: Annotated[
        str, typer.Option("--lang", metavar="LANGUAGE", help="Language id or alias. Default: by the file's ending.")
    ] = "",
    tests: Annotated[
        Path | None,
        typer.Option("--tests", metavar="PATH", help="Judge FILE by these tests instead of running it plainly."),
    ] = None,
    reference: Annotated[
        Path | None,
        typer.Option("--reference", metavar="PATH", help="A right solution, to learn what the tests do with one."),
    ] = None,
    plan: Annotated[
        Path | None, typer.Option("--plan", metavar="PATH", help="What was learnt about the tests before.")
    ] = None,
    save_plan: Annotated[
        Path | None, typer.Option("--save-plan", metavar="PATH", help="Keep what is learnt from the reference.")
    ] = None,
    canary: Annotated[
        bool,
        typer.Option("--canary", help="Confirm a pass with altered tests, which it must fail where they are altered."),
    ] = False,
    stdin: Annotated[
        Path | None,
        typer.Option("--stdin", metavar="PATH", help="File to give as standard input, - for ours. Default: empty."),
    ] = None,
    args: Annotated[
        str, typer.Option("--args", metavar="TEXT", help="Arguments for the program as one shell-quoted text.")
    ] = "",
    files: Annotated[
        list[Path] | None,
        typer.Option("--file", metavar="PATH", help="Another file or folder for the work folder; repeatable."),
    ] = None,
    env: Annotated[
        list[str] | None, typer.Option("--env", metavar="NAME=VALUE", help="NAME=value for the program; repeatable.")
    ] = None,
    environment: Annotated[
        str | None, typer.Option("--environment", metavar="NAME", help="Named set of installed packages.")
    ] = None,
    wall: Annotated[
        float | None, typer.Option("--wall", metavar="SECONDS", help="Limit: seconds on the clock.")
    ] = None,
    cpu: Annotated[
        float | None, typer.Option("--cpu", metavar="SECONDS", help="Limit: seconds of processor time.")
    ] = None,
    memory: Annotated[
        str | None, typer.Option("--memory", metavar="BYTES", help="Limit: bytes of memory, as in 512M.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option("--processes", metavar="NUMBER", help="Limit: processes and threads.")
    ] = None,
    disk: Annotated[
        str | None, typer.Option("--disk", metavar="BYTES", help="Limit: bytes written to files, as in 64M.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", metavar="BYTES", help="Limit: bytes of output, as in 64M.")
    ] = None,
    collect: Annotated[
        list[str] | None, typer.Option("--collect", metavar="PATTERN", help="Hand back these files; repeatable.")
    ] = None,
    observe: Annotated[
        str, typer.Option("--observe", metavar="NAMES", help="Watch for calls, processes, files, network (comma list).")
    ] = "",
    require: Annotated[
        str, typer.Option("--require", metavar="NAMES", help="Refuse unless these guarantees are enforced.")
    ] = "",
    sandbox: SandboxOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON document.")] = False,
) -> None:
    """Run a program in the sandbox and say how it ended, or judge it by tests.

    Exit code: 0 passed, 1 not passed, 2 wrong use, 3 the sandbox itself failed.
    """
    from benchwright.cli._judged import JudgedRun
    from benchwright.cli._judgement import show
    from benchwright.cli._output import judgement_json, print_json
    from benchwright.sandbox import Program, Run

    source = read_bytes(file)
    language = _language(file, lang)
    changes = {
        "wall_s": wall,
        "cpu_s": cpu,
        "memory_bytes": _bytes(memory),
        "processes": processes,
        "disk_bytes": _bytes(disk),
        "output_limit_bytes": _bytes(output),
    }
    program = Program(
        language=language.id,
        files={**_work_files(files or [], language), language.source: source},
        environment=environment,
        env=_variables(env or []),
        runs=(Run(stdin=read_bytes(stdin) if stdin else b"", args=(*_split(args), *(arguments or []))),),
        limits=_limits(language, {name: value for name, value in changes.items() if value is not None}),
        collect=tuple(collect or ()),
        observe=frozenset(_observables(observe)),
    )
    judged = JudgedRun(tests=tests, reference=reference, plan=plan, save_plan=save_plan, canary=canary, as_json=as_json)
    judged.check(program)
    judgement = asyncio.run(_execute(program, judged, _words(require), sandbox))
    if as_json:
        print_json(judgement_json(judgement))
    else:
        show(judgement)
    if not judgement.passed:
        raise typer.Exit(EXIT_FAILED)


async def _execute(program: Program, judged: JudgedRun, require: list[str], spec: str) -> Judgement:
    from benchwright.judge import judge_plain
    from benchwright.sandbox.opening import open_sandbox

    async with open_sandbox(spec, require=require) as sandbox:
        if judged.tests is not None:
            return await judged.judge(sandbox, program, judged.tests)
        return judge_plain(await sandbox.run(program))


def _language(file: Path, name: str) -> Language:
    from benchwright.languages import find_language, language_of_file

    if name:
        return find_language(name)
    language = language_of_file(file)
    if language is None:
        raise UsageError(f"the ending of {file.name!r} tells no language", "name one with --lang")
    return language


def _limits(language: Language, changes: dict[str, int | float]) -> Limits | None:
    import msgspec

    from benchwright.sandbox import Limits
    from benchwright.sandbox.check import check_limits

    if not changes:
        return None
    limits = msgspec.structs.replace(Limits(), **{**language.limits, **changes})
    check_limits(limits)
    return limits


def _bytes(text: str | None) -> int | None:
    if text is None:
        return None
    lowered = text.lower().removesuffix("ib").removesuffix("b")
    number, unit = (lowered[:-1], lowered[-1]) if lowered[-1:].isalpha() else (lowered, "")
    try:
        return int(float(number) * _UNITS[unit])
    except (ValueError, KeyError, OverflowError):
        raise UsageError(f"{text!r} is no amount of bytes", "write 64M, 1G or a plain number") from None


def _observables(text: str) -> list[Observable]:
    from benchwright.sandbox.protocol import Observable

    known: dict[str, Observable] = {name: name for name in get_args(Observable)}
    for name in _words(text):
        if name not in known:
            raise UsageError(f"nothing called {name!r} can be observed", f"choose from {', '.join(known)}")
    return [known[name] for name in _words(text)]


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _variables(pairs: list[str]) -> dict[str, str]:
    for pair in pairs:
        if "=" not in pair:
            raise UsageError(f"--env {pair!r} has no value", "write NAME=value")
    return dict(pair.split("=", 1) for pair in pairs)


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise UsageError(f"--args: {str(error).lower()}", "quote as in a shell, or put arguments after --") from None


def _work_files(paths: list[Path], language: Language) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for path in paths:
        folder = path.resolve()
        if folder.is_dir():
            inside = sorted(item for item in folder.rglob("*") if item.is_file())
            files |= {item.relative_to(folder.parent).as_posix(): read_bytes(item) for item in inside}
        else:
            files[path.name] = read_bytes(path)
    if language.source in files:
        raise UsageError(f"--file {language.source} has the name of the program itself", "rename it")
    return files
