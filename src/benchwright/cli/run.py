"""`benchwright run`: run one program in the sandbox, or judge it with tests."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import msgspec
import typer

from benchwright.cli import EXIT_FAILED, app
from benchwright.cli._files import read_bytes, read_text, replacement_of
from benchwright.cli._help import EVALUATE
from benchwright.cli._options import SandboxOption
from benchwright.cli._output import counted, print_json, printable
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.judging import Judgement, Question, TestPlan
    from benchwright.languages import Language
    from benchwright.sandbox import Limits, Program, Stage
    from benchwright.sandbox.protocol import Observable, Sandbox


def show(judgement: Judgement) -> None:
    """Print the program's output unchanged, then a line per test, then one line with the verdict."""
    from benchwright.judging.verdict import place_text

    for stage in judgement.execution.stages:
        _pass_on(stage)
    if len(judgement.tests) > 1:
        for test in judgement.tests:
            message = f": {test.message}" if test.message else ""
            print(f"{test.status} {printable(test.name)}{place_text(test.place)}{printable(message)}", file=sys.stderr)
    last = judgement.execution.stages[-1]
    why = f" ({printable(judgement.reason)})" if judgement.reason else ""
    why += place_text(judgement.place, judgement.reason)
    if judgement.message:
        why += f": {printable(judgement.message)}"
    if judgement.canary:
        why += f", {counted(len(judgement.canary), 'run')} with altered tests"
    if judgement.evidence:
        why += f", evidence: {judgement.evidence}"
    reached = f", limits reached: {', '.join(last.limits_hit)}" if last.limits_hit and last.succeeded else ""
    print(
        f"{judgement.verdict}{why}; {last.name} took {last.wall_s:.3f} s, cpu {last.cpu_s:.3f} s, "
        f"memory {last.memory_bytes / (1 << 20):.1f} MiB{reached}, {judgement.execution.toolchain}",
        file=sys.stderr,
    )


def _pass_on(stage: Stage) -> None:
    for stream, target in ((stage.stdout, sys.stdout), (stage.stderr, sys.stderr)):
        target.flush()
        target.buffer.write(stream.head)
        if stream.cut:
            omitted = stream.length - len(stream.head) - len(stream.tail)
            target.buffer.write(f"\n[{omitted} bytes omitted]\n".encode())
        target.buffer.write(stream.tail)
        target.flush()
    for path in (*stage.files, *stage.files_omitted):
        size = len(stage.files[path]) if path in stage.files else "too large"
        print(f"collected {printable(path)}: {size} bytes (contents with --json)", file=sys.stderr)
    _print_observations(stage)


def _print_observations(stage: Stage) -> None:
    seen = stage.observations
    for name, count in seen.denied_calls.items():
        print(f"denied call: {name} ({count})", file=sys.stderr)
    for path in seen.processes:
        print(f"process: {printable(path)}", file=sys.stderr)
    for address, count in seen.network.items():
        print(f"network: {address} ({count})", file=sys.stderr)
    for path, size in seen.files_written.items():
        print(f"written: {printable(path)} ({size} bytes)", file=sys.stderr)


class JudgedRun(msgspec.Struct, frozen=True, kw_only=True):
    """The options of `run` about tests."""

    tests: Path | None
    reference: Path | None
    plan: Path | None
    save_plan: Path | None
    canary: bool
    as_json: bool

    def check(self, program: Program) -> None:
        """Refuse combinations of options that make no sense."""
        if self.tests is None:
            given = {"--reference": self.reference, "--plan": self.plan, "--save-plan": self.save_plan}
            for option in [name for name, value in given.items() if value] + ["--canary"] * self.canary:
                raise UsageError(f"{option} needs tests", "add --tests PATH")
            return
        if program.runs[0].args or program.runs[0].stdin or program.collect or program.observe:
            raise UsageError(
                "--tests cannot be combined with arguments, --stdin, --collect or --observe",
                "remove --tests or the others",
            )
        if self.save_plan and not self.reference:
            raise UsageError("--save-plan needs a reference to calibrate with", "add --reference PATH")

    async def judge(self, sandbox: Sandbox, program: Program, tests: Path) -> Judgement:
        """Judge the program, with a plan calibrated from the reference if there is one."""
        from benchwright.judging import Question, judge_tests
        from benchwright.languages import find_language

        own_name = find_language(program.language).source
        question = Question(
            language=program.language,
            tests=read_text(tests),
            files={name: content for name, content in program.files.items() if name != own_name},
            env=program.env,
            environment=program.environment,
            limits=program.limits,
        )
        question = msgspec.structs.replace(question, plan=await self._plan(sandbox, question))
        if self.canary and question.plan is None:
            print(
                "note: without --reference or --plan, a pass can only be confirmed against the solution's own runs "
                "(evidence: sampled)",
                file=sys.stderr,
            )
        solution = program.files[own_name].decode(errors="surrogateescape")
        return await judge_tests(sandbox, question, solution, canary=self.canary)

    async def _plan(self, sandbox: Sandbox, question: Question) -> TestPlan | None:
        from benchwright.judging import Defect, calibrate
        from benchwright.judging.canary import WANTED_SITES

        if self.reference is None:
            return _read_plan(self.plan) if self.plan else None
        sites = WANTED_SITES if self.canary or self.save_plan else 1
        plan = await calibrate(sandbox, question, read_text(self.reference), sites=sites)
        if isinstance(plan, Defect):
            if self.as_json:
                print_json({"defect": {"reason": plan.reason, "detail": plan.detail}})
            print(f"error: the tests cannot judge solutions: {plan.reason}: {plan.detail}", file=sys.stderr)
            raise typer.Exit(EXIT_FAILED)
        if self.save_plan:
            _write_plan(plan, self.save_plan)
        return plan


def _read_plan(file: Path) -> TestPlan:
    from benchwright.judging import TestPlan

    try:
        return msgspec.json.decode(read_bytes(file), type=TestPlan)
    except msgspec.DecodeError as error:
        raise UsageError(f"{file} is not a test plan: {error}", "create one with --save-plan") from None


def _write_plan(plan: TestPlan, file: Path) -> None:
    with replacement_of(file) as opened:
        opened.write(msgspec.json.format(msgspec.json.encode(plan), indent=2).decode() + "\n")


_UNCONFIRMED = (
    "note: the pass was not confirmed; add --canary (best with --reference) to re-check it with altered tests"
)
_LIMITS = "Limits"
_TESTS = "Tests"
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


@app.command(rich_help_panel=EVALUATE)
def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The program's main source file.", show_default=False)],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="ARGUMENT", help="Arguments for the program, after `--`.", show_default=False),
    ] = None,
    lang: Annotated[
        str, typer.Option("--lang", metavar="LANGUAGE", help="Language id or alias. Default: from the file name.")
    ] = "",
    tests: Annotated[
        Path | None,
        typer.Option(
            "--tests",
            metavar="PATH",
            help="Judge FILE with these tests instead of only running it.",
            rich_help_panel=_TESTS,
        ),
    ] = None,
    reference: Annotated[
        Path | None,
        typer.Option(
            "--reference",
            metavar="PATH",
            help="Correct solution to calibrate the tests with.",
            rich_help_panel=_TESTS,
        ),
    ] = None,
    plan: Annotated[
        Path | None,
        typer.Option("--plan", metavar="PATH", help="Use a test plan written by --save-plan.", rich_help_panel=_TESTS),
    ] = None,
    save_plan: Annotated[
        Path | None,
        typer.Option(
            "--save-plan",
            metavar="PATH",
            help="Write the plan calibrated with --reference to this file.",
            rich_help_panel=_TESTS,
        ),
    ] = None,
    canary: Annotated[
        bool,
        typer.Option(
            "--canary",
            help="Confirm a pass: re-run with altered expected values; the solution must fail exactly those checks. "
            "Best with --reference.",
            rich_help_panel=_TESTS,
        ),
    ] = False,
    stdin: Annotated[
        Path | None,
        typer.Option(
            "--stdin",
            metavar="PATH",
            help="File to use as the program's standard input; `-` forwards this command's own. Default: empty.",
        ),
    ] = None,
    args: Annotated[
        str, typer.Option("--args", metavar="TEXT", help="Arguments for the program, in one shell-quoted string.")
    ] = "",
    files: Annotated[
        list[Path] | None,
        typer.Option("--file", metavar="PATH", help="File or folder to copy into the work folder. Repeatable."),
    ] = None,
    env: Annotated[
        list[str] | None,
        typer.Option("--env", metavar="NAME=VALUE", help="Environment variable for the program. Repeatable."),
    ] = None,
    environment: Annotated[
        str | None,
        typer.Option(
            "--environment",
            metavar="NAME",
            help="Package environment, or none. Default: chosen by imports.",
        ),
    ] = None,
    wall: Annotated[
        float | None,
        typer.Option("--wall", metavar="SECONDS", help="Maximum wall-clock time.", rich_help_panel=_LIMITS),
    ] = None,
    cpu: Annotated[
        float | None,
        typer.Option("--cpu", metavar="SECONDS", help="Maximum CPU time.", rich_help_panel=_LIMITS),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="BYTES", help="Maximum memory, as in 512M.", rich_help_panel=_LIMITS),
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", metavar="N", help="Maximum number of processes and threads.", rich_help_panel=_LIMITS
        ),
    ] = None,
    disk: Annotated[
        str | None,
        typer.Option(
            "--disk", metavar="BYTES", help="Maximum bytes written to files, as in 64M.", rich_help_panel=_LIMITS
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", metavar="BYTES", help="Maximum bytes of output, as in 64M.", rich_help_panel=_LIMITS),
    ] = None,
    collect: Annotated[
        list[str] | None,
        typer.Option(
            "--collect",
            metavar="PATTERN",
            help="Collect files that match this pattern (contents with --json). Repeatable.",
        ),
    ] = None,
    observe: Annotated[
        str,
        typer.Option(
            "--observe",
            metavar="NAMES",
            help="Observe refused system calls (calls), started programs (processes), written files (files) or "
            "contacted addresses (network). Comma-separated.",
        ),
    ] = "",
    require: Annotated[
        str,
        typer.Option(
            "--require",
            metavar="NAMES",
            help="Refuse to run unless these guarantees are enforced (comma-separated). "
            "`benchwright doctor` lists them.",
            rich_help_panel=_LIMITS,
        ),
    ] = "",
    sandbox: SandboxOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON document.")] = False,
) -> None:
    """Run a program in the sandbox, or judge it with tests.

    Prints the program's output, then the verdict, time and memory.

    Exit code: 0 passed, 1 not passed or the tests cannot judge solutions, 2 incorrect usage, 3 the sandbox itself
    failed.
    """
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
        if judgement.passed and tests is not None and not canary:
            print(_UNCONFIRMED, file=sys.stderr)
    if not judgement.passed:
        raise typer.Exit(EXIT_FAILED)


async def _execute(program: Program, judged: JudgedRun, require: list[str], spec: str) -> Judgement:
    from benchwright.judging import judge_plain
    from benchwright.sandbox.remote import open_sandbox

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
        raise UsageError(f"cannot infer the language from {file.name!r}", "add --lang LANGUAGE")
    return language


def _limits(language: Language, changes: dict[str, int | float]) -> Limits | None:
    import msgspec

    from benchwright.sandbox import Limits
    from benchwright.sandbox.plan import check_limits

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
        raise UsageError(f"{text!r} is not a number of bytes", "use 64M, 1G or a plain number") from None


def _observables(text: str) -> list[Observable]:
    from benchwright.sandbox.protocol import Observable

    known: dict[str, Observable] = {name: name for name in get_args(Observable)}
    for name in _words(text):
        if name not in known:
            raise UsageError(f"unknown --observe value {name!r}", f"choose from {', '.join(known)}")
    return [known[name] for name in _words(text)]


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _variables(pairs: list[str]) -> dict[str, str]:
    for pair in pairs:
        if "=" not in pair:
            raise UsageError(f"--env {pair!r} has no value", "use NAME=VALUE")
    return dict(pair.split("=", 1) for pair in pairs)


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise UsageError(f"--args: {str(error).lower()}", "quote as in a shell, or pass arguments after --") from None


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
        raise UsageError(f"--file {language.source} has the same name as the program itself", "rename the file")
    return files
