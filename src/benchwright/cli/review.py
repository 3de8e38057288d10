"""`benchwright review`: read, solve and rate problems on a local web page."""

from __future__ import annotations

import contextlib
import itertools
import shlex
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import EXIT_FAILED, EXIT_UNSCORED, app
from benchwright.cli._help import BUILD
from benchwright.cli._options import SandboxOption
from benchwright.cli._output import counted, print_table, printable
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.report.reviewing import ReviewOverview, ReviewSummary, Spread
    from benchwright.report.reviewing.export import Export
    from benchwright.report.reviewing.store import Reviewed


_ENDS = {"difficulty": "trivial … hard", "clarity": "unclear … clear", "test quality": "meaningless … correct"}
_SHOWN = 10


def print_overview(found: ReviewOverview) -> None:
    """Print the summary as tables."""
    summary = found.summary
    typer.echo(f"{summary.reviewed} of {summary.problems} problems reviewed by {_people(summary)}")
    print_table(("decision", "reviews"), [(name, str(count)) for name, count in _decisions(summary)])
    print_table(
        ("", "here", "of", "published"),
        [(row.name, _share(row.part, row.whole), str(row.whole), _percent(row.published)) for row in found.study],
    )
    typer.echo(_tries(summary))
    ratings = {"difficulty": summary.difficulty, "clarity": summary.clarity, "test quality": summary.test_quality}
    rows = [_rating(name, spread) for name, spread in ratings.items()]
    print_table(("rating", "1", "2", "3", "4", "5", "mean", "1 … 5"), rows)
    for what, names in (("corrected", summary.corrected), ("rejected", summary.rejected)):
        if names:
            typer.echo(f"{what}: {_listed(names)}")
    typer.echo(f"published: {found.source}")


def print_export(exported: Export, file: Path) -> None:
    """Print how many problems were written, and each excluded one with the reason."""
    for what, found in (("fails", exported.unsound), ("cannot be checked here", exported.unchecked)):
        for name, why in found.items():
            print(f"excluded {printable(name)}: its correction {what}: {printable(why)}", file=sys.stderr)
    for name in exported.rejected:
        print(f"excluded {printable(name)}: rejected", file=sys.stderr)
    details = f"{len(exported.corrected)} corrected, {exported.open} without a decision"
    print(f"wrote {counted(len(exported.problems), 'problem')} to {file} ({details})", file=sys.stderr)


def _people(summary: ReviewSummary) -> str:
    return ", ".join(map(printable, summary.reviewers)) or "nobody yet"


def _decisions(summary: ReviewSummary) -> Iterable[tuple[str, int]]:
    return ((name, summary.decisions.get(name, 0)) for name in ("accepted", "rejected", "corrected"))


def _tries(summary: ReviewSummary) -> str:
    """Describe how many attempts the solved problems took."""
    if not summary.solved:
        tried = counted(summary.tried, "problem")
        return f"{tried} attempted, none solved yet" if summary.tried else "no problem attempted yet"
    cumulative = (0, *summary.solved_after)
    new = [after - before for before, after in itertools.pairwise(cumulative)]
    needed = sum(tries * count for tries, count in enumerate(new, start=1)) / summary.solved
    most = max(tries for tries, count in enumerate(new, start=1) if count)
    return f"attempts per solved problem: {needed:.1f} on average, {most} at most"


def _rating(name: str, spread: Spread) -> tuple[str, ...]:
    mean = "-" if spread.mean is None else f"{spread.mean:.2f}"
    return (name, *map(str, spread.counts), mean, _ENDS[name])


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}%"


def _listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(map(printable, names[:_SHOWN])) + more


@app.command(rich_help_panel=BUILD)
def review(
    job: Annotated[
        str,
        typer.Argument(metavar="JOB", help="Job directory of a generation or evaluation, or a benchmark with --out."),
    ],
    reviewer: Annotated[
        str, typer.Option("--reviewer", metavar="NAME", help="Name of the reviewer. Default: the login name.")
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FOLDER", help="Folder for the reviews. Default: in the job.", show_default=False
        ),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port of the page; 0 picks a free one.")
    ] = 0,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Print the page's address without opening a browser.")
    ] = False,
    summary: Annotated[bool, typer.Option("--summary", help="Print a summary of the reviews and exit.")] = False,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export",
            metavar="FILE",
            help="Write the reviewed benchmark, without rejected problems and with corrections that are sound.",
            show_default=False,
        ),
    ] = None,
    sandbox: SandboxOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="With --summary: print one JSON document.")] = False,
) -> None:
    """Review problems by hand on a local web page.

    Runs until Ctrl-C. Every change is saved immediately.

    Exit code: 0 done, 1 a corrected problem failed its check and is excluded from --export, 2 incorrect usage, 3 a
    corrected problem could not be checked on this machine.
    """
    from benchwright.report.reviewing.store import find_reviewed

    if as_json and not summary:
        raise UsageError("--json needs --summary", "add --summary")
    reviewed = find_reviewed(job, out)
    if summary:
        _summarise(reviewed, as_json)
    if export is not None:
        _export(reviewed, export, sandbox)
    if not summary and export is None:
        _serve(reviewed, reviewer, port, sandbox, open_browser=not no_open)


def _serve(reviewed: Reviewed, reviewer: str, port: int, sandbox: str, *, open_browser: bool) -> None:
    from benchwright.report.reviewing.store import checked_name
    from benchwright.server.review.run import serve_review

    name = checked_name(reviewer or _login_name())

    def opened(address: str) -> None:
        typer.echo(
            f"Reviewing {counted(len(reviewed.problems), 'problem')} of {reviewed.name} as {name}. "
            "Press Ctrl-C to stop.",
            err=True,
        )
        print(address, flush=True)
        if open_browser:
            _open(ending.enter_context(_forwarding(address)).as_uri())

    with contextlib.ExitStack() as ending:
        serve_review(reviewed, name, port=port, sandbox=sandbox, opened=opened)
    where = "" if reviewed.folder == Path(reviewed.name) else f" --out {shlex.quote(str(reviewed.folder))}"
    command = f"benchwright review {shlex.quote(reviewed.name)}{where} --summary"
    typer.echo(f"The reviews are in {reviewed.folder}. Summarize them with `{command}`.", err=True)


@contextlib.contextmanager
def _forwarding(address: str) -> Iterator[Path]:
    """Write a page, readable only by this user, that redirects to the address.

    The address contains the token, and every user of the machine can see the arguments a browser is started with.
    """
    import html
    import tempfile

    shown = html.escape(address)
    with tempfile.NamedTemporaryFile("w", prefix="benchwright-review-", suffix=".html", encoding="utf-8") as file:
        file.write(
            f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={shown}">'
            f'<title>Review</title><a href="{shown}">Open the review</a>\n'
        )
        file.flush()
        yield Path(file.name)


def _open(address: str) -> None:
    """Open a browser in a thread, as some browsers block until they are closed."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _login_name() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "reviewer"


def _summarise(reviewed: Reviewed, as_json: bool) -> None:
    import msgspec

    from benchwright.cli._output import print_json
    from benchwright.report.reviewing.store import read_reviews
    from benchwright.report.reviewing.summary import overview

    found = overview(reviewed.name, reviewed.problems.keys(), read_reviews(reviewed.folder))
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        print_overview(found)


def _export(reviewed: Reviewed, file: Path, sandbox: str) -> None:
    import asyncio

    from benchwright.cli._files import replacement_of
    from benchwright.problems import write_problems
    from benchwright.report.reviewing.export import export_reviewed
    from benchwright.report.reviewing.store import read_reviews
    from benchwright.sandbox.remote import open_sandbox

    reviews = read_reviews(reviewed.folder)

    async def made() -> Export:
        async with open_sandbox(sandbox) as opened:
            return await export_reviewed(opened, reviewed.problems, reviews)

    # Opened before the work, so that a path that cannot be written fails immediately.
    with replacement_of(file) as opened:
        exported = asyncio.run(made())
        if not exported.problems:
            raise UsageError("no problems are left: all were rejected or failed their check", "review them again")
        opened.writelines(write_problems(exported.problems, "benchwright").lines)
    print_export(exported, file)
    if exported.unsound:
        raise typer.Exit(EXIT_FAILED)
    if exported.unchecked:
        raise typer.Exit(EXIT_UNSCORED)
