"""`benchwright jobs`: list jobs and their progress."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchwright.cli import app
from benchwright.cli._help import INSPECT
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluation.finish import Score
    from benchwright.jobs import Job

_COLUMNS = ("job", "kind", "state", "answers", "answered", "waiting", "judged", "failed", "pass@1", "problems", "begun")
_HEADINGS = {"begun": "started"}
"""Headings of columns that have another name in JSON."""


@app.command(rich_help_panel=INSPECT)
def jobs(
    folders: Annotated[
        list[Path] | None, typer.Argument(metavar="FOLDER", help="Folders to search. Default: the current folder.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List jobs and their progress."""
    from benchwright.cli._output import print_json, print_table
    from benchwright.jobs import find_jobs

    for folder in folders or []:
        if not folder.is_dir():
            raise UsageError(f"there is no folder {folder}", "pass a folder that contains jobs")
    found = [_describe(path) for folder in folders or [Path()] for path in find_jobs(folder)]
    if as_json:
        print_json({"jobs": found})
        return
    if not found:
        print(f"no jobs in {', '.join(map(str, folders)) if folders else 'the current folder'}", file=sys.stderr)
        return
    shown = ({**each, "begun": each["begun"][:16].replace("T", " ")} for each in found)
    headings = [_HEADINGS.get(column, column) for column in _COLUMNS]
    print_table(headings, [tuple(str(each[column]) for column in _COLUMNS) for each in shown])


def _describe(folder: Path) -> dict[str, Any]:
    """Describe a job. One that cannot be read must not hide the others, so its error is a cell."""
    try:
        return _read(folder)
    except UsageError as error:
        empty = dict.fromkeys(_COLUMNS, "")
        return {**empty, "job": str(folder), "state": "unreadable", "answers": str(error)}


def _read(folder: Path) -> dict[str, Any]:
    from benchwright.jobs import read_job
    from benchwright.jobs.job import is_held

    with read_job(folder) as job:
        about = _of_generation(job) if job.manifest.kind == "generation" else _of_evaluation(job)
        state = "running" if is_held(folder) else "done" if about.pop("finished") else "unfinished"
        known = {
            "job": str(folder),
            "kind": job.manifest.kind,
            "state": state,
            "begun": job.manifest.created[:16].replace("T", " "),
        }
        return {**dict.fromkeys(_COLUMNS, ""), **about, **known}


def _of_evaluation(job: Job) -> dict[str, Any]:
    from benchwright.evaluation.reading import score_on_disk
    from benchwright.jobs import State

    answers, judged = job.store.count("answer"), job.store.count("judge")
    # A complete score is current: only rejudging changes such a job, and then there is no score on disk.
    score = score_on_disk(job)
    return {
        "finished": score is not None and score.complete,
        "answers": job.manifest.pinned.get("answers", ""),
        "answered": answers.get(State.DONE, 0),
        "waiting": answers.get(State.WAITING, 0),
        "judged": judged.get(State.DONE, 0),
        "failed": answers.get(State.FAILED, 0) + judged.get(State.FAILED, 0),
        "pass@1": _pass_at_1(score),
    }


def _of_generation(job: Job) -> dict[str, Any]:
    from benchwright.generate.reading import is_finished, published_rows
    from benchwright.generate.work import without_folder
    from benchwright.jobs import State

    rows = published_rows(job.folder)
    return {
        "finished": is_finished(job, rows),
        "answers": without_folder(job.manifest.unpinned.get("specs", {}).get("model", "")),
        "answered": job.store.count("answer").get(State.DONE, 0),
        "waiting": sum(row.waiting for row in rows),
        "failed": sum(row.failed for row in rows),
        "problems": next((row.left for row in rows if row.step == "selection"), 0),
    }


def _pass_at_1(score: Score | None) -> str:
    found = score.metrics.get("pass_at_k", {}).get("pass@1") if score else None
    return f"{found.value:.1%}" if found else ""
