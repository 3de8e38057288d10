"""Options of all commands that ask models, in one place so that they mean the same everywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.models import ModelOptions

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
