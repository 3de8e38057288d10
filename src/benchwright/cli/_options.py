"""Options that several commands share, and the parsing of their values."""

from __future__ import annotations

import json
import pkgutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchwright.cli._output import counted
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluation.settings import Mode
    from benchwright.models import ModelOptions
    from benchwright.models.prompt import Prompt
    from benchwright.problems import Problem


def format_names() -> str:
    """List the names in `problems.FORMATS` without importing it, which would make every help page 50 % slower."""
    folder = Path(__file__).parents[1] / "problems" / "formats"
    names = sorted(item.name for item in pkgutil.iter_modules([str(folder)]) if not item.name.startswith("_"))
    return f"{', '.join(names[:-1])} or {names[-1]}"


SandboxOption = Annotated[
    str,
    typer.Option(
        "--sandbox",
        metavar="NAME",
        envvar="BENCHWRIGHT_SANDBOX",
        help="Where programs run: local (the default) or the URL of a service such as http://127.0.0.1:8080.",
    ),
]


ASKING = "Model requests"
LIMITS = "Limits and caching"

ApiKeyEnv = Annotated[
    str,
    typer.Option(
        "--api-key-env", metavar="NAME", help="Environment variable with the API key.", rich_help_panel=ASKING
    ),
]
ExtraBody = Annotated[
    str,
    typer.Option(
        "--extra-body", metavar="JSON", help="JSON object to merge into every request.", rich_help_panel=ASKING
    ),
]
Record = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE",
        help="Append every request and its answer to this file, for replay:FILE.",
        rich_help_panel=ASKING,
    ),
]
Concurrency = Annotated[
    int,
    typer.Option("--concurrency", metavar="N", min=1, help="Concurrent requests to the model.", rich_help_panel=LIMITS),
]
RequestsPerMinute = Annotated[
    float | None,
    typer.Option(
        "--requests-per-minute",
        metavar="N",
        min=0.001,
        help="Send at most N requests per minute.",
        rich_help_panel=LIMITS,
    ),
]
TokensPerMinute = Annotated[
    float | None,
    typer.Option(
        "--tokens-per-minute",
        metavar="N",
        min=1,
        help="Use at most N tokens per minute.",
        rich_help_panel=LIMITS,
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option("--max-cost", metavar="USD", min=0, help="Spend at most this many dollars.", rich_help_panel=LIMITS),
]
MaxTokensTotal = Annotated[
    int | None,
    typer.Option(
        "--max-tokens-total",
        metavar="N",
        min=0,
        help="Use at most N tokens in total.",
        rich_help_panel=LIMITS,
    ),
]
Prices = Annotated[
    Path | None,
    typer.Option("--prices", metavar="FILE", help="TOML file with the prices of models.", rich_help_panel=LIMITS),
]
Cache = Annotated[
    bool,
    typer.Option("--cache/--no-cache", help="Cache answers and reuse cached ones.", rich_help_panel=LIMITS),
]

_AS_GIVEN = (
    *("api_key_env", "record", "concurrency", "requests_per_minute", "tokens_per_minute", "max_cost"),
    *("max_tokens_total", "prices", "cache"),
)


def model_options(context: typer.Context, batch_folder: Path | None = None) -> ModelOptions:
    """Build the model options from the shared options of a command."""
    from benchwright.models import ModelOptions

    given = {name: context.params[name] for name in _AS_GIVEN}
    body = _json_object(context.params["extra_body"])
    return ModelOptions(**given, extra_body=body, batch_folder=batch_folder)


def _json_object(text: str) -> dict[str, Any]:
    """Parse an option that is a JSON object; an empty text is an empty object."""
    try:
        value = json.loads(text or "{}")
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise UsageError(
            f"--extra-body is not a JSON object: {text}", """pass for example '{"reasoning_effort": "low"}'"""
        )
    return value


def choose_problems(
    files: Iterable[Path | str],
    file_format: str,
    languages: str,
    *,
    lenient: bool = False,
    known_languages: bool = False,
) -> list[Problem]:
    """Read the problems of these files in the languages of a comma-separated list, and report skipped rows."""
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
        print(f"skipped {counted(len(skipped), 'row')}, first: {skipped[0]}", file=sys.stderr)
    return chosen_problems(problems, languages)


def chosen_problems(problems: list[Problem], languages: str) -> list[Problem]:
    """Keep the problems in the languages of a comma-separated list; an empty list keeps all."""
    from benchwright.languages import find_language

    wanted = {find_language(name).id for name in languages.split(",") if name.strip()}
    chosen = [problem for problem in problems if not wanted or problem.language in wanted]
    if not chosen:
        found = sorted({problem.language for problem in problems})
        raise UsageError("no problems in these languages", f"choose from {', '.join(found)}")
    return chosen


def one_of(option: str, value: str, known: tuple[str, ...]) -> str:
    """Return the value of an option if it is a known one."""
    if value not in known:
        raise UsageError(f"unknown {option} value {value!r}", f"choose from {', '.join(known)}")
    return value


def read_ks(text: str) -> tuple[int, ...]:
    """Parse the values of k in pass@k from a comma-separated list."""
    try:
        ks = tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        ks = ()
    if not ks or ks[0] < 1:
        raise UsageError(f"--k cannot be {text!r}", "pass a comma-separated list of integers such as 1,5,10")
    return ks


def ks_for(text: str, n: int | None) -> tuple[int, ...]:
    """Like `read_ks`, for a model that gives n answers per problem: no k can exceed n."""
    ks = read_ks(text)
    if n is not None and ks[-1] > n:
        raise UsageError(f"pass@{ks[-1]} needs {ks[-1]} answers per problem", f"add -n {ks[-1]}")
    return ks


def refuse_with_samples(**given: bool) -> None:
    """Refuse options that only a model can follow, where the answers already exist."""
    for name, present in given.items():
        if present:
            option = "-n" if name == "n" else f"--{name.replace('_', '-')}"
            raise UsageError(f"{option} needs --model", f"remove {option}: --samples already has the answers")


def choose_prompt(name: str, mode: Mode) -> Prompt:
    """Return the prompt of this name or file; without a name, the default of the mode."""
    from benchwright.evaluation.prompts import default_prompt, find_prompt

    return find_prompt(name) if name else default_prompt(mode)
