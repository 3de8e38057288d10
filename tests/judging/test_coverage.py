"""Which lines of a solution the tests execute, in the real sandbox."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.judging import Question
from benchwright.judging.coverage import Coverage, measure_coverage
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language

# In each, line 4 runs only for negative numbers and line 8 never: no test calls `never`.
SOLUTIONS = {
    "python": """# ä
def size(n):
    if n < 0:
        return "negative"
    return "small" if n < 10 else "large"

def never(n):
    return n
""",
    "ruby": """# ä
def size(n)
  if n < 0
    return 'negative'
  end
  n < 10 ? 'small' : 'large'
end; def never(n)
  n
end
""",
    "javascript": """// ä
function size(n) {
  if (n < 0) {
    return "negative";
  }
  return n < 10 ? "small" : "large";
} function never(n) {
  return n;
}
""",
    "typescript": """// ä
function size(n: number): string {
  if (n < 0) {
    return "negative";
  }
  return n < 10 ? "small" : "large";
} function never<T>(n: T): T {
  return n;
}
""",
    "c": """/* ä */
const char *size(int n) {
  if (n < 0)
    return "negative";
  return n < 10 ? "small" : "large";
}
int never(int n) {
  return n + 1;
}
""",
    "cpp": """#include <string>
std::string size(int n) {
  if (n < 0) {
    return "negative";
  }
  return n < 10 ? "small" : "large";
} int never(int n) {
  return n + 1;
}
""",
}
CHECKS = {
    "python": ("assert size(3) == 'small'\n", "assert size(-3) == 'negative'\n"),
    "ruby": ("raise 'small' unless size(3) == 'small'\n", "raise 'negative' unless size(-3) == 'negative'\n"),
    "javascript": (
        "require('assert').strictEqual(size(3), 'small');\n",
        "require('assert').strictEqual(size(-3), 'negative');\n",
    ),
    "c": ('assert(!strcmp(size(3), "small"));\n', 'assert(!strcmp(size(-3), "negative"));\n'),
}
CHECKS |= {
    "typescript": CHECKS["javascript"],
    "cpp": ('assert(size(3) == "small");\n', 'assert(size(-3) == "negative");\n'),
}


def checks_of(language: str, checks: str) -> str:
    if language in ("c", "cpp"):
        return f"#include <assert.h>\n#include <string.h>\nint main() {{ {checks} return 0; }}\n"
    return checks


def measure(language: str, tests: str, solution: str) -> Coverage | None:
    async def run() -> Coverage | None:
        async with LocalSandbox() as sandbox:
            return await measure_coverage(sandbox, Question(language=language, tests=tests), solution)

    return asyncio.run(run())


@pytest.mark.parametrize("language", [in_language(name) for name in SOLUTIONS])
def test_missed_lines(language: str) -> None:
    positive, negative = CHECKS[language]
    part = measure(language, checks_of(language, positive), SOLUTIONS[language])
    more = measure(language, checks_of(language, positive + negative), SOLUTIONS[language])
    assert part is not None
    assert more is not None
    head = {7} if language in ("c", "cpp") else set()  # gcov counts the entry of a function
    assert set(part.missed) - head == {4, 8}
    assert set(more.missed) - head == {8}
    assert part.lines == more.lines == part.covered + len(part.missed)
    assert (more.share or 0) > (part.share or 0) > 0


@pytest.mark.language(name="python")
def test_tests_that_fail_are_measured_too() -> None:
    found = measure("python", "assert size(3) == 'large'\n", SOLUTIONS["python"])
    assert found is not None
    assert set(found.missed) == {4, 8}


@pytest.mark.language(name="python")
def test_threads_and_nested_functions() -> None:
    solution = """import threading
def f(out):
    def work():
        out.append(1)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return [x for x in out
            if x]
"""
    found = measure("python", "assert f([]) == [1]\n", solution)
    assert found is not None
    assert found.missed == ()


@pytest.mark.language(name="python")
def test_a_solution_cannot_make_us_fail() -> None:
    solution = (
        "import os, atexit\n"
        "def f():\n"
        "    open('benchwright_coverage.json', 'w').write('no')\n"
        "    os.chmod('benchwright_coverage.json', 0)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    assert measure("python", "f()\n", solution) is None


@pytest.mark.language(name="perl")
def test_none_where_there_is_no_tool() -> None:
    assert measure("perl", "die unless f(1) == 1;\n", "sub f { return $_[0]; }\n1;\n") is None


@pytest.mark.language(name="c")
def test_none_where_nothing_is_built() -> None:
    assert measure("c", "int main() { return f(); }\n", "int f( {\n") is None
