"""`benchwright export`: write training data from jobs."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from benchwright.cli import app
from benchwright.cli._files import replacement_of
from benchwright.cli._help import INSPECT, Commands
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluation.training import Options, Summary
    from benchwright.evaluation.training.rows import Answers, Prefer

commands = Commands(help="Export training data from jobs.", no_args_is_help=True)
app.add_typer(commands, name="export", rich_help_panel=INSPECT)

_JOBS = "Job directories of `evaluate`."
_OR_PROBLEMS = f"{_JOBS[:-1]} or `generate`, or files of problems."
Jobs = Annotated[list[str], typer.Argument(metavar="JOB", help=_JOBS, show_default=False)]
JobsOrProblems = Annotated[list[str], typer.Argument(metavar="JOB", help=_OR_PROBLEMS, show_default=False)]
Out = Annotated[
    Path,
    typer.Option("--out", metavar="FILE", help="File to write the rows to: .jsonl or .jsonl.gz.", show_default=False),
]
Decontaminate = Annotated[
    list[str],
    typer.Option(
        "--decontaminate",
        metavar="BENCH",
        help="Exclude rows that overlap with this benchmark: 13 consecutive words of a question, or (nearly) the same "
        "code. File, folder, built-in benchmark or Hugging Face dataset. Repeatable.",
        show_default=False,
    ),
]
Prompt = Annotated[
    str,
    typer.Option("--prompt", metavar="FILE", help="Jinja template of the questions. Default: the job's."),
]
AnswersOption = Annotated[
    str,
    typer.Option(
        "--answers", metavar="FORM", help="raw: the model's text, unchanged. code: only its code, in one fence."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the counts as one JSON document.")]


@commands.command()
def sft(
    jobs: JobsOrProblems,
    out: Out,
    answers: AnswersOption = "raw",
    per_problem: Annotated[
        int | None, typer.Option("--per-problem", metavar="N", min=1, help="Write at most N samples per problem.")
    ] = None,
    prefer: Annotated[
        str, typer.Option("--prefer", metavar="ORDER", help="Samples that --per-problem keeps: first or shortest.")
    ] = "first",
    references: Annotated[
        bool, typer.Option("--references", help="Add the problems' reference solutions as answers.")
    ] = False,
    turns: Annotated[
        bool,
        typer.Option("--turns", help="Write the whole chat of samples with several turns, not only the last answer."),
    ] = False,
    decontaminate: Decontaminate = [],  # noqa: B006 - typer copies the default
    prompt: Prompt = "",
    as_json: AsJson = False,
) -> None:
    """Write chats for supervised fine-tuning: questions with passing answers.

    Duplicate solutions to a problem are written once.

    Exit code: 0 done, 2 incorrect usage or nothing to write; FILE is then unchanged.
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
        int, typer.Option("--per-problem", metavar="N", min=1, help="Write at most N pairs per problem.")
    ] = 1,
    decontaminate: Decontaminate = [],  # noqa: B006 - typer copies the default
    prompt: Prompt = "",
    as_json: AsJson = False,
) -> None:
    """Write preference pairs: a passing and a failing answer to each problem.

    The two answers of a pair are as similar as possible.

    Exit code: 0 done, 2 incorrect usage or nothing to write; FILE is then unchanged.
    """
    from benchwright.evaluation.training import Options

    options = Options(answers=_answers(answers), per_problem=per_problem)
    _export("pairs", jobs, out, options, decontaminate, prompt, as_json)


@commands.command()
def rl(
    jobs: JobsOrProblems,
    out: Out,
    decontaminate: Decontaminate = [],  # noqa: B006 - typer copies the default
    prompt: Prompt = "",
    as_json: AsJson = False,
) -> None:
    """Write reinforcement learning tasks: questions with their tests.

    Each row has everything needed to judge an answer, including private tests and references: only the trainer may read
    them, never the policy.

    Exit code: 0 done, 2 incorrect usage or nothing to write; FILE is then unchanged.
    """
    from benchwright.evaluation.training import Options

    _export("rl", jobs, out, Options(), decontaminate, prompt, as_json)


def _export(
    kind: str, jobs: list[str], out: Path, options: Options, benchmarks: list[str], prompt: str, as_json: bool
) -> None:
    from benchwright.evaluation.prompts import find_prompt
    from benchwright.evaluation.training import open_sources, read_decontamination, write_rows

    if not out.name.endswith((".jsonl", ".jsonl.gz")):
        raise UsageError(f"{out} is neither .jsonl nor .jsonl.gz", "rename it, as in rows.jsonl")
    decontamination = read_decontamination(benchmarks)
    with open_sources(jobs, find_prompt(prompt) if prompt else None) as sources, replacement_of(out) as opened:
        if out.suffix == ".gz":
            # Without name and time, equal rows give equal bytes.
            with gzip.GzipFile("", "wb", fileobj=opened.buffer, mtime=0) as packed:
                summary = write_rows(kind, sources, options, decontamination, packed.write)
        else:
            summary = write_rows(kind, sources, options, decontamination, opened.buffer.write)
    _print_summary(summary, out, as_json)


def _print_summary(summary: Summary, out: Path, as_json: bool) -> None:
    import msgspec

    from benchwright.cli._output import counted, print_json

    rows, problems = counted(summary.rows, "row"), counted(summary.problems, "problem")
    print(f"wrote {rows} from {problems} to {out}", file=sys.stderr)
    for reason, number in summary.left_out.items():
        print(f"excluded: {number} {reason}", file=sys.stderr)
    for name, found in summary.contaminated.items():
        for reason, number in found.items():
            print(f"excluded: {number} also in {name} ({reason})", file=sys.stderr)
    if as_json:
        print_json(msgspec.to_builtins(summary))


def _answers(name: str) -> Answers:
    from benchwright.evaluation.training.rows import Answers

    if name not in get_args(Answers):
        raise UsageError(f"unknown --answers value {name!r}", f"choose from {', '.join(get_args(Answers))}")
    return cast(Answers, name)


def _prefer(name: str) -> Prefer:
    from benchwright.evaluation.training.rows import Prefer

    if name not in get_args(Prefer):
        raise UsageError(f"unknown --prefer value {name!r}", f"choose from {', '.join(get_args(Prefer))}")
    return cast(Prefer, name)
