"""`benchwright show JOB PROBLEM --run`: one kept answer judged again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from benchwright.cli import EXIT_FAILED, EXIT_UNSCORED
from benchwright.cli._printable import one_line
from benchwright.cli._show_text import facts

if TYPE_CHECKING:
    from benchwright.judge.solution import SolutionJudgement


def show_again(folder: Path, problem: str, sample: int, turn: int, sandbox: str, *, as_json: bool) -> None:
    """Judge it, and say what it was and what it is."""
    import msgspec

    from benchwright.cli._output import print_json
    from benchwright.evaluate.once_more import judge_once_more

    found = asyncio.run(judge_once_more(folder, problem, sample, turn, sandbox))
    if as_json:
        print_json({"problem": problem, "sample": sample, "turn": turn, **msgspec.to_builtins(found)})
    else:
        facts(
            [
                ("answer", f"{problem}, sample {sample}, turn {turn}"),
                ("kept", _told(found.kept) if found.kept else "not judged"),
                ("now", _told(found.now) if found.now else f"not judged: {one_line(found.why, 400)}"),
                ("", "the verdicts differ" if found.differs else "the same verdict" if found.now else ""),
            ]
        )
    if found.now is None:
        raise typer.Exit(EXIT_UNSCORED)
    if found.differs:
        raise typer.Exit(EXIT_FAILED)


def _told(judgement: SolutionJudgement) -> str:
    failed = judgement.sets.get(judgement.failed)
    place = failed.place if failed else None
    where = f" at line {place.line} of the {place.part}" if place else ""
    by = f" by {judgement.failed} tests" if judgement.failed else ""
    said = f": {failed.message}" if failed and failed.message else ""
    reason = f" ({judgement.reason})" if judgement.reason else ""
    tools = f"; {judgement.toolchain}" if judgement.toolchain else ""
    return one_line(f"{judgement.verdict}{reason}{by}{where}{said}", 400) + one_line(tools, 80)
