"""`benchwright demo`: the whole thing on embedded defaults."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from benchwright.cli import EXIT_FAILED, app
from benchwright.cli._progress import progress_of

if TYPE_CHECKING:
    from benchwright.judge import Question
    from benchwright.sandbox import LocalSandbox

_FOLDER = Path(__file__).parent / "_demo"
_GENERATION = "generation"
"""Name of the job that makes problems."""

Row = tuple[str, ...]
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
    from benchwright.cli._demo_evaluation import BENCHMARK, evaluate_all, job_names
    from benchwright.cli._demo_generation import generate_some
    from benchwright.cli._demo_report import kept_jobs
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
    from benchwright.judge.probe import look_up
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

    from benchwright.judge import judge_plain
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

    from benchwright.judge import Question, TestPlan, calibrate

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
    from benchwright.judge import judge_tests

    judgement = await judge_tests(sandbox, question, (folder / entry["file"]).read_text(), canary=True)
    place = f"{judgement.place.part} {judgement.place.line}" if judgement.place else ""
    expected = "yes" if judgement.verdict == entry["verdict"] else "NO"
    advance(entry["file"])
    about = (entry["language"], entry["file"], entry["what"])
    return (*about, judgement.verdict.value, judgement.reason, place, expected)
