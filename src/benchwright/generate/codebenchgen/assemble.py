"""Turn finished drafts into problems, and describe the resulting benchmark."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchwright.generate.codebenchgen.draft import AUGMENTED, FULL, Draft
from benchwright.generate.codebenchgen.rules import kept_share
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.engine import ItemRun
from benchwright.generate.production import changed_options, options_of_steps, replay_command, shared_options
from benchwright.generate.publish import Publication
from benchwright.generate.record import StepRecord, origin_of, requests_of
from benchwright.generate.work import without_folder
from benchwright.judging.observe import Observed
from benchwright.problems import Problem
from benchwright.seeds import Harvest

_AUTHORS = {FULL: ("execute", "tests"), AUGMENTED: ("extra_tests",)}
"""Test set → the steps that write it, the last one first."""


def assemble(passage: ItemRun[Draft]) -> Problem:
    """Return the finished problem; nothing in it depends on when or how fast it was made."""
    draft = passage.draft
    return msgspec.structs.replace(
        draft.problem, id=_id(draft), lineage=_lineage(draft, passage.records), evidence=_evidence(passage)
    )


def _id(draft: Draft) -> str:
    name = re.sub(r"\W+", "-", draft.seed.target).strip("-")
    return f"{draft.language}/{name}-{draft.seed.id[:8]}"


def _lineage(draft: Draft, records: Mapping[str, StepRecord]) -> dict[str, Any]:
    lineage: dict[str, Any] = {
        "method": "codebenchgen",
        "asked": requests_of(records),
        "seed": {**origin_of(draft.seed), "target": draft.seed.target},
        "tests": {name: _author(records, _AUTHORS[name]) for name in draft.problem.tests},
    }
    if draft.lock is not None:
        lineage["environment"] = msgspec.to_builtins(draft.lock)
    return lineage


def _author(records: Mapping[str, StepRecord], steps: tuple[str, ...]) -> str:
    """Return the model whose answer to the last of these steps was used."""
    answers = [asked for step in steps if step in records for asked in records[step].asked]
    return answers[0].model if answers else ""


def _observed(seen: Observed) -> dict[str, Any]:
    """Return what does not vary between runs; temporary files and ports do."""
    return {
        "files": len(seen.files),
        "processes": sorted(set(seen.processes)),
        "denied_calls": sorted(seen.denied_calls),
        "network": sorted(seen.outside),
        "clock_dependent": seen.clock_dependent,
        "random": seen.random,
        "local": seen.local,
    }


def _evidence(passage: ItemRun[Draft]) -> dict[str, Any]:
    draft = passage.draft
    found: dict[str, Any] = {
        "rounds": draft.rounds,
        "first_passed": draft.first_passed,
        "kept": round(kept_share(draft.seed.text, draft.code), 3),
        "extra_tried": draft.extra_tried,
    }
    if draft.checked is not None:
        found |= {"reruns": draft.checked.reruns, "refused": list(draft.checked.refused)}
    seen = {FULL: draft.seen, AUGMENTED: draft.extra_seen}
    found["observed"] = {name: _observed(each) for name, each in seen.items() if each is not None}
    for name in ("complexity", "coverage", "mutation"):
        found[name] = msgspec.to_builtins(getattr(draft, name))
    found |= draft.notes
    found["flags"] = [msgspec.to_builtins(flag) for flag in passage.flags]
    return found


_HOW = (
    "CodeBenchGen (arXiv 2404.00566): a model rewrites a file of a real project so that one of its functions runs on "
    "its own, with stand-ins for everything that reaches outside, and writes tests. A sandbox runs them, and failures "
    "are sent back for repair. Then the function is described, and another author writes additional tests from the "
    "description. The solver writes the function's body. Rewritten files, tests and descriptions are written by "
    "models; every example was verified by running it."
)
_JUDGED = (
    "Solvers see the file without the function's body, and the description. The tests of both authors must pass: "
    "`full`, by the author who prepared the file, and `augmented`, by another. Solvers see neither."
)


def publication_of(
    folder: Path,
    harvest: Harvest,
    settings: Settings,
    specs: Mapping[str, str],
    unpinned: Mapping[str, Any],
    steps: Sequence[str],
) -> Publication:
    """Describe the benchmark for the card and the funnel."""
    models = {role: without_folder(spec) for role, spec in specs.items()}
    return Publication(
        name=folder.resolve().name,
        keys=[f"{seed.language}-{seed.id}" for seed in harvest.seeds],
        steps=steps,
        count=settings.count,
        similar_above=settings.similar_above,
        read=harvest.read,
        seeds=len(harvest.seeds),
        dropped=harvest.dropped,
        models=models,
        how=_HOW,
        judged=_JUDGED,
        plain_format="exec_csn",
        command=_command(settings, models, unpinned),
    )


_SAID = {
    "attempts": "--attempts",
    "rounds": "--rounds",
    "samples": "--samples",
    "strictness": "--strictness",
    "reruns": "--reruns",
    "mutants": "--mutants",
    "temperature": "--temperature",
    "max_tokens": "--max-tokens",
    "allow": "--allow",
    "deny": "--deny",
}
"""Field of the settings → its option."""


def _command(settings: Settings, specs: Mapping[str, str], unpinned: Mapping[str, Any]) -> list[str]:
    """Return the command that reproduces it, with every option that differs from its default but without the location
    of the source."""
    if unpinned.get("recording"):
        return replay_command("codebenchgen", unpinned)
    usual = Settings(count=settings.count)
    command = ["benchwright", "generate", "codebenchgen", "SOURCE", "--count", str(settings.count)]
    command += ["--model", specs["model"]]
    if specs["tester"] != specs["model"]:
        command += ["--test-model", specs["tester"]]
    for name in unpinned.get("functions", ()):
        command += ["--function", name]
    command += changed_options(settings, usual, _SAID)
    command += options_of_steps(settings)
    if not settings.packages:
        command.append("--no-packages")
    return [*command, *shared_options(unpinned), "--out", "JOB"]
