"""Training data from jobs: chats to imitate, preferences, and tasks with a verifier."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.training.decontaminate import Decontamination, read_decontamination
from benchwright.evaluation.training.kinds import KINDS, kind_module
from benchwright.evaluation.training.rows import Options, Summary, Tally
from benchwright.evaluation.training.sources import TrainingSource, groups, open_sources
from benchwright.judging.verifier import judge_answer, verify

__all__ = [
    "KINDS",
    "Decontamination",
    "Options",
    "Summary",
    "judge_answer",
    "open_sources",
    "read_decontamination",
    "verify",
    "write_rows",
]


def write_rows(
    kind: str,
    sources: Sequence[TrainingSource],
    options: Options,
    decontamination: Decontamination,
    write: Callable[[bytes], object],
) -> Summary:
    """Pass each row to `write` as a line of JSON. The same sources and options give the same bytes. Without any row,
    raise a UsageError that lists why everything was left out."""
    module, tally = kind_module(kind), Tally()
    _check(kind, module.SAMPLES, sources, options)
    for group in groups(sources, tally, samples=module.SAMPLES != "no"):
        before = tally.rows
        for row in module.rows(group, options, decontamination, tally):
            try:
                line = msgspec.json.encode(row)
            except UnicodeEncodeError:
                tally.leave_out("with text that is not valid Unicode")
                continue
            write(line + b"\n")
            tally.rows += 1
        tally.problems += tally.rows > before
    summary = tally.summary(kind)
    if not summary.rows:
        raise UsageError(f"nothing to export: {summary.reasons or 'there are no samples'}", module.HINT)
    return summary


def _check(kind: str, samples: str, sources: Sequence[TrainingSource], options: Options) -> None:
    """Reject sources without samples for kinds that need them."""
    if samples == "no" or (samples == "may" and options.references):
        return
    if bare := next((source.name for source in sources if source.store is None), None):
        hint = "pass --references to use their references" if samples == "may" else "pass jobs of `evaluate`"
        raise UsageError(f"{bare} has problems but no samples, and {kind} is made from samples", hint)
