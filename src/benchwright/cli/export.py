"""`benchwright export`: training data from jobs."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from benchwright.cli import app
from benchwright.cli._files import replacement_of
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluation.training import Options, Summary
    from benchwright.evaluation.training.rows import Answers, Prefer

commands = typer.Typer(help="Make training data from jobs.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(commands, name="export")

_JOBS = "Job directories of `evaluate`."
_OR_PROBLEMS = f"{_JOBS[:-1]} or `generate`, or files of problems."
Jobs = Annotated[list[str], typer.Argument(metavar="JOB…", help=_JOBS, show_default=False)]
JobsOrProblems = Annotated[list[str], typer.Argument(metavar="JOB…", help=_OR_PROBLEMS, show_default=False)]
Out = Annotated[
    Path,
    typer.Option("--out", metavar="FILE", help="Where to write the rows: .jsonl or .jsonl.gz.", show_default=False),
]
Decontaminate = Annotated[
    list[str],
    typer.Option(
        "--decontaminate",
        metavar="BENCH",
        help="Leave out what this benchmark has: 13 words of a question in a row, or (nearly) the same code. Repeat "
        "for each: file, folder, built-in name or Hugging Face dataset.",
        show_default=False,
    ),
]
Prompt = Annotated[
    str,
    typer.Option("--prompt", metavar="FILE", help="Jinja file to write questions with. Default: the job's own."),
]
AnswersOption = Annotated[
    str,
    typer.Option("--answers", metavar="FORM", help="raw: the model's text as it came. code: its code in one fence."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the counts as one JSON document.")]


@commands.command()
def sft(
    jobs: JobsOrProblems,
    out: Out,
    answers: AnswersOption = "raw",
    per_problem: Annotated[
        int | None, typer.Option("--per-problem", metavar="NUMBER", min=1, help="At most so many samples per problem.")
    ] = None,
    prefer: Annotated[
        str, typer.Option("--prefer", metavar="ORDER", help="Which ones --per-problem keeps: first or shortest.")
    ] = "first",
    references: Annotated[
        bool, typer.Option("--references", help="Also the problems' own solutions as answers.")
    ] = False,
    turns: Annotated[
        bool, typer.Option("--turns", help="Samples of later turns with the whole chat, not the last answer alone.")
    ] = False,
    decontaminate: Decontaminate = [],  # noqa: B006 - typer reads the default and gives a list of its own
    prompt: Prompt = "",
    as_json: AsJson = False,
) -> None:
    """Write chats to imitate: questions with answers that passed, each code once per problem.

    Exit code: 0 done, 2 wrong use or nothing to write; FILE is then as it was.
    """
    from benchwright.evaluation.training import Options

    options = Options(
        answers=_answers(answers),
        per_problem=per_problem,
        prefer=_prefer(prefer),
        references=references,
        turns=turns,
    )
    _export("sft", jobs, out, options, decontaminate, prompt, as_json)


@commands.command()
def pairs(
    jobs: Jobs,
    out: Out,
    answers: AnswersOption = "raw",
    per_problem: Annotated[
        int, typer.Option("--per-problem", metavar="NUMBER", min=1, help="At most so many pairs per problem.")
    ] = 1,
    decontaminate: Decontaminate = [],  # noqa: B006 - typer reads the default and gives a list of its own
    prompt: Prompt = "",
    as_json: AsJson = False,
) -> None:
    """Write preferences: of the same problem an answer that passed and one that failed, as like as there are.

    Exit code: 0 done, 2 wrong use or nothing to write; FILE is then as it was.
    """
    from benchwright.evaluation.training import Options

    options = Options(answers=_answers(answers), per_problem=per_problem)
    _export("pairs", jobs, out, options, decontaminate, prompt, as_json)


@commands.command()
def rl(
    jobs: JobsOrProblems,
    out: Out,
    decontaminate: Decontaminate = [],  # noqa: B006 - typer reads the default and gives a list of its own
    prompt: Prompt = "",
    as_json: AsJson = False,
) -> None:
    """Write tasks for reinforcement learning: a question, and all that it takes to judge an answer to it.

    The rows hold private tests and references: only the trainer may read them, never the policy.

    Exit code: 0 done, 2 wrong use or nothing to write; FILE is then as it was.
    """
    from benchwright.evaluation.training import Options

    _export("rl", jobs, out, Options(), decontaminate, prompt, as_json)


def _export(
    kind: str, jobs: list[str], out: Path, options: Options, benchmarks: list[str], prompt: str, as_json: bool
) -> None:
    from benchwright.evaluation.prompts import find_prompt
    from benchwright.evaluation.training import open_sources, read_decontamination, write_rows

    if not out.name.endswith((".jsonl", ".jsonl.gz")):
        raise UsageError(f"{out} is neither .jsonl nor .jsonl.gz", "name FILE as in rows.jsonl")
    decontamination = read_decontamination(benchmarks)
    with open_sources(jobs, find_prompt(prompt) if prompt else None) as sources, replacement_of(out) as opened:
        if out.suffix == ".gz":
            # Without name and time the same rows are the same bytes.
            with gzip.GzipFile("", "wb", fileobj=opened.buffer, mtime=0) as packed:
                summary = write_rows(kind, sources, options, decontamination, packed.write)
        else:
            summary = write_rows(kind, sources, options, decontamination, opened.buffer.write)
    _say(summary, out, as_json)


def _say(summary: Summary, out: Path, as_json: bool) -> None:
    import msgspec

    from benchwright.cli._output import print_json

    print(f"wrote {summary.rows} rows from {summary.problems} problems to {out}", file=sys.stderr)
    for reason, number in summary.left_out.items():
        print(f"left out: {number} {reason}", file=sys.stderr)
    for name, found in summary.contaminated.items():
        for reason, number in found.items():
            print(f"left out: {number} also in {name} ({reason})", file=sys.stderr)
    if as_json:
        print_json(msgspec.to_builtins(summary))


def _answers(name: str) -> Answers:
    from benchwright.evaluation.training.rows import Answers

    if name not in get_args(Answers):
        raise UsageError(f"--answers cannot be {name!r}", f"it is one of {', '.join(get_args(Answers))}")
    return cast(Answers, name)


def _prefer(name: str) -> Prefer:
    from benchwright.evaluation.training.rows import Prefer

    if name not in get_args(Prefer):
        raise UsageError(f"--prefer cannot be {name!r}", f"it is one of {', '.join(get_args(Prefer))}")
    return cast(Prefer, name)
