"""A large file is reduced to what a function needs; what remains is unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.seeds import Seed, TargetOptions, read_targets
from tests.seeds.trees import tree

FILLER = "# Filler.\n" + "\n".join(f"UNUSED_{number} = {number}" for number in range(200)) + "\n"
PYTHON = f'''\
"""A module."""
from __future__ import annotations

import json
import math
try:
    import fast
except ImportError:
    fast = None

{FILLER}
# How far.
FAR = 7


def _twice(value):
    # Split is not called here
    return value * FAR


def Split(value):
    return value


class Base:
    def name(self):
        return "base"

    def other(self):
        return json.dumps(self.name())


class Shape(Base):
    """A shape."""

    sides = 4

    def __init__(self, side):
        self.side = side

    # Its area.
    def area(self, scale):
        """Not Split."""
        UNUSED_1 = scale
        base = _twice(self.side) + math.floor(scale)
        if fast:
            return self.name(), base
        return base + UNUSED_1

    def unused(self):
        return FILLER
'''
PYTHON_CONTEXT = '''\
from __future__ import annotations
import math
try:
    import fast
except ImportError:
    fast = None

# How far.
FAR = 7


def _twice(value):
    # Split is not called here
    return value * FAR


class Base:
    def name(self):
        return "base"


class Shape(Base):
    """A shape."""

    sides = 4

    def __init__(self, side):
        self.side = side

    # Its area.
    def area(self, scale):
        """Not Split."""
        UNUSED_1 = scale
        base = _twice(self.side) + math.floor(scale)
        if fast:
            return self.name(), base
        return base + UNUSED_1
'''
GO_FILLER = "\n".join(f"const unused{number} = {number}" for number in range(200)) + "\n"
GO = f"""\
package shapes

import (
	"fmt"
	"math"
)

{GO_FILLER}
// Shape has a side.
type Shape struct {{
	side float64
}}

type Other struct{{}}

func (o Other) half() float64 {{
	return 1
}}

// half of it
func (s *Shape) half() float64 {{
	return s.side / 2
}}

func (s *Shape) unused() string {{
	return fmt.Sprint(s)
}}

// Area of it.
func (s *Shape) Area() float64 {{
	half := s.half()
	half *= 2
	return math.Pow(half, 2)
}}
"""
GO_CONTEXT = """\
package shapes

import (
	"fmt"
	"math"
)

// Shape has a side.
type Shape struct {
	side float64
}

// half of it
func (s *Shape) half() float64 {
	return s.side / 2
}

// Area of it.
func (s *Shape) Area() float64 {
	half := s.half()
	half *= 2
	return math.Pow(half, 2)
}
"""


def _one(folder: Path, path: str, text: str, name: str, most_bytes: int) -> Seed:
    options = TargetOptions(functions=(name,), max_context_bytes=most_bytes)
    (seed,) = read_targets(str(tree(folder, {path: text})), options).seeds
    return seed


@pytest.mark.parametrize(
    ("path", "text", "name", "context"),
    [("a.py", PYTHON, "Shape.area", PYTHON_CONTEXT), ("a.go", GO, "Shape.Area", GO_CONTEXT)],
)
def test_unneeded_parts_are_omitted(tmp_path: Path, path: str, text: str, name: str, context: str) -> None:
    assert _one(tmp_path, path, text, name, 2000).text == context
    assert _one(tmp_path, path, text, name, 20_000).text == text


@pytest.mark.parametrize(
    ("path", "text", "name", "kept", "left_out"),
    [
        (
            "a.js",
            "import { join } from 'path';\nimport { x } from 'x';\n"
            + "".join(f"const unused{n} = {n};\n" for n in range(200))
            + "const helper = (a) => {\n  return a;\n};\nclass A {\n  #b = 1;\n"
            + "  constructor() {\n    this.c = 1;\n  }\n  f(a) {\n    const b = join(a);\n    const c = b;\n"
            + "    return helper(c);\n  }\n  g() {\n    return 1;\n  }\n}\n",
            "A.f",
            ["import { join }", "const helper", "this.c = 1", "#b = 1"],
            ["unused1", "from 'x'", "g()"],
        ),
        (
            "a.cpp",
            "#include <vector>\n#ifdef X\n#define Y 1\n#endif\nnamespace n {\n"
            + "".join(f"int unused{n} = {n};\n" for n in range(200))
            + "int helper(int a) {\n  return a;\n}\n"
            + "int f(int a) {\n  int b = helper(a);\n  b += 1;\n  return b;\n}\n}\n",
            "f",
            ["#include <vector>", "namespace n {", "int helper"],
            ["unused1 "],
        ),
        (
            "a.rs",
            "use std::fmt;\n"
            + "".join(f"const UNUSED{n}: i32 = {n};\n" for n in range(200))
            + "struct T { a: i32 }\nimpl T {\n    fn f(&self) -> i32 {\n        let b = self.g();\n        let c = b;\n"
            + "        c\n    }\n    fn g(&self) -> i32 {\n        self.a\n    }\n"
            + "    fn h(&self) -> i32 {\n        2\n    }\n}\n",
            "T.f",
            ["struct T", "fn g"],
            ["UNUSED1:", "fn h"],
        ),
    ],
)
def test_other_languages(tmp_path: Path, path: str, text: str, name: str, kept: list[str], left_out: list[str]) -> None:
    seed = _one(tmp_path, path, text, name, 1000)
    assert [word for word in kept if word not in seed.text] == []
    assert [word for word in left_out if word in seed.text] == []


def test_a_function_that_exceeds_the_context_is_dropped(tmp_path: Path) -> None:
    harvest = read_targets(str(tree(tmp_path, {"a.py": PYTHON})), TargetOptions(max_context_bytes=100))
    assert harvest.seeds == ()
    assert harvest.dropped["context"] == 1


def test_a_context_is_within_its_limit_and_valid_python() -> None:
    ours = Path(read_targets.__code__.co_filename).parents[1] / "judging"
    harvest = read_targets(str(ours), TargetOptions(max_context_bytes=2500, languages=("python",)))
    assert len(harvest.seeds) > 100
    for seed in harvest.seeds:
        assert len(seed.text.encode()) <= 2500
        compile(seed.text, seed.origin.path, "exec", dont_inherit=True)


def test_a_secret_outside_the_fragment_does_not_matter(tmp_path: Path) -> None:
    leak = 'TOKEN = "AKIA' + 'ZQ3DRSTUVWXY2345"\n'
    tree(tmp_path, {"a.py": leak + PYTHON})
    whole = read_targets(str(tmp_path), TargetOptions(max_context_bytes=20_000))
    assert (whole.seeds, whole.dropped["secret"]) == ((), 1)
    assert [seed.target for seed in read_targets(str(tmp_path), TargetOptions(max_context_bytes=2000)).seeds] == [
        "Shape.area"
    ]
