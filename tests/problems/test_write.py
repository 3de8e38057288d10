"""Problems as rows of each format."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchwright.errors import UsageError
from benchwright.problems import FORMATS, Case, Checker, Problem, read_problems, write_problems
from benchwright.problems.formats import format_module
from benchwright.problems.read import decode_row

PREFIX = "def double(n):\n"
FUNCTION = Problem(
    id="Python/11",
    language="python",
    question=PREFIX,
    canonical_solution=f"{PREFIX}    return 2 * n\n\n",
    tests={"full": "def check(candidate):\n    assert candidate(2) == 4\n\ncheck(double)\n"},
    prefix=PREFIX,
    entry_point="double",
)
PROGRAM = Problem(
    id="p",
    language="python",
    question="Double it.",
    canonical_solution="print(2 * int(input()))\n",
    cases={"full": (Case(stdin="2\n", stdout="4\n"), Case(stdin="ü\n", stdout="\\\n"))},
    checker=Checker(kind="floats"),
    difficulty="easy",
)
EVERYTHING = Problem(
    id="all",
    language="cpp",
    question="Größe \u2028 \0",
    canonical_solution="x\r\n",
    tests={"full": "t", "demo": ""},
    cases={"full": (Case(stdin="", stdout="\t", args=("-a", "b")),)},
    checker=Checker(kind="program", language="python", source="exit(0)", tolerance=0.5),
    prefix="p",
    suffix="s",
    stop=("\n",),
    entry_point="e",
    difficulty="hard",
    tags=("a", "b"),
    libraries=("numpy",),
    environment="scientific",
    wrong_solutions=("w",),
    hack_solutions=("h",),
)


def written(tmp_path: Path, problem: Problem, name: str) -> tuple[Problem, set[str], set[str]]:
    """Return what is read back, and the fields that are reported as lost and changed."""
    result = write_problems([problem], name)
    (tmp_path / "rows.jsonl").write_text("".join(result.lines))
    (again,) = read_problems(tmp_path / "rows.jsonl")
    return again, set(result.lost), set(result.changed)


def test_native_rows_lose_nothing(tmp_path: Path) -> None:
    for problem in (FUNCTION, PROGRAM, EVERYTHING):
        assert written(tmp_path, problem, "benchwright") == (problem, set(), set())


def test_native_rows_omit_defaults() -> None:
    (line,) = write_problems([PROGRAM], "benchwright").lines
    fields = msgspec.json.decode(line)
    assert list(fields)[:2] == ["schema", "id"]
    assert not {"tests", "prefix", "suffix", "stop", "tags", "environment"} & set(fields)


@pytest.mark.parametrize(
    ("problem", "name", "lost", "changed"),
    [
        (FUNCTION, "humaneval", set(), set()),
        (FUNCTION, "humaneval_x", {"entry_point"}, set()),
        (FUNCTION, "bigcodebench", set(), set()),
        (FUNCTION, "autocodebench", {"prefix", "entry_point"}, set()),
        (FUNCTION, "mceval", set(), set()),
        (FUNCTION, "multipl_e", {"canonical_solution"}, {"id"}),
        (FUNCTION, "mbpp", {"prefix"}, {"id", "question"}),
        (FUNCTION, "exec_csn", set(), set()),
        (PROGRAM, "apps", set(), set()),
        (PROGRAM, "livecodebench", {"canonical_solution"}, {"checker"}),
    ],
)
def test_lost_fields_are_reported(
    tmp_path: Path, problem: Problem, name: str, lost: set[str], changed: set[str]
) -> None:
    again, *result = written(tmp_path, problem, name)
    assert result == [lost, changed]
    for field in msgspec.structs.fields(Problem):
        if field.name not in lost | changed:
            assert getattr(again, field.name) == getattr(problem, field.name) or not getattr(problem, field.name)


@pytest.mark.parametrize(
    ("change", "name", "message"),
    [
        ({"language": "cpp"}, "humaneval", "language is 'cpp'"),
        ({"entry_point": ""}, "humaneval", "entry_point is missing"),
        ({"prefix": ""}, "humaneval", "prefix is missing"),
        ({"prefix": "other"}, "bigcodebench", "canonical_solution does not start with prefix"),
        ({"canonical_solution": " "}, "autocodebench", "canonical_solution is missing"),
        ({"tests": {"demo": "x"}}, "autocodebench", "tests are missing"),
        ({"id": "HumanEval/0"}, "humaneval_x", "id 'HumanEval/0' does not name the language python"),
        ({"id": "Python/x"}, "mbpp", "id 'Python/x' does not end with a number"),
        ({"entry_point": "g"}, "exec_csn", "func_name 'g' is not in code"),
        ({"tests": {"full": "assert double(1) == 2"}}, "exec_csn", "test_code names no test"),
        ({}, "apps", "cases are missing"),
        ({}, "livecodebench", "cases are missing"),
        ({"cases": {"full": (Case(stdin="", stdout="", args=("x",)),)}}, "apps", "args of case 1"),
    ],
)
def test_missing_required_fields_are_named(change: dict[str, object], name: str, message: str) -> None:
    problem = msgspec.structs.replace(FUNCTION, **change)
    with pytest.raises(UsageError, match=f"problem '{problem.id}' cannot be written as {name}: .*{message}"):
        write_problems([problem], name)
    result = write_problems([problem, msgspec.structs.replace(problem, id="x")], name, lenient=True)
    assert (len(result.lines), len(result.skipped)) in ((0, 2), (1, 1))


def test_lost_test_sets_are_named() -> None:
    problem = msgspec.structs.replace(FUNCTION, tests={**FUNCTION.tests, "demo": "assert double(1) == 2"})
    result = write_problems([problem, msgspec.structs.replace(problem, id="other")], "humaneval")
    assert (result.lost, result.changed) == ({"demo tests": 2}, {})


def test_tests_that_start_themselves_get_an_empty_check(tmp_path: Path) -> None:
    problem = msgspec.structs.replace(FUNCTION, tests={"full": "assert double(2) == 4\n"})
    again, _, changed = written(tmp_path, problem, "humaneval")
    assert changed == {"full tests"}
    assert again.tests["full"].startswith("assert double(2) == 4\n")
    assert again.tests["full"].endswith("def check(candidate):\n    pass\n\ncheck(double)\n")


def test_colliding_ids() -> None:
    problems = [msgspec.structs.replace(FUNCTION, id=id_) for id_ in ("A/1", "B/1")]
    with pytest.raises(UsageError, match=r"'B/1' cannot .* another problem would also have the id 'Mbpp/1'"):
        write_problems(problems, "mbpp")


def test_class_rows_round_trip(tmp_path: Path) -> None:
    problem = Problem(
        id="java/Problem_1",
        language="java",
        question="class Problem {\n    public static long one() {\n",
        canonical_solution="",
        tests={"full": "class BenchwrightTests extends Problem {\n    void main() {\n    }\n\n}\n"},
        prefix="class Problem {\n    public static long one() {\n",
        suffix="\n    }\n}\n",
        stop=("\n    }\n",),
        entry_point="one",
    )
    assert written(tmp_path, problem, "multipl_e") == (problem, set(), set())


def test_a_lone_surrogate_can_be_written() -> None:
    (line,) = write_problems([msgspec.structs.replace(PROGRAM, question="\ud800")], "apps").lines
    assert "\\ud800" in line
    line.encode()


def test_an_unknown_format() -> None:
    with pytest.raises(UsageError, match="unknown format 'xml'") as caught:
        write_problems([FUNCTION], "xml")
    assert all(name in caught.value.hint for name in FORMATS)


TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
CASE = st.builds(Case, stdin=TEXT, stdout=TEXT, args=st.lists(TEXT, max_size=2).map(tuple))


@settings(derandomize=True, deadline=None, max_examples=50)
@given(
    st.builds(
        Problem,
        id=TEXT.filter(str.strip),
        language=TEXT,
        question=TEXT,
        canonical_solution=TEXT,
        tests=st.dictionaries(TEXT, TEXT, max_size=2),
        cases=st.dictionaries(TEXT, st.lists(CASE, max_size=2).map(tuple), max_size=2),
        checker=st.builds(Checker, kind=st.sampled_from(["exact", "lines"]), source=TEXT),
        prefix=TEXT,
        stop=st.lists(TEXT, max_size=2).map(tuple),
        environment=st.none() | TEXT,
    )
)
def test_native_rows_round_trip_any_problem(problem: Problem) -> None:
    result = write_problems([problem], "benchwright")
    again = decode_row(format_module("benchwright"), msgspec.json.decode(result.lines[0]), 1)
    assert (again, result.lost, result.changed) == (problem, {}, {})
