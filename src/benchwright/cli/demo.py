"""`benchwright demo`: generation, evaluation and report on bundled data."""

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
from benchwright.cli._help import EVALUATE
from benchwright.cli._output import print_table, progress_of
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluation.finish import Score
    from benchwright.evaluation.run import Source
    from benchwright.generate.autocodegen.plan import AutocodegenPlan
    from benchwright.generate.finish import Finished
    from benchwright.judging import Question
    from benchwright.problems import Problem
    from benchwright.sandbox import LocalSandbox


Row = tuple[str, ...]

BENCHMARK = "starter"
_MODEL = "local:smollm2"
_MAX_TOKENS = 192
"""Enough for a small model: one that writes more rarely finishes."""
_RECORDED = {"first": "recorded-llm-1", "second": "recorded-llm-2"}
"""File of recorded answers → name of its job, which is also its name on the leaderboard."""
_ANSWERED_BY = (
    ("recorded-llm-1, -2", "two recorded answer sets of the large model that also wrote the problems"),
    ("smollm2", f"a small model that runs on this machine ({_MODEL})"),
)


def evaluate_all(problems: list[Problem], folder: Path) -> tuple[tuple[str, ...], list[Row], list[str]]:
    """Evaluate each source of answers as a job in `folder`.

    Returns:
        The columns, one row per source, and one note per source that could not be evaluated.
    """
    languages = tuple(dict.fromkeys(problem.language for problem in problems))
    rows: list[Row] = []
    notes: list[str] = []
    for name, source in _sources().items():
        try:
            score = _evaluate(folder / name, problems, name, source)
        except UsageError as error:
            notes.append(f"{name} was skipped: {error.sentence}")
            continue
        rows.append(_row(name, score, languages))
    return ("answers", "pass@1", "95 % interval", *languages), rows, notes


def job_names() -> list[str]:
    """Return the names of the jobs that `evaluate_all` creates."""
    return list(_sources())


def _sources() -> dict[str, Source]:
    """Map the name of each job to its source of answers."""
    from benchwright.evaluation.prompts import default_prompt
    from benchwright.evaluation.run import Source
    from benchwright.models import ModelOptions
    from benchwright.problems import builtin_folder

    files = sorted((builtin_folder(BENCHMARK) / "answers").glob("*.jsonl"))
    options = ModelOptions(concurrency=os.cpu_count() or 1)
    model = Source(model=_MODEL, prompt=default_prompt("chat"), options=options)
    recordings = {_RECORDED.get(file.stem, file.stem): Source(samples=file, lenient=True) for file in files}
    return {**recordings, _MODEL.partition(":")[2]: model}


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
    work = evaluate(
        folder,
        {problem.id: problem for problem in problems},
        settings,
        source,
        options=Options(),
        unpinned={"benchmark": "demo"},
        begin=progress.begin,
    )
    try:
        return asyncio.run(work).score
    finally:
        progress.end()


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
_LIMIT = 3
"""The first items in Python. The whole recording would take a quarter of an hour, and the small model takes about 20
CPU seconds per problem."""


def replay_subset(folder: Path) -> tuple[Finished, list[Problem]]:
    """Replay a few items of the recording as a job in `folder`, and return its problems."""
    from benchwright.generate.autocodegen.plan import replayed
    from benchwright.models import ModelOptions
    from benchwright.problems import read_problems

    planned = _part_of(replayed(RECORDING, ModelOptions()), _LANGUAGES, _LIMIT)
    progress = GenerationProgress(planned)
    try:
        finished = asyncio.run(planned.run(folder, progress.update))
    finally:
        progress.end()
    return finished, read_problems(folder / "problems.jsonl")


def _part_of(planned: AutocodegenPlan, languages: tuple[str, ...], limit: int) -> AutocodegenPlan:
    """Reduce a plan to the first items in these languages, so that the job is done when they are.

    `restricted_to` would leave a job that still has the other items to do.
    """
    import msgspec

    from benchwright.generate.autocodegen.items import choose_items
    from benchwright.generate.production import seeds_digest

    items = [item for item in choose_items(planned.harvest.seeds, planned.settings) if item.language in languages]
    items = items[:limit]
    seeds = tuple(item.seed for item in items)
    settings = msgspec.structs.replace(
        planned.settings,
        languages=languages,
        translate_to=(),
        count=len(items),
        oversample=1.0,
        seeds=seeds_digest(seeds),
    )
    harvest = msgspec.structs.replace(planned.harvest, seeds=seeds, read=len(seeds), dropped={})
    unpinned = {**planned.unpinned, "only": languages, "limit": limit}
    return msgspec.structs.replace(planned, harvest=harvest, settings=settings, unpinned=unpinned)


_MARKER = ".benchwright-demo"
"""File that marks the folder of a demo: jobs are replaced only in such a folder."""


class DemoFolder:
    """The folder of the demo's jobs, and what to print about it at the end."""

    def __init__(self, folder: Path, jobs: Sequence[str] = (), *, asked_for: bool) -> None:
        self.folder = folder
        self.message = ""
        """Where the report is, or why there is none."""
        self._jobs = tuple(jobs)
        self._asked_for = asked_for

    def write_report(self) -> None:
        """Write a site of all jobs, if the user asked to keep them."""
        from benchwright.jobs import find_jobs
        from benchwright.report.site import Explorer, write_site
        from benchwright.report.site.page import built_assets

        if not self._asked_for:
            self.message = "Add `--out DIR` to keep the jobs and get a report that shows every answer and verdict."
            return
        try:
            built_assets()
            jobs = [job for name in self._jobs for job in find_jobs(self.folder / name)]
            written = write_site(Explorer(jobs, title="benchwright demo"), self.folder / "report")
        except UsageError as error:
            self.message = f"No report: {error.sentence}"
        else:
            self.message = f"Report with every answer and verdict: open {written.page}"


@contextlib.contextmanager
def kept_jobs(out: Path | None, jobs: Sequence[str]) -> Iterator[DemoFolder]:
    """Prepare the folder for the jobs: `out` without these jobs of an earlier demo, or a temporary folder."""
    if out is None:
        with tempfile.TemporaryDirectory(prefix="benchwright-demo-") as folder:
            yield DemoFolder(Path(folder), asked_for=False)
        return
    try:
        _empty(out, jobs)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}", "check the path") from None
    yield DemoFolder(out, jobs, asked_for=True)


def _empty(folder: Path, jobs: Sequence[str]) -> None:
    """Remove the demo's own jobs. Other files stay, and the old report stays until the new one replaces it."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / _MARKER).exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} contains other files", "choose a new or empty folder, or that of an earlier demo")
    (folder / _MARKER).touch()
    for path in (folder / name for name in jobs):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


_FOLDER = Path(__file__).parent / "_demo"
_GENERATION = "generation"
"""Name of the job that generates the problems."""

Entry = dict[str, Any]
Advance = Callable[[str], None]

_NEXT = """
What to do next (MODEL is openai:NAME@URL, or local:smollm2):
  Evaluate models  benchwright evaluate starter --model MODEL --out JOB
  Build from code  benchwright generate autocodegen REPO --model MODEL --out JOB
  Check problems   benchwright check JOB/problems.jsonl
  Serve over HTTP  benchwright serve
  Read the docs    README.md, docs/, and `benchwright COMMAND --help`"""


@app.command(rich_help_panel=EVALUATE)
def demo(
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Keep the jobs in this folder, with a report. Replaces an earlier demo."
        ),
    ] = None,
) -> None:
    """Run each part of benchwright once, on bundled data.

    Runs good and bad programs, judges correct, wrong and cheating solutions, generates problems from recorded model
    answers, and evaluates a small local model and two recorded answer sets on them. Takes about two minutes.

    Exit code: 0 every verdict is as expected, 1 some are not, 2 incorrect usage.
    """
    from benchwright.cli._generation import print_funnel

    with kept_jobs(out, (_GENERATION, *job_names())) as kept:
        found = _show_languages()
        rows, weak = asyncio.run(_show_verdicts(found))
        made, problems = replay_subset(kept.folder / _GENERATION)
        typer.echo(
            "\n3. Problems generated from source code. The model's answers are recorded, everything else ran now.\n"
            "   Items entering and leaving each step:\n"
        )
        print_funnel(made.funnel)
        columns, scores, notes = evaluate_all(problems, kept.folder)
        typer.echo(
            f"\n4. Answers to these {made.problems} problems, evaluated.\n"
            "   pass@1 is the share of problems that one answer solves:\n"
        )
        print_table(columns, scores)
        typer.echo()
        for name, what in _ANSWERED_BY:
            typer.echo(f"{name}: {what}")
        for note in notes:
            typer.echo(note)
        kept.write_report()
    typer.echo(f"\n{kept.message}")
    if weak:
        typer.echo(f"\nNot enforced on this machine: {', '.join(weak)}. Run `benchwright doctor` for details.")
    typer.echo(_NEXT)
    if any(row[-1] != "yes" for row in rows):
        raise typer.Exit(EXIT_FAILED)


def _show_languages() -> set[str]:
    """Print how many languages are available, and return their ids."""
    from benchwright.judging.probe import look_up
    from benchwright.languages import languages

    statuses = [look_up(language) for language in languages().values()]
    missing = [status.language for status in statuses if not status.found]
    found = {status.language for status in statuses if status.found}
    listed = f"; not installed: {', '.join(missing)}" if missing else ""
    typer.echo("This demo takes about two minutes.\n")
    typer.echo(f"{len(found)} of {len(statuses)} languages are available{listed}.")
    typer.echo("`benchwright languages` lists them and says how to install the others.")
    return found


async def _show_verdicts(found: set[str]) -> tuple[list[Row], list[str]]:
    """Run the programs and judge the solutions in these languages. Return their rows and the missing guarantees."""
    from benchwright.sandbox import LocalSandbox
    from benchwright.sandbox.local import missing_guarantees
    from benchwright.sandbox.protocol import Guarantee

    programs = [entry for entry in _entries("programs") if entry["language"] in found]
    solutions = [entry for entry in _entries("solutions") if entry["language"] in found]
    async with LocalSandbox() as sandbox:
        weak = missing_guarantees(await sandbox.guarantees(), get_args(Guarantee))
        with progress_of(len(programs), "programs") as advance:
            program_rows = [await _run_program(sandbox, entry, advance) for entry in programs]
        typer.echo("\n1. Programs run in the sandbox, good and bad. Each must get the expected verdict:\n")
        print_table(("program", "what it does", "verdict", "s", "MiB", "as expected"), program_rows)
        with progress_of(len(solutions), "solutions") as advance:
            solution_rows = await _judge_solutions(sandbox, solutions, advance)
    typer.echo(
        "\n2. Right, wrong and cheating solutions to one problem: return the longest run of equal characters.\n"
        "   A pass is confirmed with altered tests, which the solution must fail:\n"
    )
    columns = ("language", "solution", "what it does", "verdict", "reason", "line", "as expected")
    print_table(columns, solution_rows)
    return [*program_rows, *solution_rows], weak


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
    """Calibrate the tests of each language once, then judge its solutions."""
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
