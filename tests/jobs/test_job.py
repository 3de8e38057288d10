"""Job directories: created, resumed, refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.jobs import find_jobs, open_job, read_job
from benchwright.jobs.job import hold, is_held
from benchwright.jobs.manifest import Manifest, differences, new_manifest, read_manifest

HOLDER = """
import sys
from pathlib import Path
from benchwright.jobs.job import hold
with hold(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def manifest(**pinned: object) -> Manifest:
    return new_manifest("evaluation", pinned, {}, {"python": "3"})


def test_start_and_resume(tmp_path: Path) -> None:
    with open_job(tmp_path / "job", manifest(model="a", k=(1, 5))) as job:
        assert not job.resumed
        job.store.put("answer", "x", b"1")
    with open_job(tmp_path / "job", manifest(model="a", k=(1, 5))) as job:
        assert job.resumed
        assert job.store.done("answer", "x") == b"1"


def test_changed_settings_are_rejected_and_named(tmp_path: Path) -> None:
    with open_job(tmp_path / "job", manifest(sampling={"n": 1})):
        pass
    with (
        pytest.raises(UsageError, match=r"sampling\.n: 1 → 2"),
        open_job(tmp_path / "job", manifest(sampling={"n": 2})),
    ):
        pass


def test_a_folder_with_other_files_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(UsageError, match=r"thesis\.tex"), open_job(tmp_path, manifest()):
        pass
    assert (tmp_path / "thesis.tex").read_text() == "years of work"


def test_only_one_process_at_a_time(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    assert is_held(tmp_path)
    with pytest.raises(UsageError, match=f"process {holder.pid}"), hold(tmp_path):
        pass
    holder.kill()
    holder.wait()
    assert not is_held(tmp_path)
    with hold(tmp_path):
        pass


def test_a_job_can_be_read_while_it_runs(tmp_path: Path) -> None:
    with open_job(tmp_path / "job", manifest()) as job:
        job.store.put("answer", "x", b"1")
        with read_job(tmp_path / "job") as other:
            assert other.store.done("answer", "x") == b"1"


def test_find_jobs(tmp_path: Path) -> None:
    for name in ("b", "a/deep"):
        with open_job(tmp_path / name, manifest()):
            pass
    (tmp_path / "no job").mkdir()
    assert [path.relative_to(tmp_path).as_posix() for path in find_jobs(tmp_path)] == ["a/deep", "b"]


def test_a_manifest_records_its_inputs(tmp_path: Path) -> None:
    with open_job(tmp_path / "job", manifest(model="a")):
        pass
    made = read_manifest(tmp_path / "job")
    assert made.versions["python"]
    assert made.created.endswith("+00:00")


@pytest.mark.parametrize("text", ["", "{", '{"kind": 1}', '{"kind": "evaluation", "decides": {}, "schema": 99}'])
def test_a_bad_manifest_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(UsageError) as caught:
        read_manifest(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_differences() -> None:
    old = {"a": 1, "b": {"c": 2, "d": None}, "same": [1]}
    new = {"a": 1, "b": {"c": 3, "d": None}, "same": [1], "more": "x"}
    assert differences(old, new) == ["b.c: 2 → 3", "more: nothing → x"]


def test_a_discarded_job_leaves_nothing(tmp_path: Path) -> None:
    with open_job(tmp_path / "job", manifest()) as job:
        job.store.put("answer", "x", b"1")
        job.discarded = True
    assert not (tmp_path / "job").exists()
    (tmp_path / "mine").mkdir()
    with open_job(tmp_path / "mine", manifest()) as job:
        job.discarded = True
    assert list((tmp_path / "mine").iterdir()) == []


def test_an_existing_job_is_never_discarded(tmp_path: Path) -> None:
    with open_job(tmp_path / "job", manifest()):
        pass
    with open_job(tmp_path / "job", manifest()) as job:
        job.discarded = True
    assert (tmp_path / "job" / "manifest.json").exists()


def test_a_rejected_folder_stays_unchanged(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(UsageError), open_job(tmp_path, manifest()):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
