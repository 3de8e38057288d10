"""A generation among the jobs provides problems, card and funnel, from its files or while it runs."""

from __future__ import annotations

from pathlib import Path

import msgspec

from benchwright.generate.finish import FINAL_STEP, ITEMS_FACT
from benchwright.generate.funnel import Row, funnel_of
from benchwright.generate.reading import step_names_of
from benchwright.generate.record import StepRecord
from benchwright.jobs import State, open_job, reopen_job
from benchwright.jobs.manifest import new_manifest
from benchwright.problems.formats.benchwright import write
from benchwright.report.site import Explorer
from benchwright.report.site.records import BenchmarkDetails, RunDetails
from tests.report.small_jobs import problem


def under_way(folder: Path) -> Path:
    """A job in which one item finished, one was dropped and one waits."""
    with open_job(folder, new_manifest("generation", {}, {}, {})) as job:
        job.store.note(ITEMS_FACT, "3")
        job.store.put("solution", "a", msgspec.json.encode(StepRecord(wrote={})))
        job.store.put("solution", "b", msgspec.json.encode(StepRecord(dropped="too short")))
        job.store.put("solution", "c", b"", State.WAITING, "for the batch")
        job.store.put(FINAL_STEP, "a", msgspec.json.encode(write(problem("python/a"))))
    return folder


def test_a_running_generation_is_read_from_its_store(tmp_path: Path) -> None:
    explorer = Explorer([under_way(tmp_path / "made")])
    site, run = explorer.site(), explorer.data("runs/made")
    assert (site.title, site.problems.ids, site.models) == ("made", ("python/a",), ())
    assert isinstance(run, RunDetails)
    assert (run.kind, run.state, run.total) == ("generation", "unfinished", 3)
    assert run.funnel is not None
    (step,) = run.funnel.steps
    assert (step.step, step.entered, step.left, step.waiting, step.reasons) == ("solution", 2, 1, 1, {"too short": 1})
    assert [(each.item, each.state) for each in run.troubles] == [("c", "waiting")]


def publish_funnel(folder: Path) -> None:
    """Let the waiting item finish, and the job publish."""
    with reopen_job(folder) as job:
        first = step_names_of("autocodegen")[0]
        for item in ("a", "b", "c"):
            job.store.put(first, item, msgspec.json.encode(StepRecord(wrote={})))
        job.store.put("solution", "c", msgspec.json.encode(StepRecord(wrote={})))
        rows = (*funnel_of(job.store, step_names_of("autocodegen")).rows, Row(step="selection", entered=2, left=2))
    (folder / "funnel.json").write_bytes(msgspec.json.encode(rows))


def test_a_published_generation_is_read_from_its_files(tmp_path: Path) -> None:
    folder = under_way(tmp_path / "made")
    problems = [problem("python/x", evidence={"flags": [{"rule": "vague"}]}), problem("python/y")]
    (folder / "problems.jsonl").write_bytes(b"".join(msgspec.json.encode(write(each)) + b"\n" for each in problems))
    (folder / "README.md").write_text("# Card\n")
    publish_funnel(folder)
    explorer = Explorer([folder])
    found = explorer.data("benchmark")
    assert isinstance(found, BenchmarkDetails)
    assert (found.card, found.flags) == ("# Card\n", {"vague": 1})
    assert [(funnel.run, funnel.steps[0].entered) for funnel in found.funnels] == [("made", 3)]
    assert found.funnels[0].steps[-1].step == "selection"
    assert explorer.site().problems.ids == ("python/x", "python/y")
    assert explorer.site().runs[0].state == "done"


def test_an_outdated_published_funnel_is_not_shown(tmp_path: Path) -> None:
    folder = under_way(tmp_path / "made")
    publish_funnel(folder)
    with reopen_job(folder) as job:
        job.store.put("solution", "d", b"", State.FAILED, "no answer")
    explorer = Explorer([folder])
    found = explorer.data("benchmark")
    assert isinstance(found, BenchmarkDetails)
    assert [step.step for step in found.funnels[0].steps][-1] == "solution"
    assert found.funnels[0].steps[-1].failed == 1
    assert explorer.site().runs[0].state == "unfinished"
