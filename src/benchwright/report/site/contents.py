"""All that was read of a list of jobs, put together: what every data file is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from benchwright.report.site.evaluation import Evaluation
from benchwright.report.site.generation import Generation
from benchwright.report.site.names import model_names, unique_keys
from benchwright.report.site.pool import Pool
from benchwright.report.site.records import RunHead
from benchwright.report.site.solving import Solving, solving


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """One state of the jobs."""

    pool: Pool
    """The problems."""
    ids: tuple[str, ...]
    """Their names in order."""
    fingerprint: str
    """Of the main benchmark."""
    title: str
    """Its name."""
    card: str
    """Its card."""
    notes: tuple[str, ...]
    """What must be known to read the numbers."""
    evaluations: Mapping[str, Evaluation]
    """Key → evaluation, in the order in which they were named."""
    names: Mapping[str, str]
    """Key of a job → its name for people."""
    generations: Mapping[str, Generation]
    """Key → generation."""
    solving: Solving
    """What the answers say of the problems."""

    def heads(self) -> tuple[RunHead, ...]:
        """The list of runs."""
        every: dict[str, Evaluation | Generation] = {**self.evaluations, **self.generations}
        return tuple(
            RunHead(
                key=key,
                name=_folder_name(job.folder),
                kind=job.manifest.kind,
                state=job.state,
                begun=job.manifest.created,
            )
            for key, job in every.items()
        )


def put_together(
    pool: Pool,
    marks: Sequence[str],
    title_and_card: tuple[str, str],
    notes: Sequence[str],
    evaluations: Sequence[Evaluation],
    generations: Sequence[Generation],
) -> Contents:
    """Give everything its key and its name. `marks` are the fingerprints of the benchmarks, the main one first."""
    folders = [_folder_name(each.folder) for each in evaluations]
    names = model_names([each.settings.answers for each in evaluations], folders)
    made = [_folder_name(each.folder) for each in generations]
    keys = unique_keys([*names, *made])
    model_keys, run_keys = keys[: len(names)], keys[len(names) :]
    ids = tuple(pool.problems)
    return Contents(
        pool=pool,
        ids=ids,
        fingerprint=marks[0] if marks else "",
        title=title_and_card[0],
        card=title_and_card[1],
        notes=(*notes, *_notes(pool, marks, evaluations)),
        evaluations=dict(zip(model_keys, evaluations, strict=True)),
        names=dict(zip(keys, [*names, *made], strict=True)),
        generations=dict(zip(run_keys, generations, strict=True)),
        solving=solving([each.columns for each in evaluations], len(ids)),
    )


def _notes(pool: Pool, marks: Sequence[str], evaluations: Sequence[Evaluation]) -> list[str]:
    notes: list[str] = []
    evaluated = {each.settings.benchmark for each in evaluations}
    if len(evaluated) > 1:
        notes.append(
            "The evaluations were made on different problems; these are matched by id, and each model's numbers are "
            "over its own."
        )
    elif evaluated and marks[0] not in evaluated:
        notes.append("The evaluations were made on other problems than those of the benchmark; they are matched by id.")
    if pool.changed:
        differ = "problem differs" if len(pool.changed) == 1 else "problems differ"
        notes.append(f"{len(pool.changed)} {differ} between benchmarks though the id is the same; the first is shown.")
    if unfinished := [each for each in evaluations if each.state != "done"]:
        said = (
            "The evaluation is not finished: its numbers"
            if len(evaluations) == 1
            else f"{len(unfinished)} of {len(evaluations)} evaluations {'is' if len(unfinished) == 1 else 'are'} not "
            "finished: the numbers"
        )
        notes.append(f"{said} may change.")
    return notes


def _folder_name(folder: Path) -> str:
    return folder.name or folder.resolve().name
