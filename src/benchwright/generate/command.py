"""What makes a benchmark again, as a command, apart from where its source is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def replay_command(method: str, recording: str) -> list[str]:
    """For one that was made from a recording."""
    return ["benchwright", "generate", method, "--replay", recording, "--out", "JOB"]


def options_said(settings: object, usual: object, said: Mapping[str, str]) -> list[str]:
    """The options for the fields that are not as usual; `said` names the option of each field."""
    options: list[str] = []
    for field, option in said.items():
        if (value := getattr(settings, field)) != getattr(usual, field):
            options += [option, ",".join(value) if isinstance(value, tuple) else str(value)]
    return options


def options_allowed(allows: Mapping[str, Any]) -> list[str]:
    """The options that all methods have and that no settings hold. Of a path only the last part is told."""
    options = [part for name in allows.get("against", ()) for part in ("--against", Path(name).name)]
    if allows.get("prompts"):
        options += ["--prompts", Path(allows["prompts"]).name]
    return options
