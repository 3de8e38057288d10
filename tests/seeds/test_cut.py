"""Functions, classes and small files are cut out of files in many languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.languages import language_of_file
from benchwright.seeds import SeedOptions, read_seeds
from benchwright.seeds.cut import cut
from tests.seeds.cut_examples import EXAMPLES
from tests.seeds.trees import function, tree


@pytest.mark.parametrize("name", EXAMPLES)
def test_functions_and_classes_include_their_comments(name: str) -> None:
    text, expected = EXAMPLES[name]
    found = cut(text, language_of_file(name)).fragments
    assert [fragment.kind for fragment in found] == [kind for kind, _ in expected]
    for fragment, (_, beginning) in zip(found, expected, strict=True):
        assert fragment.text.startswith(beginning)
        assert not fragment.broken


def test_lines_are_those_of_the_file() -> None:
    found = cut("import os\n\n\n# Why.\ndef f():\n    return 1\n\n\ndef g():\n    return 2\n", language_of_file("a.py"))
    assert [(each.line, each.end_line) for each in found.fragments] == [(4, 6), (9, 10)]


def test_a_detached_comment_is_not_part_of_the_next_definition() -> None:
    (fragment,) = cut("# All of us.\n\ndef f():\n    return 1\n", language_of_file("a.py")).fragments
    assert fragment.text.startswith("def f")


@pytest.mark.parametrize(
    ("name", "text", "seed"),
    [
        (
            "a.py",
            """\
import os
import re as regex
from math import (
    floor,
    sqrt,
)


def f(a):
    b = regex.sub('x', '', a)
    c = sqrt(len(b))
    d = c + 1
    return d


def g(a):
    b = a
    c = b
    d = c
    return d
""",
            "import re as regex\nfrom math import (\n    floor,\n    sqrt,\n)\n\ndef f(a):",
        ),
        (
            "a.go",
            """\
package a

import (
	"fmt"
	other "example.invalid/strings"
	"os"
)

func f(a int) {
	fmt.Println(a)
	other.Do(a)
	b := a
	fmt.Println(b)
}
""",
            'import "fmt"\nimport other "example.invalid/strings"\n\nfunc f',
        ),
        (
            "A.java",
            """\
import java.util.List;
import java.util.Map;

class A {
  int m(List<Integer> a) {
    int b = a.size();
    return b;
  }
}
""",
            "import java.util.List;\n\nclass A",
        ),
        (
            "a.js",
            """\
import { a, b } from 'x';
const c = require('c');
import d from 'd';

function f(x) {
  const y = a(x);
  const z = c(y);
  return z;
}
""",
            "import { a, b } from 'x';\nconst c = require('c');\n\nfunction f",
        ),
        (
            "a.c",
            """\
#include <stdio.h>

int f(int a)
{
  int b = a;
  printf("%d", b);
  return b;
}
""",
            "#include <stdio.h>\n\nint f",
        ),
    ],
)
def test_a_fragment_starts_with_the_imports_it_uses(tmp_path: Path, name: str, text: str, seed: str) -> None:
    folder = tree(tmp_path / "code", {name: text})
    options = SeedOptions(ask_for=("function", "class"), near_duplicate=0)
    assert read_seeds(str(folder), options).seeds[0].text.startswith(seed)


def test_a_small_file_is_one_fragment_and_a_large_one_its_parts(tmp_path: Path) -> None:
    small = (
        "import sys\n\n\n"
        + function("first")
        + "\n\n"
        + function("second")
        + "\n\nprint(first(sys.argv), second([]))\n"
    )
    large = "\n\n".join(function(f"number_{number}", number) for number in range(30))
    folder = tree(tmp_path / "code", {"small.py": small, "large.py": large})
    kinds = [(seed.origin.path, seed.kind) for seed in read_seeds(str(folder), SeedOptions(near_duplicate=0)).seeds]
    assert kinds.count(("small.py", "file")) == 1
    assert kinds.count(("large.py", "function")) == 30
    assert len(kinds) == 31


def test_a_class_that_is_too_large_yields_nothing(tmp_path: Path) -> None:
    methods = "\n".join(
        f"    def m{number}(self, a):\n        b = a\n        c = b\n        return c\n" for number in range(40)
    )
    harvest = read_seeds(str(tree(tmp_path / "code", {"a.py": f"class Large:\n{methods}"})))
    assert harvest.seeds == ()
    assert harvest.dropped == {"size": 1}


def test_a_language_without_a_grammar_yields_whole_files(tmp_path: Path) -> None:
    text = "BEGIN { total = 0 }\n{\n  total += $1\n  lines++\n}\nEND { print total / lines }\n"
    (seed,) = read_seeds(str(tree(tmp_path / "code", {"a.awk": text}))).seeds
    assert (seed.kind, seed.language, seed.text) == ("file", "awk", text)
