"""Turn finished drafts into problems, and describe the resulting benchmark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.items import Item
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.engine import ItemRun
from benchwright.generate.production import changed_options, options_of_steps, replay_command, shared_options
from benchwright.generate.publish import Publication
from benchwright.generate.record import StepRecord, origin_of, requests_of
from benchwright.generate.work import without_folder
from benchwright.problems import Problem
from benchwright.seeds import Harvest


def assemble(passage: ItemRun[Draft], number: str) -> Problem:
    """Return the finished problem; nothing in it depends on when or how fast it was made."""
    draft = passage.draft
    return msgspec.structs.replace(
        draft.problem, id=number, lineage=_lineage(draft, passage.records), evidence=_evidence(passage)
    )


def _lineage(draft: Draft, records: Mapping[str, StepRecord]) -> dict[str, Any]:
    lineage: dict[str, Any] = {"method": "autocodegen", "asked": requests_of(records)}
    if draft.seed is not None:
        lineage["seed"] = origin_of(draft.seed)
    if draft.source is not None:
        lineage["translated_from"] = draft.source.id
    return lineage


def _evidence(passage: ItemRun[Draft]) -> dict[str, Any]:
    draft = passage.draft
    found: dict[str, Any] = {"strengthened": draft.strengthened}
    if draft.checked is not None:
        found |= {"reruns": draft.checked.reruns, "refused": list(draft.checked.refused)}
    for name in ("mutation", "coverage", "solving", "review"):
        if (value := getattr(draft, name)) is not None:
            found[name] = msgspec.to_builtins(value)
    if draft.source is not None:
        found["difficulty_from"] = draft.source.id
    found |= draft.notes
    found["flags"] = [msgspec.to_builtins(flag) for flag in passage.flags]
    return found


_HOW = (
    "AutoCodeGen (arXiv 2508.09101): a model turns a fragment of real code into a solution and inputs for it. A "
    "sandbox runs them, and the output, which must be the same every time, becomes the expected values of the tests. "
    "The question is written last. Solutions, tests and questions are written by a model; expected values are not: "
    "all of them were observed."
)


def publication_of(
    folder: Path,
    harvest: Harvest,
    settings: Settings,
    items: Sequence[Item],
    specs: Mapping[str, str],
    unpinned: Mapping[str, Any],
    steps: Sequence[str],
) -> Publication:
    """Describe the benchmark for the card and the funnel."""
    return Publication(
        name=folder.resolve().name,
        keys=[key for item in items for key in (item.key, *(f"{item.key}-{target}" for target in item.targets))],
        steps=steps,
        count=settings.count,
        similar_above=settings.similar_above,
        read=harvest.read,
        seeds=len(harvest.seeds),
        dropped=harvest.dropped,
        models=(models := {role: without_folder(spec) for role, spec in specs.items()}),
        how=_HOW,
        command=_command(settings, models, unpinned),
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
"""Field of the settings → its option."""


def _command(settings: Settings, specs: Mapping[str, str], unpinned: Mapping[str, Any]) -> list[str]:
    """Return the command that reproduces it, with every option that differs from its default but without the location
    of the seeds."""
    if unpinned.get("recording"):
        return replay_command("autocodegen", unpinned)
    usual = Settings(languages=settings.languages, count=settings.count)
    command = ["benchwright", "generate", "autocodegen", "SEEDS", "--languages", ",".join(settings.languages)]
    command += ["--count", str(settings.count), "--model", specs["model"]]
    for role in ("critic", "solver"):
        if specs[role] != specs["model"]:
            command += [f"--{role}-model", specs[role]]
    command += changed_options(settings, usual, _SAID)
    command += options_of_steps(settings)
    if not settings.drop_solved:
        command.append("--keep-solved")
    return [*command, *shared_options(unpinned), "--out", "JOB"]
