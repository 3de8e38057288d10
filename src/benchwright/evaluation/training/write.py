"""Writes training data, row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.training.decontaminate import Decontamination
from benchwright.evaluation.training.kinds import kind_module
from benchwright.evaluation.training.rows import Options, Summary, Tally
from benchwright.evaluation.training.sources import TrainingSource, groups


def write_rows(
    kind: str,
    sources: Sequence[TrainingSource],
    options: Options,
    decontamination: Decontamination,
    write: Callable[[bytes], object],
) -> Summary:
    """Give `write` each row as a line of JSON. Same sources and options, same bytes. No row at all is a UsageError that
    says what became of everything."""
    module, tally = kind_module(kind), Tally()
    _check(kind, module.SAMPLES, sources, options)
    for group in groups(sources, tally, samples=module.SAMPLES != "no"):
        before = tally.rows
        for row in module.rows(group, options, decontamination, tally):
            try:
                line = msgspec.json.encode(row)
            except UnicodeEncodeError:
                tally.leave_out("with text that is no Unicode")
                continue
            write(line + b"\n")
            tally.rows += 1
        tally.problems += tally.rows > before
    summary = tally.summary(kind)
    if not summary.rows:
        raise UsageError(f"nothing to export: {summary.reasons or 'there are no samples'}", module.HINT)
    return summary


def _check(kind: str, samples: str, sources: Sequence[TrainingSource], options: Options) -> None:
    """Problems alone cannot be answers."""
    if samples == "no" or (samples == "may" and options.references):
        return
    if bare := next((source.name for source in sources if source.store is None), None):
        hint = "give --references to take their references" if samples == "may" else "name jobs of `evaluate`"
        raise UsageError(f"{bare} has problems but no samples, and {kind} is made from samples", hint)
