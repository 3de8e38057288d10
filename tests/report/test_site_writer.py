"""The report as files: written atomically, and hostile answers are harmless."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.judging.verdict import Verdict
from benchwright.report.site import Explorer, data_file, write_site
from benchwright.report.site.page import ASSET_NAMES
from benchwright.report.site.records import Titles
from benchwright.report.site.writer import MARKER, replacement_folder
from tests.report.small_jobs import job_of, problem, synthetic

HOSTILE = "</script><script>alert(1)</script>\x1b[31m\u202e\u2028`${1}`\n"

KILLED = """
import os, signal, sys
from pathlib import Path
from benchwright.report.site.writer import replacement_folder
with replacement_folder(Path(sys.argv[1])) as made:
    (made / "index.html").write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def assets(tmp_path: Path) -> Path:
    folder = tmp_path / "assets"
    folder.mkdir()
    for name in ASSET_NAMES:
        (folder / name).write_text(name)
    return folder


def record_in(file: Path, key: str) -> object:
    text = file.read_text(encoding="utf-8")
    head, tail = f"benchwright.put({json.dumps(key)}, ", ");\n"
    assert text.startswith(head)
    assert text.endswith(tail)
    assert text.count("\n") == 1
    return json.loads(text.removeprefix(head).removesuffix(tail))


def test_all_files_are_there_and_counted(tmp_path: Path, assets: Path) -> None:
    heard: list[str] = []
    explorer = Explorer(synthetic(tmp_path / "jobs"), title="A & B")
    written = write_site(explorer, tmp_path / "site", watch=heard.append, assets=assets)
    files = [file for file in (tmp_path / "site").rglob("*") if file.is_file() and file.name != MARKER]
    assert (written.files, written.size_bytes) == (len(files), sum(file.stat().st_size for file in files))
    assert (written.models, written.problems, len(heard)) == (3, 6, 6)
    for key in ("site", "titles", "spending", "benchmark", "models/model-01", "runs/model-02", "problems/5"):
        assert record_in(tmp_path / f"site/data/{key}.js", key)
    index = written.page.read_text()
    assert "<title>A &amp; B</title>" in index
    assert index.count('<th scope="row">model-') == 3
    assert sorted(file.name for file in (tmp_path / "site/assets").iterdir()) == sorted(ASSET_NAMES)


def test_hostile_answers_are_shown_as_text(tmp_path: Path, assets: Path) -> None:
    long = HOSTILE + "x" * 1_000_000
    folder = job_of(
        tmp_path / "job",
        [problem("<b>", question=HOSTILE)],
        {"<b>": [[(long, Verdict.PASSED)]]},
        answers=f"openai:{HOSTILE}",
    )
    write_site(Explorer([folder], title=HOSTILE), tmp_path / "site", assets=assets)
    found = record_in(tmp_path / "site/data/problems/0.js", "problems/0")
    assert isinstance(found, dict)
    (answer,) = found["answers"]
    assert answer["cut"]
    assert answer["raw"].startswith(HOSTILE)
    assert len(answer["raw"]) == len(answer["code"]) == 64_000
    assert found["question"] == HOSTILE
    assert "<script>" not in (tmp_path / "site/index.html").read_text()
    assert [file.name for file in (tmp_path / "site/data/models").iterdir()] == [
        "script-script-alert-1-script-31m-1.js"
    ]


def test_values_that_json_cannot_represent_are_replaced() -> None:
    assert data_file("titles", Titles(titles=("a\ud800b", "ü"))) == (
        'benchwright.put("titles", {"titles":["a\ufffdb","ü"]});\n'.encode()
    )


def test_only_a_report_is_replaced(tmp_path: Path) -> None:
    site = tmp_path / "site"
    for text in ("first", "second"):
        with replacement_folder(site) as made:
            (made / "index.html").write_text(text)
    assert (site / "index.html").read_text() == "second"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("mine")
    for folder in (tmp_path / "other", tmp_path / "other" / "thesis.txt"):
        with pytest.raises(UsageError), replacement_folder(folder):
            raise AssertionError("not refused")
    assert (tmp_path / "other" / "thesis.txt").read_text() == "mine"


def test_foreign_files_in_a_report_folder_are_kept(tmp_path: Path) -> None:
    site = tmp_path / "site"
    with replacement_folder(site) as made:
        (made / "index.html").write_text("old")
    (site / ".git").mkdir()
    (site / ".git" / "HEAD").write_text("ref")
    (site / "CNAME").write_text("mine")
    # Killed after the swap, before all files were moved.
    left = tmp_path / ".site.new-abc.old"
    left.mkdir()
    (left / "CNAME").write_text("older")
    (left / ".nojekyll").touch()
    with replacement_folder(site) as made:
        (made / "index.html").write_text("new")
    assert (site / "index.html").read_text() == "new"
    assert (site / ".git" / "HEAD").read_text() == "ref"
    assert (site / "CNAME").read_text() == "mine"
    assert (site / ".nojekyll").exists()
    assert (left / "CNAME").read_text() == "older"


def test_a_failure_leaves_the_old_report(tmp_path: Path) -> None:
    site = tmp_path / "site"
    with replacement_folder(site) as made:
        (made / "index.html").write_text("old")
    with pytest.raises(UsageError, match="cannot write"), replacement_folder(site) as made:
        (made / "..").write_text("half")
    assert (site / "index.html").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_killed_writer_keeps_the_old_report_and_the_next_cleans_up(tmp_path: Path) -> None:
    site = tmp_path / "site"
    with replacement_folder(site) as made:
        (made / "index.html").write_text("old")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(site)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (site / "index.html").read_text() == "old"
    assert len(os.listdir(tmp_path)) == 2
    with replacement_folder(site) as made:
        (made / "index.html").write_text("new")
        with replacement_folder(tmp_path / "site") as meanwhile:
            (meanwhile / "index.html").write_text("quicker")
        assert made.exists()
    assert (site / "index.html").read_text() == "new"
    assert os.listdir(tmp_path) == ["site"]


def test_concurrent_writers_of_one_report_do_not_interfere(tmp_path: Path) -> None:
    site = tmp_path / "site"

    def write(number: int) -> None:
        for _ in range(20):
            with replacement_folder(site) as made:
                (made / "index.html").write_text(str(number))

    with ThreadPoolExecutor(4) as writers:
        list(writers.map(write, range(4)))
    assert (site / "index.html").read_text() in "0123"
    assert os.listdir(tmp_path) == ["site"]


def test_the_old_report_is_restored_after_a_killed_writer(tmp_path: Path) -> None:
    site = tmp_path / "site"
    with replacement_folder(site) as made:
        (made / "index.html").write_text("old")
    site.rename(tmp_path / ".site.new-abc.old")
    with pytest.raises(ZeroDivisionError), replacement_folder(site):
        raise ZeroDivisionError
    assert (site / "index.html").read_text() == "old"


def test_an_unbuilt_page_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"explorer\.js is missing") as refused:
        write_site(Explorer([]), tmp_path / "site", assets=tmp_path)
    assert "make frontend" in refused.value.hint
