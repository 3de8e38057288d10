"""Corrections next to a benchmark."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.problems import Problem, fingerprint, read_problems
from benchwright.problems.errata import apply_errata, read_errata

A = Problem(
    id="a", language="python", question="?", canonical_solution="x = 1", tests={"full": "assert x", "demo": "x"}
)
B = Problem(id="b", language="python", question="!", canonical_solution="")
TYPO = {"id": "a", "reason": "a typo", "date": "2025-01-31", "replace": {"question": "What?"}}

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write rows, or problems, as JSONL."""

    def write(name: str, *rows: Any) -> Path:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        own = [{"schema": 1, **msgspec.to_builtins(row)} if isinstance(row, Problem) else row for row in rows]
        file.write_text("".join(json.dumps(row) + "\n" for row in own))
        return file

    return write


def test_fields_are_replaced_and_ids_kept(write: Write) -> None:
    errata = read_errata(write("errata.jsonl", TYPO, {"id": "b", "reason": "wrong", "replace": {"tags": ["t"]}}))
    first, second = apply_errata([A, B], errata)
    assert first == msgspec.structs.replace(A, question="What?")
    assert second == msgspec.structs.replace(B, tags=("t",))


def test_tests_are_replaced_by_set(write: Write) -> None:
    row = {"id": "a", "reason": "too weak", "replace": {"tests": {"full": "assert x == 1", "more": "x"}}}
    (corrected,) = apply_errata([A], read_errata(write("errata.jsonl", row)))
    assert corrected.tests == {"full": "assert x == 1", "demo": "x", "more": "x"}
    row = {"id": "a", "reason": "wrong", "replace": {"tests": {"demo": None}}}
    (corrected,) = apply_errata([A], read_errata(write("errata.jsonl", row)))
    assert corrected.tests == {"full": "assert x"}


def test_a_problem_is_dropped(write: Write) -> None:
    errata = read_errata(write("errata.jsonl", {"id": "a", "reason": "unsolvable", "drop": True}))
    assert apply_errata([A, B], errata) == [B]


def test_two_rows_may_correct_two_sets_of_a_problem(write: Write) -> None:
    rows = [{"id": "a", "reason": "wrong", "replace": {"tests": {name: "pass"}}} for name in ("full", "demo")]
    (corrected,) = apply_errata([A], read_errata(write("errata.jsonl", *rows)))
    assert corrected.tests == {"full": "pass", "demo": "pass"}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"id": "none", "reason": "?", "replace": {"question": ""}}, "no problem has the id 'none'"),
        ({"id": "a", "reason": "?", "replace": {"id": "c"}}, "replace: 'id' cannot be replaced"),
        ({"id": "a", "reason": "?", "replace": {"language": "c"}}, "replace: 'language' cannot be replaced"),
        ({"id": "a", "reason": "?", "replace": {"qestion": ""}}, "replace: 'qestion' cannot be replaced"),
        ({"id": "a", "reason": "?", "replace": {"tests": {"full": 3}}}, r"replace: Expected `str`.*\$.tests"),
        ({"id": "a", "reason": "?", "replace": {"tests": "pass"}}, r"replace: Expected `object`.*\$.tests"),
        ({"id": "a", "reason": " ", "drop": True}, "the reason is empty"),
        ({"id": "a", "reason": "?"}, "the row neither replaces nor drops"),
        ({"id": "a", "reason": "?", "drop": True, "replace": {"question": ""}}, "the row both replaces and drops"),
        ({"id": "a", "reason": "?", "drop": True, "place": "here"}, "unknown field `place`"),
        ({"id": "a", "reason": "again", "replace": {"question": ""}}, r"duplicate row for question of 'a'.*jsonl:1"),
        ({"id": "a", "reason": "again", "drop": True}, r"duplicate row of 'a'; the first one is at .*jsonl:1"),
    ],
)
def test_a_bad_row_is_rejected_with_its_location(write: Write, row: dict[str, Any], message: str) -> None:
    file = write("errata.jsonl", TYPO, row)
    with pytest.raises(UsageError, match=rf"errata\.jsonl:2: .*{message}"):
        apply_errata([A, B], read_errata(file))


def test_a_dropped_problem_rejects_further_corrections(write: Write) -> None:
    file = write("errata.jsonl", {"id": "a", "reason": "?", "drop": True}, TYPO)
    with pytest.raises(UsageError, match=r"errata\.jsonl:2: duplicate row of 'a'; the first one is at .*:1"):
        apply_errata([A], read_errata(file))


def test_errata_of_a_folder(write: Write) -> None:
    folder = write("bench/1.jsonl", A).parent
    write("bench/2.jsonl", B)
    before = read_problems(folder)
    write("bench/errata.jsonl", TYPO)
    write("bench/2.errata.jsonl", {"id": "b", "reason": "vague", "replace": {"question": "Now!"}})
    after = read_problems(folder)
    assert [problem.question for problem in after] == ["What?", "Now!"]
    assert [problem.id for problem in after] == [problem.id for problem in before]
    assert fingerprint(after) != fingerprint(before)


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.v2.json"])
def test_errata_of_a_file(write: Write, name: str) -> None:
    file = write(name, A, B)
    write("errata.jsonl", {"id": "b", "reason": "of the folder", "drop": True})
    assert read_problems(file) == [A, B]
    errata = write(f"{file.stem}.errata.jsonl", TYPO)
    assert [problem.question for problem in read_problems(file)] == ["What?", "!"]
    with pytest.raises(UsageError, match="contains errata, not problems"):
        read_problems(errata)


def test_errata_of_bundled_benchmarks(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchwright.problems.read._BUILTIN_FOLDER", tmp_path)
    write("small/problems.jsonl", A)
    write("small/errata.jsonl", TYPO)
    assert [problem.question for problem in read_problems("builtin:small")] == ["What?"]


def test_errata_passed_by_path(write: Write) -> None:
    file, errata = write("rows.jsonl", A, B), write("elsewhere.jsonl", TYPO)
    assert read_problems(file, errata=errata)[0].question == "What?"


def test_errata_of_a_skipped_row(write: Write) -> None:
    file = write("rows.jsonl", A, {"schema": 1, "id": "bad"})
    write("rows.errata.jsonl", {"id": "bad", "reason": "?", "drop": True}, TYPO)
    skipped: list[str] = []
    (problem,) = read_problems(file, lenient=True, skipped=skipped)
    assert problem.question == "What?"
    assert len(skipped) == 2
    assert "rows.errata.jsonl:1: no problem has the id 'bad'" in skipped[1]
