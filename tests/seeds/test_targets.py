"""Functions of real code become targets, and every function that does not has a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchwright.errors import UsageError
from benchwright.languages import find_language
from benchwright.languages.functions import find_function
from benchwright.seeds import Harvest, TargetOptions, read_targets
from tests.seeds.trees import commit, function, git, repository, tree

SHAPES = '''\
"""Shapes."""
import math


class Shape:
    """A shape with a side."""

    def __init__(self, side):
        self.side = side
        self.name = "shape"
        self.unit = "m"
        self.count = 1

    def area(self, scale):
        """Its area."""
        if scale:
            return math.sqrt(self.side) * scale
        return self.side

    def _hidden(self, scale):
        total = 0
        for number in range(scale):
            total += self.area(number)
        return total


def one(): return 1


def nothing(a, b):
    """Not done yet."""
    # some
    # day
    raise NotImplementedError("later")


def main():
    a = 1
    b = 2
    c = 3
    print(a + b + c)
'''


def _read(source: Path, **options: Any) -> Harvest:
    harvest = read_targets(str(source), TargetOptions(**options))
    assert harvest.read == len(harvest.seeds) + sum(harvest.dropped.values())
    return harvest


def _targets(harvest: Harvest) -> list[str]:
    return [seed.target for seed in harvest.seeds]


def test_methods_and_functions_are_targets(tmp_path: Path) -> None:
    harvest = _read(tree(tmp_path, {"pkg/shapes.py": SHAPES}))
    assert _targets(harvest) == ["Shape.area", "Shape._hidden"]  # the public, documented one first
    assert harvest.dropped == {"constructor": 1, "main": 1, "one line": 1, "stub": 1}
    seed = harvest.seeds[0]
    assert (seed.text, seed.language, seed.kind) == (SHAPES, "python", "function")
    assert (seed.origin.path, seed.origin.line, seed.origin.end_line) == ("pkg/shapes.py", 14, 18)
    assert seed.id != harvest.seeds[1].id
    assert [each.id for each in _read(tmp_path).seeds] == [each.id for each in harvest.seeds]


def test_a_single_file_is_a_source(tmp_path: Path) -> None:
    tree(tmp_path, {"shapes.py": SHAPES})
    assert _targets(_read(tmp_path / "shapes.py")) == ["Shape.area", "Shape._hidden"]


@pytest.mark.parametrize(
    ("options", "targets", "reason"),
    [
        ({"public_only": True}, ["Shape.area"], "private"),
        ({"needs_docstring": True}, ["Shape.area"], "no docstring"),
        ({"min_calls": 2}, ["Shape._hidden"], "few calls"),
        ({"min_lines": 6}, [], "size"),
        ({"most": 1}, ["Shape.area"], "more than wanted"),
        ({"functions": ("Shape.*",)}, ["Shape.area", "Shape._hidden"], "not named"),
        ({"functions": ("shapes.py::*.area",)}, ["Shape.area"], "not named"),
        ({"functions": ("Shape.are?",)}, ["Shape.area"], "not named"),
    ],
)
def test_options_choose(tmp_path: Path, options: dict[str, Any], targets: list[str], reason: str) -> None:
    harvest = _read(tree(tmp_path, {"shapes.py": SHAPES}), **options)
    assert _targets(harvest) == targets
    assert reason in harvest.dropped


@pytest.mark.parametrize("name", ["main", "shapes.py::main", "pkg/shapes.py::main", "nothing", "Shape.__init__"])
def test_an_explicitly_named_function_is_always_used(tmp_path: Path, name: str) -> None:
    tree(tmp_path, {"pkg/shapes.py": SHAPES})
    assert _targets(_read(tmp_path, functions=(name,))) == [name.rpartition("::")[2]]


def test_a_function_of_a_test_can_be_named(tmp_path: Path) -> None:
    tree(tmp_path, {"tests/test_a.py": function("helper")})
    assert _read(tmp_path).dropped == {"test": 1}
    assert _targets(_read(tmp_path, functions=("tests/test_a.py::helper",))) == ["helper"]


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("area", "no function area in this source", "Shape.area"),
        ("Shape.aera", "no function Shape.aera", "Shape.area"),
        ("shapes.py::hidden", "no function shapes.py::hidden", "_hidden"),
        ("one", "cannot be a target: one line", "docs/seeds.md"),
        ("twice", "twice matches 2 functions", "a.py::twice"),
        ("a.py::thrice", "is defined 2 times", "once"),
        ("large.py::f", "large.py is dropped: size", "docs/seeds.md"),
        ("leak.py::leak", "cannot be a target: secret", "docs/seeds.md"),
        ("", "does not name a function", "Shape.area"),
        ("--out", "no function --out", "class"),
        ("_*", r"no function _\*", "class"),
    ],
)
def test_an_unknown_name_is_reported(tmp_path: Path, name: str, message: str, hint: str) -> None:
    files = {
        "shapes.py": SHAPES,
        "a.py": function("twice") + function("thrice") + function("thrice", 2),
        "b.py": function("twice", 3),
        "large.py": "# x\n" * 60_000,
        "leak.py": function("leak") + 'AWS = "AKIA' + 'ZQ3DRSTUVWXY2345"\n',
    }
    with pytest.raises(UsageError, match=message) as raised:
        _read(tree(tmp_path, files), functions=(name,))
    assert hint in (raised.value.hint or "")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("metrics/rank.py::kendal", "did you mean metrics/rank.py::kendall_tau?"),
        ("rank.py::kendall_tua", "did you mean metrics/rank.py::kendall_tau?"),
        ("rank.py::zzz", "choose from metrics/rank.py::kendall_tau, metrics/rank.py::ties"),
        ("absent.py::kendal", "did you mean metrics/rank.py::kendall_tau, other.py::kendal2?"),
        ("rendered", "name methods with their class, as in Shape.area"),
        ("metrics/rank.py:kendall_tau", "write PATH::NAME, as in metrics/rank.py::kendall_tau"),
    ],
)
def test_suggested_names_come_from_the_named_file(tmp_path: Path, name: str, hint: str) -> None:
    files = {
        "metrics/rank.py": function("kendall_tau") + function("ties", 2),
        "other.py": function("kendal2", 3) + function("reread", 4),
    }
    with pytest.raises(UsageError) as raised:
        _read(tree(tmp_path, files), functions=(name,))
    assert raised.value.hint == hint


def test_near_duplicates_are_compared_by_function_not_file(tmp_path: Path) -> None:
    other = function("other").replace("counts", "sums").replace("value", "each").replace("sorted", "list")
    tree(tmp_path, {"a.py": function("first") + "\n\n" + other, "b.py": "import os\n\n\n" + function("first")})
    harvest = _read(tmp_path)
    assert sorted(_targets(harvest)) == ["first", "other"]
    assert harvest.dropped == {"near duplicate": 1}


def test_targets_alternate_files(tmp_path: Path) -> None:
    tree(tmp_path, {f"{name}.py": function(f"{name}1") + function(f"{name}2", 7) for name in "abc"})
    harvest = _read(tmp_path, near_duplicate=0)
    paths = [seed.origin.path for seed in harvest.seeds]
    assert len(set(paths[:3])) == len(set(paths[3:])) == 3


def test_a_commit_of_a_repository_is_read(tmp_path: Path) -> None:
    folder = repository(tmp_path / "project", {"a.py": function("old"), "LICENSE": ""})
    old = git(folder, "rev-parse", "HEAD")
    new = commit(tree(folder, {"a.py": function("new", 2)}))
    (seed,) = _read(folder).seeds
    assert (seed.target, seed.origin.commit) == ("new", new)
    assert _targets(_read(Path(f"{folder}@{old}"))) == ["old"]


@pytest.mark.parametrize(
    ("path", "text", "target"),
    [
        ("a.js", "export const f = (a) => {\n  let b = g(a);\n  b += 1;\n  return b;\n};\n", "f"),
        ("a.ts", "class A {\n  f(a: number) {\n    let b = a;\n    b += 1;\n    return b;\n  }\n}\n", "A.f"),
        ("A.java", "class A {\n  int f(int a) {\n    int b = a;\n    b += 1;\n    return b;\n  }\n}\n", "A.f"),
        ("a.go", "package a\n\nfunc (t *T) F(a int) int {\n\tb := a\n\tb++\n\treturn b\n}\n", "T.F"),
        (
            "a.rs",
            "impl T {\n    fn f(&self) -> i32 {\n        let b = 1;\n        let c = b;\n        c\n    }\n}\n",
            "T.f",
        ),
        ("a.cpp", "namespace n {\nint T::f(int a) {\n  int b = a;\n  b += 1;\n  return b;\n}\n}\n", "T.f"),
    ],
)
def test_languages(tmp_path: Path, path: str, text: str, target: str) -> None:
    (seed,) = _read(tree(tmp_path, {path: text})).seeds
    assert (seed.target, seed.text) == (target, text)
    assert find_function(find_language(seed.language), seed.text, seed.target) is not None


def test_rows_of_fragments(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"context": SHAPES, "func_name": "Shape.area", "idx": 3},
        {"context": SHAPES, "func_name": "absent", "idx": 4},
        {"context": SHAPES, "func_name": "main", "idx": 5, "license": "mit", "repo": "o/r", "path": "s.py"},
    ]
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    harvest = _read(file)
    assert sorted(_targets(harvest)) == ["Shape.area", "main"]
    assert harvest.dropped == {"no such function": 1}
    main = next(seed for seed in harvest.seeds if seed.target == "main")
    assert (main.origin.source, main.origin.path, main.origin.licence, main.origin.line) == ("o/r", "s.py", "MIT", 0)


def test_rows_of_codesearchnet(tmp_path: Path) -> None:
    method = "def area(self):\n        a = 1\n        b = 2\n        c = self.side(a)\n        return a + b + c"
    address = f"https://host.invalid/o/r/blob/{'a1' * 20}/src/s.py#L10-L14"
    rows = [
        {
            "repository_name": "o/r",
            "func_path_in_repository": "src/s.py",
            "func_name": "Shape.area",
            "language": "python",
        }
        | {"whole_func_string": method, "func_code_url": address},
        {"repo": "o/q", "path": "a.go", "func_name": "F", "language": "go", "sha": "b" * 40}
        | {"original_string": "func F(a int) int {\n\tb := a\n\tb++\n\tb++\n\treturn b\n}", "url": address},
    ]
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    seeds = {seed.target: seed for seed in _read(file).seeds}
    assert set(seeds) == {"area", "F"}
    area = seeds["area"].origin
    assert (area.source, area.path, area.commit) == ("o/r", "src/s.py", "a1" * 20)
    assert (area.line, area.end_line) == (10, 14)
    assert seeds["F"].origin.commit == "b" * 40


@pytest.mark.parametrize(
    "options", [{"min_lines": 0}, {"min_lines": 9, "max_lines": 8}, {"near_duplicate": 2.0}, {"max_context_bytes": 0}]
)
def test_options_that_leave_nothing(tmp_path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        _read(tree(tmp_path, {"a.py": function("f")}), **options)
