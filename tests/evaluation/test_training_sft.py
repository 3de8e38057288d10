"""Chats to imitate: which samples become rows, and in which form."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.evaluation.training import Decontamination, Options
from benchwright.evaluation.training.kinds import KINDS, kind_module
from benchwright.jobs.manifest import new_manifest, write_manifest
from benchwright.problems import Problem
from tests.evaluation.small_benchmark import fenced, problem, problems, right, row, write_bench, write_rows, wrong
from tests.evaluation.training_jobs import export, make_job, said

SHORT = "add_1=lambda x:(((x))+((1)))\n"
CHEAT = "import os\nos._exit(0)\n"


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """1: correct, wrong, a duplicate, another correct one, truncated. 2: wrong, then correct. 3: a cheat. 4: a
    defect."""
    made = problems(3)
    made["made/4"] = msgspec.structs.replace(problem(4), canonical_solution=wrong(4))
    samples: list[dict[str, object]] = [
        {"problem": "made/1", "raw": fenced(right(1))},
        {"problem": "made/1", "raw": fenced(wrong(1))},
        {"problem": "made/1", "raw": f"Again.\n\n```python\n{right(1)}\n\n```"},
        {"problem": "made/1", "raw": f"```python\n{SHORT}```"},
        {"problem": "made/1", "raw": f"```python\n# Adds.\n{right(1)}", "finish_reason": "length"},
        {"problem": "made/2", "sample": 0, "turn": 1, "raw": fenced(wrong(2))},
        {"problem": "made/2", "sample": 0, "turn": 2, "raw": fenced(right(2))},
        {"problem": "made/3", "raw": fenced(CHEAT)},
        {"problem": "made/4", "raw": fenced(right(4))},
    ]
    return make_job(tmp_path_factory.mktemp("training") / "first", made, samples)


def test_export_kinds_are_discovered() -> None:
    assert KINDS == ("pairs", "rl", "sft")
    with pytest.raises(UsageError, match="unknown kind"):
        kind_module("songs")


def test_passing_samples_become_chats_and_the_rest_is_counted(job: Path) -> None:
    rows, summary = export("sft", job)
    assert [(each["problem"], each["sample"]) for each in rows] == [("made/1", 0), ("made/1", 3), ("made/2", 0)]
    assert [role for role, _ in said(rows[0])] == ["system", "user", "assistant"]
    assert problem(1).question in said(rows[0])[1][1]
    assert said(rows[0])[2][1] == fenced(right(1))
    assert summary.left_out == {
        "cut off": 1,
        "defect": 1,
        "failed": 3,
        "problems without a judged sample": 1,
        "same code": 1,
    }
    assert (summary.rows, summary.problems) == (3, 2)


def test_the_lineage_has_the_origin_of_a_row(job: Path) -> None:
    rows, _ = export("sft", job)
    lineage = rows[2]["lineage"]
    assert lineage["job"] == "first"
    assert lineage["digest"] == problem(2).digest
    assert (lineage["model"], lineage["sample"], lineage["turn"]) == ("samples:made", 0, 2)
    assert (lineage["verdict"], lineage["canary"]) == ("passed", True)
    assert lineage["toolchain"].lower().startswith("python")
    assert len(lineage["benchmark"]) == 64
    assert str(job.parent) not in str(rows)


def test_code_alone_is_one_clean_block(job: Path) -> None:
    rows, summary = export("sft", job, options=Options(answers="code"))
    assert said(rows[0])[2][1] == f"```python\n{right(1).strip()}\n```"
    # As code, an answer that was truncated after the code is complete.
    assert [each["sample"] for each in rows if each["problem"] == "made/1"] == [0, 3, 4]
    assert "cut off" not in summary.left_out


def test_per_problem_limits_the_rows(job: Path) -> None:
    first, summary = export("sft", job, options=Options(per_problem=1))
    assert [each["sample"] for each in first] == [0, 0]
    assert summary.left_out["over --per-problem"] == 1
    shortest, _ = export("sft", job, options=Options(per_problem=1, prefer="shortest"))
    assert [each["sample"] for each in shortest] == [3, 0]


def test_a_later_turn_is_exported_alone_or_with_its_chat(job: Path) -> None:
    alone = export("sft", job)[0][2]
    assert [role for role, _ in said(alone)] == ["system", "user", "assistant"]
    whole = export("sft", job, options=Options(turns=True))[0][2]
    assert [role for role, _ in said(whole)] == ["system", "user", "assistant", "user", "assistant"]
    assert said(whole)[2][1] == fenced(wrong(2))
    assert "wrong_answer" in said(whole)[3][1]
    assert said(whole)[4] == said(alone)[2]


def test_references_can_be_answers(job: Path) -> None:
    rows, summary = export("sft", job, options=Options(references=True))
    found = [(each["problem"], each["sample"]) for each in rows]
    # Samples equal to the reference are left out, and so is a reference that failed its own tests.
    assert found == [("made/1", None), ("made/1", 3), ("made/2", None), ("made/3", None)]
    assert rows[0]["lineage"]["verdict"] == "passed"
    assert said(rows[0])[2][1] == f"```python\n{right(1).strip()}\n```"
    assert summary.left_out["references of problems that are defective"] == 1


def test_two_jobs_are_merged(job: Path, tmp_path: Path) -> None:
    other = "def add_1(x):\n    return 1 + x\n"
    samples = [{"problem": "made/1", "raw": fenced(code)} for code in (right(1), other)]
    second = make_job(tmp_path / "second", {"made/1": problem(1)}, samples)
    rows, summary = export("sft", job, second)
    ones = [(each["lineage"]["job"], each["sample"]) for each in rows if each["problem"] == "made/1"]
    assert ones == [("first", 0), ("second", 1), ("first", 3)]
    assert summary.left_out["same code"] == 2
    assert export("sft", job, second)[0] == rows


def test_different_problems_with_the_same_id_stay_separate(job: Path, tmp_path: Path) -> None:
    asked = msgspec.structs.replace(problem(1), question="Increment x in add_1(x).")
    second = make_job(tmp_path / "second", {"made/1": asked}, [{"problem": "made/1", "raw": fenced(right(1))}])
    rows, _ = export("sft", job, second)
    questions = [said(each)[1][1] for each in rows if each["problem"] == "made/1"]
    assert questions == [problem(1).question, problem(1).question, asked.question]


def test_a_generation_provides_references(tmp_path: Path) -> None:
    folder = tmp_path / "generated"
    folder.mkdir()
    write_manifest(folder, new_manifest("generation", {}, {}, {}))
    with pytest.raises(UsageError, match=r"no problems\.jsonl"):
        export("sft", folder)
    rows = (
        {"schema": 1, **{name: row(each)[name] for name in ("id", "language", "question")}} for each in [problem(1)]
    )
    write_rows(folder / "problems.jsonl", ({**each, "canonical_solution": right(1)} for each in rows))
    with pytest.raises(UsageError, match="no samples"):
        export("sft", folder)
    found, _ = export("sft", folder, options=Options(references=True))
    assert [(each["problem"], each["lineage"]["job"], each["lineage"]["verdict"]) for each in found] == [
        ("made/1", "generated", "")
    ]


def test_jobs_of_other_kinds_are_rejected(tmp_path: Path) -> None:
    write_manifest(tmp_path, new_manifest("cooking", {}, {}, {}))
    with pytest.raises(UsageError, match="cooking"):
        export("sft", tmp_path)


def test_contaminated_questions_and_code_are_excluded_and_counted(job: Path) -> None:
    asked = problem(2).question.split(" that ")[0]
    same_question = Problem(id="a", language="python", question=problem(2).question, canonical_solution="pass")
    same_code = Problem(id="b", language="python", question=asked, canonical_solution=SHORT)
    rows, summary = export("sft", job, decontamination=Decontamination([("bench", [same_question, same_code])]))
    assert [(each["problem"], each["sample"]) for each in rows] == [("made/1", 0)]
    assert summary.contaminated == {"bench": {"question shares words": 1, "same code": 1}}


def test_an_empty_export_reports_the_reason(job: Path, tmp_path: Path) -> None:
    bench = write_bench(tmp_path, 3)
    everything = Decontamination([("bench", [problem(number) for number in (1, 2, 3)])])
    with pytest.raises(UsageError, match=r"nothing to export: .*1 defect.*also in bench \(question shares words\)"):
        export("sft", job, decontamination=everything)
    with pytest.raises(UsageError, match="3 also in bench"):
        export("sft", bench, options=Options(references=True), decontamination=everything)


def test_an_answer_fills_the_hole(tmp_path: Path) -> None:
    prefix, suffix = "def add_1(x):\n", "\n    return y\n"
    holed = msgspec.structs.replace(
        problem(1), prefix=prefix, suffix=suffix, canonical_solution=f"{prefix}    y = x + 1{suffix}"
    )
    job = make_job(tmp_path / "job", {"made/1": holed}, [{"problem": "made/1", "raw": "```python\n    y = 1 + x\n```"}])
    rows, _ = export("sft", job, options=Options(references=True, answers="code"))
    assert [said(each)[2][1] for each in rows] == ["```python\n    y = x + 1\n```", "```python\n    y = 1 + x\n```"]


def test_code_with_fences_gets_a_longer_one(tmp_path: Path) -> None:
    code = f'FENCE = """\n```\n"""\n{right(1)}'
    bench = write_rows(tmp_path / "bench.jsonl", [{**row(problem(1)), "canonical_solution": code}])
    rows, _ = export("sft", bench, options=Options(references=True))
    assert said(rows[0])[2][1] == f"````python\n{code.strip()}\n````"
