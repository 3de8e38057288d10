"""`benchwright show`: print a job, or one of its problems with every verdict."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import EXIT_FAILED, EXIT_UNSCORED, app
from benchwright.cli._help import INSPECT
from benchwright.cli._options import SandboxOption
from benchwright.cli._output import one_line
from benchwright.cli._show_text import facts
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.judging.solution import SolutionJudgement


def show_rejudged(folder: Path, problem: str, sample: int, turn: int, sandbox: str, *, as_json: bool) -> None:
    """Re-judge an answer, and print its stored and new verdicts."""
    import msgspec

    from benchwright.cli._output import print_json
    from benchwright.evaluation.verify import rejudge_one

    found = asyncio.run(rejudge_one(folder, problem, sample, turn, sandbox))
    if as_json:
        print_json({"problem": problem, "sample": sample, "turn": turn, **msgspec.to_builtins(found)})
    else:
        facts(
            [
                ("answer", f"{problem}, sample {sample}, turn {turn}"),
                ("stored", _summary(found.kept) if found.kept else "not judged"),
                ("now", _summary(found.now) if found.now else f"not judged: {one_line(found.why, 400)}"),
                ("result", "the verdicts differ" if found.differs else "the same verdict" if found.now else ""),
            ]
        )
    if found.now is None:
        raise typer.Exit(EXIT_UNSCORED)
    if found.differs:
        raise typer.Exit(EXIT_FAILED)


def _summary(judgement: SolutionJudgement) -> str:
    from benchwright.judging.verdict import place_text

    failed = judgement.sets.get(judgement.failed)
    place = failed.place if failed else None
    where = place_text(place, judgement.reason)
    by = f" by {judgement.failed} tests" if judgement.failed else ""
    message = f": {failed.message}" if failed and failed.message else ""
    reason = f" ({judgement.reason})" if judgement.reason else ""
    tools = f"; {judgement.toolchain}" if judgement.toolchain else ""
    return one_line(f"{judgement.verdict}{reason}{by}{where}{message}", 400) + one_line(tools, 80)


_LIST, _ANSWERS = "Filter the list", "Answers to one problem"


@app.command(rich_help_panel=INSPECT)
def show(
    job: Annotated[Path, typer.Argument(metavar="JOB", help="Job directory of an evaluation or a generation.")],
    problem: Annotated[
        str, typer.Argument(metavar="PROBLEM", help="Id of a problem or item, or any unique substring of the id.")
    ] = "",
    verdict: Annotated[
        str,
        typer.Option(
            "--verdict",
            metavar="NAME",
            help="List only problems whose first answer has this verdict or state; `failed` means any but passed. For "
            "a generation: only items in this state or step.",
            rich_help_panel=_LIST,
        ),
    ] = "",
    language: Annotated[
        str,
        typer.Option("--language", metavar="NAME", help="List only problems in this language.", rich_help_panel=_LIST),
    ] = "",
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", metavar="N", min=0, help="List at most N problems. Default: 40.", rich_help_panel=_LIST
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            metavar="N",
            min=0,
            help="Show only this answer; the first is 0.",
            rich_help_panel=_ANSWERS,
        ),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn", metavar="N", min=1, help="Show only this turn; the first is 1.", rich_help_panel=_ANSWERS
        ),
    ] = None,
    code: Annotated[
        bool,
        typer.Option(
            "--code", help="Print only the code of one answer, for a file or a pipe.", rich_help_panel=_ANSWERS
        ),
    ] = False,
    run: Annotated[
        bool,
        typer.Option(
            "--run", help="Re-judge one answer on this machine. The job is not changed.", rich_help_panel=_ANSWERS
        ),
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="Do not cut long texts and lines.")] = False,
    sandbox: SandboxOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON document.")] = False,
) -> None:
    """Show a job, or one of its problems with every answer.

    A problem is shown with its answers, their verdicts, and where they failed. Works while the job is running.

    Exit code: 0 shown, 2 incorrect usage; with --code: 1 the answer has no code; with --run: 1 the new verdict differs,
    3 the answer could not be judged.
    """
    from benchwright.jobs.job import check_job
    from benchwright.jobs.manifest import read_manifest

    check_job(job)
    kind = read_manifest(job).kind
    _check(problem, kind, code or run or sample is not None or turn is not None, code, run)
    if not problem:
        _show_job(job, kind, verdict, _language(language), limit, as_json)
    elif kind == "generation":
        _show_item(job, problem, full, as_json)
    elif run:
        name = _problem_name(job, problem)
        show_rejudged(job, name, sample or 0, turn or 1, sandbox, as_json=as_json)
    else:
        _show_problem(job, problem, (sample, turn), code, full, as_json)


def _check(problem: str, kind: str, chosen: bool, code: bool, run: bool) -> None:
    if chosen and not problem:
        raise UsageError("--sample, --turn, --code and --run need a problem", "name the problem after the job")
    if chosen and kind != "evaluation":
        raise UsageError(
            "--sample, --turn, --code and --run need an evaluation job", "pass the directory of an evaluation"
        )
    if code and run:
        raise UsageError("--code and --run cannot be used together", "remove one of them")


def _language(name: str) -> str:
    from benchwright.languages import find_language

    return find_language(name).id if name else ""


def _show_job(job: Path, kind: str, verdict: str, language: str, limit: int | None, as_json: bool) -> None:
    if kind == "generation":
        from benchwright.cli._show_generation import show_generation

        show_generation(job, verdict, language, limit, as_json=as_json)
        return
    from benchwright.cli._show_evaluation import show_evaluation

    _check_verdict(verdict)
    show_evaluation(job, verdict, language, limit, as_json=as_json)


def _check_verdict(name: str) -> None:
    from benchwright.evaluation.reading import FAILED
    from benchwright.judging.verdict import Verdict

    known = (FAILED, *Verdict, "unscored", "unanswered", "defect")
    if name and name not in known:
        raise UsageError(f"unknown verdict {name!r}", f"choose from {', '.join(known)}")


def _problem_name(job: Path, part: str) -> str:
    from benchwright.evaluation.benchmark import load_problems
    from benchwright.evaluation.rejudge import settings_of
    from benchwright.jobs.manifest import read_manifest

    return find_name(part, load_problems(job, settings_of(read_manifest(job)).benchmark))


def _show_problem(
    job: Path, part: str, wanted: tuple[int | None, int | None], code: bool, full: bool, as_json: bool
) -> None:
    from benchwright.cli._output import print_json
    from benchwright.cli._show_evaluation import choose, print_code, problem_document, show_problem
    from benchwright.cli._show_text import FULL, Bounds
    from benchwright.evaluation.reading import read_answers

    problem, answers = read_answers(job, _problem_name(job, part))
    sample, turn = wanted
    if code:
        print_code(choose(answers, sample or 0, turn or 1)[0])
        return
    chosen = choose(answers, sample, turn)
    if as_json:
        print_json(problem_document(job, problem, chosen))
    else:
        show_problem(job, problem, chosen, FULL if full else Bounds())


def _show_item(job: Path, part: str, full: bool, as_json: bool) -> None:
    from benchwright.cli._output import print_json
    from benchwright.cli._show_generation import item_document, show_item
    from benchwright.cli._show_text import FULL, Bounds
    from benchwright.generate.reading import read_generation, read_item

    items = read_generation(job).items
    names = {item.name: item.key for item in items}
    exact = next((item.key for item in items if item.key == part), None)
    item = read_item(job, exact or names[find_name(part, names, "item")])
    if as_json:
        print_json(item_document(job, item))
    else:
        show_item(item, FULL if full else Bounds())


_MOST_NAMED = 8


def find_name(wanted: str, names: Iterable[str], what: str = "problem") -> str:
    """Return `wanted` if it is one of the names, or the only name that contains it."""
    names = list(names)
    if wanted in names:
        return wanted
    found = [name for name in names if wanted in name] or [name for name in names if wanted.lower() in name.lower()]
    if len(found) == 1:
        return found[0]
    shown = ", ".join((found or names)[:_MOST_NAMED])
    more = len(found or names) - _MOST_NAMED
    listed = f"{shown}{f' and {more} more' if more > 0 else ''}"
    if found:
        raise UsageError(f"{wanted!r} matches {len(found)} {what}s", f"choose from {listed}")
    raise UsageError(f"no {what} matches {wanted!r}", f"choose from {listed}" if names else f"there are no {what}s")
