"""A generation among the jobs gives problems, card and funnel, from its files or while it is under way."""

from __future__ import annotations

from pathlib import Path

import msgspec

from benchwright.generate.finish import FINAL_STEP, ITEMS_FACT
from benchwright.generate.funnel import Row
from benchwright.generate.record import StepRecord
from benchwright.jobs import State, open_job
from benchwright.jobs.manifest import new_manifest
from benchwright.problems.formats.benchwright import write
from benchwright.report.site import Explorer
from benchwright.report.site.records import BenchmarkDetails, RunDetails
from tests.report.made_jobs import problem


def under_way(folder: Path) -> Path:
    """One item went all the way, one was dropped, one waits."""
    with open_job(folder, new_manifest("generation", {}, {}, {})) as job:
        job.store.note(ITEMS_FACT, "3")
        job.store.put("solution", "a", msgspec.json.encode(StepRecord(wrote={})))
        job.store.put("solution", "b", msgspec.json.encode(StepRecord(dropped="too short")))
        job.store.put("solution", "c", b"", State.WAITING, "for the batch")
        job.store.put(FINAL_STEP, "a", msgspec.json.encode(write(problem("python/a"))))
    return folder


def test_a_generation_under_way_is_read_from_its_store(tmp_path: Path) -> None:
    explorer = Explorer([under_way(tmp_path / "made")])
    site, run = explorer.site(), explorer.data("runs/made")
    assert (site.title, site.problems.ids, site.models) == ("made", ("python/a",), ())
    assert isinstance(run, RunDetails)
    assert (run.kind, run.state, run.total) == ("generation", "unfinished", 3)
    assert run.funnel is not None
    (step,) = run.funnel.steps
    assert (step.step, step.entered, step.left, step.waiting, step.reasons) == ("solution", 2, 1, 1, {"too short": 1})
    assert [(each.item, each.state) for each in run.troubles] == [("c", "waiting")]


def test_a_published_generation_is_read_from_its_files(tmp_path: Path) -> None:
    folder = under_way(tmp_path / "made")
    problems = [problem("python/x", evidence={"flags": [{"rule": "vague"}]}), problem("python/y")]
    (folder / "problems.jsonl").write_bytes(b"".join(msgspec.json.encode(write(each)) + b"\n" for each in problems))
    (folder / "README.md").write_text("# Card\n")
    (folder / "funnel.json").write_bytes(msgspec.json.encode([Row(step="solution", entered=3, left=2)]))
    explorer = Explorer([folder])
    found = explorer.data("benchmark")
    assert isinstance(found, BenchmarkDetails)
    assert (found.card, found.flags) == ("# Card\n", {"vague": 1})
    assert [(funnel.run, funnel.steps[0].entered) for funnel in found.funnels] == [("made", 3)]
    assert explorer.site().problems.ids == ("python/x", "python/y")
    assert explorer.site().runs[0].state == "done"
