"""`benchwright demo`: generation, evaluation and report on embedded defaults."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from benchwright.cli import EXIT_FAILED, app
from benchwright.cli._generation import GenerationProgress
from benchwright.cli._output import progress_of
from benchwright.errors import UsageError
from benchwright.generate.autocodegen.plan import recorded
from benchwright.generate.finish import Finished
from benchwright.models import ModelOptions
from benchwright.problems import Problem, read_problems

if TYPE_CHECKING:
    from benchwright.evaluation.run import Source
    from benchwright.evaluation.score import Score
    from benchwright.judging import Question
    from benchwright.problems import Problem
    from benchwright.sandbox import LocalSandbox


Row = tuple[str, ...]

BENCHMARK = "starter"
_MODEL = "local:smollm2"
_MAX_TOKENS = 192
"""A small model that has not come to an end by then seldom does."""


def evaluate_all(problems: list[Problem], folder: Path) -> tuple[tuple[str, ...], list[Row], list[str]]:
    """Columns, a row for each that answered, and what is to be said of those that could not; jobs go into `folder`."""
    languages = tuple(dict.fromkeys(problem.language for problem in problems))
    rows: list[Row] = []
    notes: list[str] = []
    for name, source in _sources().items():
        try:
            score = _evaluate(folder / _job_name(name), problems, name, source)
        except UsageError as error:
            notes.append(f"{name} is left out: {error.sentence}")
            continue
        rows.append(_row(name, score, languages))
    return ("answers", "pass@1", "95 % interval", *languages), rows, notes


def job_names() -> list[str]:
    """Names of the jobs that `evaluate_all` makes."""
    return [_job_name(name) for name in _sources()]


def _job_name(source: str) -> str:
    return source.replace(":", "-")


def _sources() -> dict[str, Source]:
    from benchwright.evaluation.prompts import default_prompt
    from benchwright.evaluation.run import Source
    from benchwright.models import ModelOptions
    from benchwright.problems import builtin_folder

    files = sorted((builtin_folder(BENCHMARK) / "answers").glob("*.jsonl"))
    options = ModelOptions(concurrency=os.cpu_count() or 1)
    model = Source(model=_MODEL, prompt=default_prompt("chat"), options=options)
    return {**{file.stem: Source(samples=file, lenient=True) for file in files}, _MODEL: model}


def _evaluate(folder: Path, problems: list[Problem], name: str, source: Source) -> Score:
    from benchwright.cli._evaluation import EvaluationProgress
    from benchwright.evaluation.run import evaluate
    from benchwright.evaluation.settings import Sampling, Settings
    from benchwright.metrics.outcome import Options
    from benchwright.problems import fingerprint

    settings = Settings(
        benchmark=fingerprint(problems),
        answers=source.model or f"samples:{name}",
        sampling=Sampling(max_tokens=_MAX_TOKENS),
    )
    progress = EvaluationProgress(name)
    try:
        by_id = {problem.id: problem for problem in problems}
        done = asyncio.run(evaluate(folder, by_id, settings, source, options=Options(), begin=progress.begin))
    finally:
        progress.end()
    return done.score


def _row(name: str, score: Score, languages: tuple[str, ...]) -> Row:
    overall = score.metrics["pass_at_k"].get("pass@1")
    slices = score.metrics["slices"]
    cells = [slices.get(f"language={language}") for language in languages]
    if overall is None:
        return (name, "-", "", *("-" for _ in languages))
    interval = (
        f"{overall.low:.0%} to {overall.high:.0%}" if overall.low is not None and overall.high is not None else ""
    )
    return (name, f"{overall.value:.1%}", interval, *(f"{cell.value:.0%}" if cell else "-" for cell in cells))


RECORDING = "starter"
_LANGUAGES = ("python",)
"""All of them would take a quarter of an hour."""


def generate_some(found: set[str], folder: Path) -> tuple[Finished, list[Problem]]:
    """What came of the items of a few languages that were found here, and their problems."""
    only = tuple(name for name in _LANGUAGES if name in found)
    planned = recorded(RECORDING, ModelOptions()).keeping_to(only)
    progress = GenerationProgress(planned)
    try:
        finished = asyncio.run(planned.run(folder, progress.hear))
    finally:
        progress.end()
    return finished, read_problems(folder / "problems.jsonl")


_MARKER = ".benchwright-demo"
"""File by which the folder of a demo is known: only in such a one jobs are replaced."""


class Kept:
    """Where the demo's jobs lie, and what is to be said about them at the end."""

    def __init__(self, folder: Path, jobs: Sequence[str] = (), *, asked_for: bool) -> None:
        self.folder = folder
        """Its jobs are folders in it."""
        self.told = ""
        """Where the report is, or why there is none."""
        self._jobs = tuple(jobs)
        self._asked_for = asked_for

    def write_report(self) -> None:
        """A site of all jobs, where somebody wants to keep them."""
        from benchwright.jobs import find_jobs
        from benchwright.report.site import Explorer, write_site
        from benchwright.report.site.page import built_assets

        if not self._asked_for:
            return
        try:
            built_assets()
            jobs = [job for name in self._jobs for job in find_jobs(self.folder / name)]
            written = write_site(Explorer(jobs), self.folder / "report")
        except UsageError as error:
            self.told = f"No report: {error.sentence}"
        else:
            self.told = f"All of this to look at, down to every verdict: open {written.page}"


@contextlib.contextmanager
def kept_jobs(out: Path | None, jobs: Sequence[str]) -> Iterator[Kept]:
    """The folder asked for, without these jobs of an older demo; or one that is gone in the end."""
    if out is None:
        with tempfile.TemporaryDirectory(prefix="benchwright-demo-") as folder:
            yield Kept(Path(folder), asked_for=False)
        return
    try:
        _empty(out, jobs)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}", "check the path") from None
    yield Kept(out, jobs, asked_for=True)


def _empty(folder: Path, jobs: Sequence[str]) -> None:
    """Of the demo's own jobs: what else somebody keeps there stays. The older report stands until the new one."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / _MARKER).exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} has other files in it", "name a new or empty folder, or that of an older demo")
    (folder / _MARKER).touch()
    for path in (folder / name for name in jobs):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


_FOLDER = Path(__file__).parent / "_demo"
_GENERATION = "generation"
"""Name of the job that makes problems."""

Entry = dict[str, Any]
Advance = Callable[[str], None]


@app.command()
def demo(
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep the jobs there, in place of an older demo, with a report."),
    ] = None,
) -> None:
    """Make problems from code, evaluate a small model on them, run good and bad programs, judge right, wrong and
    cheating solutions; show it all."""
    from benchwright.cli._generation import print_funnel
    from benchwright.cli._output import print_table

    languages, programs, solutions, weak = asyncio.run(_run())
    found = {name for name, state, _ in languages if state == "found"}
    with kept_jobs(out, (_GENERATION, *job_names())) as kept:
        made, problems = generate_some(found, kept.folder / _GENERATION)
        columns, scores, notes = evaluate_all(problems, kept.folder)
        kept.write_report()
    typer.echo("Languages of this machine (`benchwright languages --probe` tries them):\n")
    print_table(("language", "state", "toolchain"), languages)
    typer.echo("\nPrograms, each in a sandbox of its own:\n")
    print_table(("program", "what it does", "verdict", "s", "MiB", "as expected"), programs)
    typer.echo("\nSolutions to one problem, judged by its tests; a pass must also fail a canary:\n")
    print_table(("language", "solution", "what it does", "verdict", "reason", "line", "as expected"), solutions)
    typer.echo("\nProblems made from code: recorded answers of a model, all else done now. What came to each step:\n")
    print_funnel(made.funnel)
    typer.echo(
        f"\nAnswers to these {made.problems} problems by a small model on this machine, and two recorded ones:\n"
    )
    print_table(columns, scores)
    for note in notes:
        typer.echo(note)
    if kept.told:
        typer.echo(f"\n{kept.told}")
    typer.echo("\nThe same with yours: benchwright generate autocodegen FOLDER --model openai:NAME@URL --out JOB")
    typer.echo(f"                     benchwright evaluate {BENCHMARK} --model openai:NAME@URL --out JOB")
    if weak:
        typer.echo(f"\nNot enforced on this machine, only watched: {', '.join(weak)}; see `benchwright doctor`.")
    if any(row[-1] != "yes" for row in (*programs, *solutions)):
        raise typer.Exit(EXIT_FAILED)


async def _run() -> tuple[list[Row], list[Row], list[Row], list[str]]:
    from benchwright.judging.probe import look_up
    from benchwright.languages import languages
    from benchwright.sandbox import LocalSandbox
    from benchwright.sandbox.local import missing_guarantees
    from benchwright.sandbox.protocol import Guarantee

    statuses = [look_up(language) for language in languages().values()]
    found = {status.language for status in statuses if status.found}
    states: list[Row] = [
        (status.language, "found" if status.found else "missing", status.toolchain or status.hint)
        for status in statuses
    ]
    programs = [entry for entry in _entries("programs") if entry["language"] in found]
    solutions = [entry for entry in _entries("solutions") if entry["language"] in found]
    async with LocalSandbox() as sandbox:
        weak = missing_guarantees(await sandbox.guarantees(), get_args(Guarantee))
        with progress_of(len(programs) + len(solutions), "demo") as advance:
            program_rows = [await _run_program(sandbox, entry, advance) for entry in programs]
            solution_rows = await _judge_solutions(sandbox, solutions, advance)
    return states, program_rows, solution_rows, weak


def _entries(kind: str) -> list[Entry]:
    file = {"programs": "programs.toml", "solutions": "judged.toml"}[kind]
    entries: list[Entry] = tomllib.loads((_FOLDER / file).read_text())[kind]
    return entries


async def _run_program(sandbox: LocalSandbox, entry: Entry, advance: Advance) -> Row:
    import msgspec

    from benchwright.judging import judge_plain
    from benchwright.languages import find_language
    from benchwright.sandbox import Limits, Program

    language = find_language(entry["language"])
    limits = msgspec.structs.replace(Limits(), **{**language.limits, **entry.get("limits", {})})
    source = (_FOLDER / entry["file"]).read_bytes()
    program = Program(language=language.id, files={language.source: source}, limits=limits)
    judgement = judge_plain(await sandbox.run(program))
    stage = judgement.execution.stages[-1]
    printed = stage.stdout.data.decode(errors="replace")
    expected = judgement.verdict == entry["verdict"] and printed == entry.get("stdout", printed)
    advance(entry["file"])
    return (
        entry["file"],
        entry["what"],
        judgement.verdict.value,
        f"{stage.wall_s:.2f}",
        f"{stage.memory_bytes / (1 << 20):.1f}",
        "yes" if expected else "NO",
    )


async def _judge_solutions(sandbox: LocalSandbox, entries: Iterable[Entry], advance: Advance) -> list[Row]:
    """One calibration per language, then its solutions."""
    by_language: dict[str, list[Entry]] = {}
    for entry in entries:
        by_language.setdefault(entry["language"], []).append(entry)
    groups = [_judge_language(sandbox, name, group, advance) for name, group in by_language.items()]
    return [row for rows in await asyncio.gather(*groups) for row in rows]


async def _judge_language(sandbox: LocalSandbox, name: str, entries: list[Entry], advance: Advance) -> list[Row]:
    import msgspec

    from benchwright.judging import Question, TestPlan, calibrate

    folder = _FOLDER / "judged" / name
    suffix = Path(entries[0]["file"]).suffix
    question = Question(language=name, tests=(folder / f"tests{suffix}").read_text())
    plan = await calibrate(sandbox, question, (folder / f"reference{suffix}").read_text())
    if not isinstance(plan, TestPlan):
        return [(name, each["file"], each["what"], "defect", plan.detail, "", "NO") for each in entries]
    question = msgspec.structs.replace(question, plan=plan)
    return [await _judge_solution(sandbox, question, folder, entry, advance) for entry in entries]


async def _judge_solution(
    sandbox: LocalSandbox, question: Question, folder: Path, entry: Entry, advance: Advance
) -> Row:
    from benchwright.judging import judge_tests

    judgement = await judge_tests(sandbox, question, (folder / entry["file"]).read_text(), canary=True)
    place = f"{judgement.place.part} {judgement.place.line}" if judgement.place else ""
    expected = "yes" if judgement.verdict == entry["verdict"] else "NO"
    advance(entry["file"])
    about = (entry["language"], entry["file"], entry["what"])
    return (*about, judgement.verdict.value, judgement.reason, place, expected)
