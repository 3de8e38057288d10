"""Reviews on disk: nothing saved is lost, and nobody overwrites anybody."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.report.reviewing.store import Reviews, checked_name, find_reviewed, read_reviews
from tests.evaluation.small_benchmark import problems, right, row, write_rows
from tests.evaluation.training_jobs import make_job
from tests.report.reviewed import attempts, generation_job, problem

_ENDLESS = """
import itertools, sys
from pathlib import Path
import msgspec
from benchwright.report.reviewing import Attempt
from benchwright.report.reviewing.store import Reviews

reviews = Reviews(Path(sys.argv[1]))
for number in itertools.count():
    attempt = Attempt(code=str(number), verdict="wrong_answer", at="")
    reviews.change("a", "ada", lambda review: msgspec.structs.replace(review, attempts=(*review.attempts, attempt)))
    print(number, flush=True)
"""


def test_stored_answers_survive_kill_9(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", _ENDLESS, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    saved = [int(process.stdout.readline()) for _ in range(20)]
    process.send_signal(signal.SIGKILL)
    saved += map(int, process.stdout.read().split())
    process.wait()
    process.stdout.close()
    (found,) = read_reviews(tmp_path)
    kept = [int(attempt.code) for attempt in found.attempts]
    assert kept[: len(saved)] == saved
    assert len(kept) - len(saved) <= 1  # saved, then killed before the response


def test_reviewers_never_overwrite_each_other(tmp_path: Path) -> None:
    with Reviews(tmp_path) as one, Reviews(tmp_path) as other:
        one.change("a", "ada", lambda review: msgspec.structs.replace(review, decision="accepted"))
        other.change("a", "bob", lambda review: msgspec.structs.replace(review, decision="rejected"))
        # The same person in two windows: attempts from both are kept.
        for window in (one, other):
            window.change(
                "a",
                "ada",
                lambda review: msgspec.structs.replace(review, attempts=(*review.attempts, *attempts("passed"))),
            )
    found = {review.reviewer: review for review in read_reviews(tmp_path)}
    assert (found["ada"].decision, found["bob"].decision) == ("accepted", "rejected")
    assert len(found["ada"].attempts) == 2
    assert found["ada"].at > found["bob"].at


def test_an_unwritable_folder_is_a_one_line_error() -> None:
    with pytest.raises(UsageError, match="cannot keep reviews in /proc") as caught:
        Reviews(Path("/proc"))
    assert "--out" in caught.value.hint


@pytest.mark.parametrize("name", ["", "  ", "a#b", "a\nb", "x" * 65])
def test_a_name_must_be_valid(name: str) -> None:
    with pytest.raises(UsageError):
        checked_name(name)


def test_an_unfinished_generation_provides_its_finished_problems(tmp_path: Path) -> None:
    job = generation_job(tmp_path / "job", [problem("a"), problem("b")])
    found = find_reviewed(str(job))
    assert (found.kind, found.folder, sorted(found.problems)) == ("generation", job, ["a", "b"])
    with pytest.raises(UsageError, match="no problems yet"):
        find_reviewed(str(generation_job(tmp_path / "empty", [])))


def test_a_published_generation_provides_its_published_problems(tmp_path: Path) -> None:
    job = generation_job(tmp_path / "job", [problem("a"), problem("b")])
    write_rows(job / "problems.jsonl", [row(each) for each in problems(1).values()])
    assert list(find_reviewed(str(job)).problems) == list(problems(1))


def test_an_evaluation_provides_its_benchmark(tmp_path: Path) -> None:
    made = problems(2)
    job = make_job(tmp_path / "job", made, [{"task_id": "made/1", "solution": right(1)}])
    found = find_reviewed(str(job), tmp_path / "elsewhere")
    assert (found.kind, found.folder, dict(found.problems)) == ("evaluation", tmp_path / "elsewhere", made)


def test_a_benchmark_needs_a_folder_for_its_reviews(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a job that can keep reviews"):
        find_reviewed("primer")
    assert find_reviewed("primer", tmp_path).folder == tmp_path
