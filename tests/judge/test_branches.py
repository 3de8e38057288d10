"""Branches that tests take in each language with a tool that knows them, in the real sandbox."""

from __future__ import annotations

import msgspec
import pytest

from tests.judge.cases import need_language
from tests.judge.test_target_coverage import measure


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A solution with decisions of all kinds, tests that leave some out, and what must be told of them."""

    solution: str
    tests: str
    lines: int
    missed: tuple[int, ...]
    branches: int
    missed_branches: tuple[tuple[int, int], ...]


CASES = {
    "javascript": Case(
        solution="""function sortOf(n, words) {
  if (n < 0) return "negative";
  let text = "none";
  for (const word of words) {
    if (word === "stop") {
      break;
    } else {
      n += 1;
    }
  }
  while (n > 10) n -= 10;
  switch (n) {
    case 1:
      text = "one";
      break;
    case 2:
    case 3:
      text = "few";
      break;
    default:
      text = n > 5 ? "large" : "small";
  }
  if (n === 7) {
    text = "seven";
  } else if (n === 8) {
    text = "eight";
  }
  return text;
}
""",
        tests="require('assert').strictEqual(sortOf(2, ['a']), 'few');\n",
        lines=18,
        missed=(2, 6, 11, 14, 15, 21, 24, 26),
        branches=16,
        missed_branches=((2, 0), (5, 0), (11, 0), (13, 0), (16, 0), (20, 0), (21, 0), (21, 1), (23, 0), (25, 0)),
    ),
    "cpp": Case(
        solution="""#include <string>
#include <vector>
std::string sortOf(int n, std::vector<std::string> words) {
  if (n < 0) return "negative";
  std::string text = "none";
  for (const auto &word : words) {
    if (word == "stop") {
      break;
    } else {
      n += 1;
    }
  }
  while (n > 10) n -= 10;
  switch (n) {
    case 1:
      text = "one";
      break;
    case 2:
    case 3:
      text = "few";
      break;
    default:
      text = n > 5 ? "large" : "small";
  }
  if (n == 7) {
    text = "seven";
  } else if (n == 8) {
    text = "eight";
  }
  return text;
}
""",
        tests='#include <assert.h>\nint main() { assert(sortOf(2, {"a"}) == "few"); }\n',
        lines=22,
        missed=(8, 15, 16, 17, 22, 23, 26, 28),
        branches=17,
        missed_branches=((4, 0), (7, 0), (13, 0), (14, 0), (14, 2), (23, 0), (23, 1), (25, 0), (27, 0)),
    ),
}
CASES["typescript"] = msgspec.structs.replace(
    CASES["javascript"],
    solution="interface Named { name: string } "
    + CASES["javascript"].solution.replace("(n, words)", "<T extends string>(n: number, words: T[]): string"),
)


@pytest.mark.parametrize("language", CASES)
def test_missed_branches(language: str, wanted_languages: frozenset[str]) -> None:
    need_language(language, wanted_languages)
    case = CASES[language]
    found = measure(language, case.tests, case.solution)
    assert found is not None
    assert (found.lines, found.missed) == (case.lines, case.missed)
    assert (found.branches, found.missed_branches) == (case.branches, case.missed_branches)
    assert found.branches_covered == case.branches - len(case.missed_branches)
