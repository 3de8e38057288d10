"""HumanEval-X rows: HumanEval in Python, C++, Java, JavaScript and Go; the task's id names the language."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from benchwright.problems.formats import _fields
from benchwright.problems.formats._fields import task_id_of, task_language
from benchwright.problems.problem import Problem

FIELDS = frozenset({"task_id", "prompt", "declaration", "canonical_solution", "test", "example_test"})

_GO = (
    "bytes",
    "crypto/md5",
    "errors",
    "fmt",
    "math",
    "math/rand",
    "regexp",
    "sort",
    "strconv",
    "strings",
    "time",
    "unicode",
)
_GO_COMMENT = re.compile(r"//.*|/\*[\s\S]*?\*/")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Can be written with `--to`."""

    task_id: str
    """`id`; the part before its last slash becomes `language`, as in CPP/1."""
    prompt: str
    """`question`, and `prefix` after the imports."""
    canonical_solution: str
    """`canonical_solution`, after imports and prompt. Go packages that it uses without an import become the start of
    `prefix`, as in the set's own evaluation."""
    test: str
    """Test set `full`, after `test_setup`."""
    example_test: str = ""
    """Test set `demo`, after `test_setup`; none if empty."""
    test_setup: str = ""
    """Start of both test sets."""
    import_: str = msgspec.field(name="import", default="")
    """Start of `prefix`, unless `prompt` already contains it."""


def read(row: Row, _: int) -> Problem:
    """Return the problem in a row."""
    language = task_language(row.task_id)
    prefix = row.prompt if row.import_.strip() in row.prompt else row.import_ + row.prompt
    if language == "go":
        prefix = _go_imports(prefix + row.canonical_solution) + prefix
    tests = {"full": row.test, "demo": row.example_test}
    return Problem(
        id=row.task_id,
        language=language,
        question=row.prompt,
        canonical_solution=prefix + row.canonical_solution,
        tests={name: row.test_setup + text for name, text in tests.items() if text.strip()},
        prefix=prefix,
    )


def _go_imports(code: str) -> str:
    """Return imports of the usual packages that the code uses and does not import."""
    plain = _GO_COMMENT.sub("", code)
    used = (path for path in _GO if re.search(rf"\b{path.rpartition('/')[2]}\.[A-Z]", plain))
    missing = [f'import "{path}"\n' for path in used if f'"{path}"' not in plain]
    return "".join(missing) + ("\n" if missing else "")


def write(problem: Problem) -> dict[str, Any]:
    """Return the row of a problem that starts with code."""
    return {
        "task_id": task_id_of(problem),
        "prompt": problem.prefix,
        "declaration": problem.prefix,
        "canonical_solution": _fields.completion(problem),
        "test": _fields.full_tests(problem),
        "example_test": problem.tests.get("demo", ""),
        "test_setup": "",
        "import": "",
    }
