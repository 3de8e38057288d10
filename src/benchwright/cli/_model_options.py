"""Options of all commands that ask models, in one place so that they mean the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
