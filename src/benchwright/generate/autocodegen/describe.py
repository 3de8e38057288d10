"""What there is to know about a generated benchmark besides its problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchwright.generate.autocodegen.items import Item
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.command import options_allowed, options_said, replay_command
from benchwright.generate.publish import Publication
from benchwright.generate.work import without_folder
from benchwright.seeds import Harvest

_HOW = (
    "AutoCodeGen (arXiv 2508.09101): a model evolves a fragment of real code into a solution and inputs for it; a "
    "sandbox runs them; what is printed, the same every time, becomes the expected values of the tests; the question "
    "is written last. Solutions, tests and questions are written by a model. No expected value is: all were observed."
)


def publication_of(
    folder: Path,
    harvest: Harvest,
    settings: Settings,
    items: Sequence[Item],
    specs: Mapping[str, str],
    allows: Mapping[str, Any],
    steps: Sequence[str],
) -> Publication:
    """For the card and the funnel."""
    return Publication(
        name=folder.resolve().name,
        keys=[key for item in items for key in (item.key, *(f"{item.key}-{target}" for target in item.targets))],
        steps=steps,
        count=settings.count,
        similar_above=settings.similar_above,
        read=harvest.read,
        seeds=len(harvest.seeds),
        dropped=harvest.dropped,
        models=(told := {role: without_folder(spec) for role, spec in specs.items()}),
        how=_HOW,
        command=_command(settings, told, allows),
    )


_SAID = {
    "translate_to": "--translate-to",
    "translations": "--translations",
    "oversample": "--oversample",
    "strictness": "--strictness",
    "reruns": "--reruns",
    "samples": "--samples",
    "easy_above": "--easy-above",
    "medium_above": "--medium-above",
    "mutants": "--mutants",
    "bugs": "--bugs",
    "temperature": "--temperature",
    "max_tokens": "--max-tokens",
}
"""Field of the settings → option that says it."""


def _command(settings: Settings, specs: Mapping[str, str], allows: Mapping[str, Any]) -> list[str]:
    """What makes it again, apart from where its seeds are: all that is not as by default."""
    if allows.get("recording"):
        return replay_command("autocodegen", allows["recording"])
    usual = Settings(languages=settings.languages, count=settings.count)
    command = ["benchwright", "generate", "autocodegen", "SEEDS", "--languages", ",".join(settings.languages)]
    command += ["--count", str(settings.count), "--model", specs["model"]]
    for role in ("critic", "solver"):
        if specs[role] != specs["model"]:
            command += [f"--{role}-model", specs[role]]
    command += options_said(settings, usual, _SAID)
    if not settings.drop_solved:
        command.append("--keep-solved")
    return [*command, *options_allowed(allows), "--out", "JOB"]
