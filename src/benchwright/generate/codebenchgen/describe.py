"""What there is to know about a generated benchmark besides its problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.command import options_allowed, options_said, replay_command
from benchwright.generate.publish import Publication
from benchwright.generate.work import without_folder
from benchwright.seeds import Harvest

_HOW = (
    "CodeBenchGen (arXiv 2404.00566): a model rewrites a file of a real project so that one function of it can be run "
    "by itself, with stand-ins for what reaches outside, and writes tests; a sandbox runs them, and what fails is sent "
    "back to be mended. Then the function is described, and another author writes further tests from the description. "
    "The function's body is what a solver writes. Rewritten files, tests and descriptions are written by models; every "
    "example was proven by running it."
)
_JUDGED = (
    "Solvers see the file without the function's body, and the description. The tests of both authors must pass: "
    "`full`, by whom the file was prepared, and `augmented`, by another. Solvers see neither."
)


def publication_of(
    folder: Path,
    harvest: Harvest,
    settings: Settings,
    specs: Mapping[str, str],
    allows: Mapping[str, Any],
    steps: Sequence[str],
) -> Publication:
    """For the card and the funnel."""
    told = {role: without_folder(spec) for role, spec in specs.items()}
    return Publication(
        name=folder.resolve().name,
        keys=[f"{seed.language}-{seed.id}" for seed in harvest.seeds],
        steps=steps,
        count=settings.count,
        similar_above=settings.similar_above,
        read=harvest.read,
        seeds=len(harvest.seeds),
        dropped=harvest.dropped,
        models=told,
        how=_HOW,
        judged=_JUDGED,
        plain_format="exec_csn",
        command=_command(settings, told, allows),
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
"""Field of the settings → option that says it."""


def _command(settings: Settings, specs: Mapping[str, str], allows: Mapping[str, Any]) -> list[str]:
    """What makes it again, apart from where its source is: all that is not as by default."""
    if allows.get("recording"):
        return replay_command("codebenchgen", allows["recording"])
    usual = Settings(count=settings.count)
    command = ["benchwright", "generate", "codebenchgen", "SOURCE", "--count", str(settings.count)]
    command += ["--model", specs["model"]]
    if specs["tester"] != specs["model"]:
        command += ["--test-model", specs["tester"]]
    for name in allows.get("functions", ()):
        command += ["--function", name]
    command += options_said(settings, usual, _SAID)
    if not settings.packages:
        command.append("--no-packages")
    return [*command, *options_allowed(allows), "--out", "JOB"]
