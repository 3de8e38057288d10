"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import json
import pkgutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluation.settings import Mode
    from benchwright.models import ModelOptions
    from benchwright.models.prompt import Prompt
    from benchwright.problems import Problem


def format_names() -> str:
    """As in `problems.FORMATS`, which is not imported for a help text: it would be half as slow again."""
    folder = Path(__file__).parents[1] / "problems" / "formats"
    names = sorted(item.name for item in pkgutil.iter_modules([str(folder)]) if not item.name.startswith("_"))
    return f"{', '.join(names[:-1])} or {names[-1]}"


SandboxOption = Annotated[
    str,
    typer.Option(
        "--sandbox",
        metavar="NAME",
        envvar="BENCHWRIGHT_SANDBOX",
        help="Where programs run: local, or the address of a service, as in http://127.0.0.1:8080.",
    ),
]
"""`local` by default."""


ASKING = "Asking models"
LIMITS = "Limits"

ApiKeyEnv = Annotated[
    str, typer.Option("--api-key-env", metavar="NAME", help="Variable with the key.", rich_help_panel=ASKING)
]
ExtraBody = Annotated[
    str,
    typer.Option(
        "--extra-body", metavar="JSON", help="Fields for every request, as a JSON object.", rich_help_panel=ASKING
    ),
]
Record = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Add every answer to this file.", rich_help_panel=ASKING),
]
Concurrency = Annotated[int, typer.Option("--concurrency", min=1, help="Requests at once.", rich_help_panel=LIMITS)]
RequestsPerMinute = Annotated[float | None, typer.Option("--requests-per-minute", min=0.001, rich_help_panel=LIMITS)]
TokensPerMinute = Annotated[float | None, typer.Option("--tokens-per-minute", min=1, rich_help_panel=LIMITS)]
MaxCost = Annotated[
    float | None, typer.Option("--max-cost", min=0, help="USD to spend at most.", rich_help_panel=LIMITS)
]
MaxTokensTotal = Annotated[
    int | None, typer.Option("--max-tokens-total", min=0, help="Tokens at most.", rich_help_panel=LIMITS)
]
Prices = Annotated[
    Path | None, typer.Option("--prices", metavar="FILE", help="Price table (TOML).", rich_help_panel=LIMITS)
]
Cache = Annotated[
    bool, typer.Option("--cache/--no-cache", help="Keep answers and use kept ones.", rich_help_panel=LIMITS)
]

_AS_GIVEN = (
    *("api_key_env", "record", "concurrency", "requests_per_minute", "tokens_per_minute", "max_cost"),
    *("max_tokens_total", "prices", "cache"),
)


def model_options(context: typer.Context, batch_folder: Path | None = None) -> ModelOptions:
    """What the command's options of this file say."""
    from benchwright.models import ModelOptions

    given = {name: context.params[name] for name in _AS_GIVEN}
    body = _json_object(context.params["extra_body"])
    return ModelOptions(**given, extra_body=body, batch_folder=batch_folder)


def _json_object(text: str) -> dict[str, Any]:
    """The object that an option gives as JSON; empty if it is not given."""
    try:
        value = json.loads(text or "{}")
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise UsageError(f"--extra-body is not a JSON object: {text}", """as in '{"reasoning_effort": "low"}'""")
    return value


def choose_problems(
    files: Iterable[Path | str],
    file_format: str,
    languages: str,
    *,
    lenient: bool = False,
    known_languages: bool = False,
) -> list[Problem]:
    """The problems of these files in the languages of a comma list. What is left out is said."""
    from benchwright.problems import read_problems

    skipped: list[str] = []
    problems = [
        problem
        for file in files
        for problem in read_problems(
            file, file_format, lenient=lenient, known_languages=known_languages, skipped=skipped
        )
    ]
    if skipped:
        print(f"left out {len(skipped)} rows, the first: {skipped[0]}", file=sys.stderr)
    return chosen_problems(problems, languages)


def chosen_problems(problems: list[Problem], languages: str) -> list[Problem]:
    """Those in the languages of a comma list; all of them if it is empty."""
    from benchwright.languages import find_language

    wanted = {find_language(name).id for name in languages.split(",") if name.strip()}
    chosen = [problem for problem in problems if not wanted or problem.language in wanted]
    if not chosen:
        found = sorted({problem.language for problem in problems})
        raise UsageError("no problem is in these languages", f"the files have {', '.join(found)}")
    return chosen


def one_of(option: str, value: str, known: tuple[str, ...]) -> str:
    """A value that must be one of those known."""
    if value not in known:
        raise UsageError(f"{option} cannot be {value!r}", f"it is one of {', '.join(known)}")
    return value


def read_ks(text: str) -> tuple[int, ...]:
    """The k of pass@k, from a comma list."""
    try:
        ks = tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        ks = ()
    if not ks or ks[0] < 1:
        raise UsageError(f"--k cannot be {text!r}", "it is a list of whole numbers, as in 1,5,10")
    return ks


def ks_for(text: str, n: int | None) -> tuple[int, ...]:
    """The same for a model that gives n answers: more cannot be chosen from."""
    ks = read_ks(text)
    if n is not None and ks[-1] > n:
        raise UsageError(f"pass@{ks[-1]} needs {ks[-1]} answers per problem", f"ask for them with -n {ks[-1]}")
    return ks


def refuse_with_samples(**given: bool) -> None:
    """What is said to a model says nothing about answers that are there already."""
    for name, told in given.items():
        if told:
            option = "-n" if name == "n" else f"--{name.replace('_', '-')}"
            raise UsageError(f"{option} is for --model", "a file of samples has the answers that it has")


def choose_prompt(name: str, mode: Mode) -> Prompt:
    """The prompt of this name or file, or that of the mode."""
    from benchwright.evaluation.prompts import default_prompt, find_prompt

    return find_prompt(name) if name else default_prompt(mode)
