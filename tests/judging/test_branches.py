"""Branches that tests take, in each language with a tool that reports them, in the real sandbox."""

from __future__ import annotations

import msgspec
import pytest

from tests.conftest import in_language
from tests.judging.test_target_coverage import measure


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A solution with all kinds of decisions, tests that leave some out, and the expected report."""

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
        lines=18,
        missed=(4, 8, 13, 16, 17, 23, 26, 28),
        branches=16,
        missed_branches=((4, 0), (7, 0), (13, 0), (15, 0), (18, 0), (22, 0), (23, 0), (23, 1), (25, 0), (27, 0)),
    ),
    "c": Case(
        solution="""#include <errno.h>
int open(void) { return 3; }
const char *size(int n) {
  static const int limit = 20;
  if (n < 0)
    return "negative";
  else
    errno = 5;
  switch (n) {
    case 1: return "one";
    default: break;
  }
  do { n--; } while (n > limit);
  return n < 10 ? errno == 5 ? "small" : "what" : "large";
}
""",
        tests="""#include <assert.h>
#include <string.h>
int main() { assert(!strcmp(size(3), "small")); return 0; }
""",
        lines=10,
        missed=(2, 6, 10),
        branches=8,
        missed_branches=((5, 0), (10, 0), (14, 1), (14, 3)),
    ),
    "go": Case(
        solution="""package main

func SortOf(n int, words []string) string {
	if n < 0 {
		return "negative"
	}
	text := "none"
	for _, word := range words {
		if word == "stop" {
			break
		} else {
			n += 1
		}
	}
	for n > 10 {
		n -= 10
	}
	switch n {
	case 1:
		text = "one"
	case 2, 3:
		text = "few"
		fallthrough
	case 4:
		text += "!"
	default:
		text = "large"
	}
	if n == 7 {
		text = "seven"
	} else if m := n; m == 8 {
		text = "eight"
	}
	return text
}
""",
        tests="""package main
import "testing"
func TestIt(t *testing.T) { if SortOf(2, []string{"a"}) != "few!" { t.Errorf("no") } }
""",
        lines=20,
        missed=(5, 10, 16, 20, 27, 30, 32),
        branches=14,
        missed_branches=((4, 0), (9, 0), (15, 0), (19, 0), (26, 0), (29, 0), (31, 0)),
    ),
    "java": Case(
        solution="""import java.util.*;

class Sorter {
  static String sortOf(Object value, List<String> words) {
    if (!(value instanceof Integer n)) return "none";
    if (n < 0) return "negative";
    String text;
    for (String word : words)
      if (word.equals("stop")) break;
      else n += 1;
    while (n > 10) { n -= 10; }
    switch (n) {
      case 1:
        text = "one";
        break;
      case 2: case 3:
        text = "few";
        break;
      default:
        text = n > 5 ? "large" : "small";
    }
    int size = switch (n) {
      case 1 -> 3;
      case 2, 3 -> {
        yield 4;
      }
      default -> throw new IllegalStateException();
    };
    switch (size) {
      case 3 -> text += "!";
      default -> text += ".";
    }
    if (n == 7) {
      text = "seven";
    } else if (n == 8)
      text = "eight";
    return text;
  }
}
""",
        tests="""import java.util.*;
public class Main { public static void main(String[] a) {
  if (!Sorter.sortOf(2, List.of("a")).equals("few.")) throw new AssertionError();
} }
""",
        lines=25,
        missed=(5, 6, 9, 11, 14, 15, 20, 23, 27, 30, 34, 36),
        branches=23,
        missed_branches=(
            *((5, 0), (6, 0), (9, 0), (11, 0), (13, 0), (16, 0), (19, 0), (20, 0), (20, 1)),
            *((23, 0), (27, 0), (30, 0), (33, 0), (35, 0)),
        ),
    ),
    "rust": Case(
        solution="""const fn limit(n: i32) -> i32 { if n > 0 { 10 } else { 0 } }
const LIMIT: i32 = limit(3);

pub fn sort_of(mut n: i32, words: &[&str]) -> Option<String> {
    if n < 0 {
        return Some("negative".to_string());
    }
    for word in words {
        if *word == "stop" {
            break;
        } else {
            n += 1;
        }
    }
    while n > LIMIT { n -= 10; }
    let text = match n {
        1 => "one",
        2 | 3 => {
            "few"
        }
        _ => if n > 5 { "large" } else { "small" },
    };
    let Some(first) = words.first() else {
        return None;
    };
    #[allow(unused_variables)]
    let m = n;
    if n == 7 {
        println!("seven");
    } else if let Some(x) = first.strip_prefix("x") {
        println!("{x}");
    }
    Some(text.to_string())
}
""",
        tests='#[test] fn it() { assert_eq!(sort_of(2, &["a"]), Some("few".to_string())); }\n',
        lines=18,
        missed=(6, 10, 15, 17, 21, 24, 29, 31),
        branches=16,
        missed_branches=(*((5, 0), (9, 0), (15, 0), (17, 0), (21, 0), (21, 1), (21, 2), (23, 0), (28, 0), (30, 0)),),
    ),
}
CASES["typescript"] = msgspec.structs.replace(
    CASES["javascript"],
    solution="interface Named { name: string } "
    + CASES["javascript"].solution.replace("(n, words)", "<T extends string>(n: number, words: T[]): string"),
)


@pytest.mark.parametrize("language", [in_language(name) for name in CASES])
def test_missed_branches(language: str) -> None:
    case = CASES[language]
    found = measure(language, case.tests, case.solution)
    assert found is not None
    assert (found.lines, found.missed) == (case.lines, case.missed)
    assert (found.branches, found.missed_branches) == (case.branches, case.missed_branches)
    assert found.branches_covered == case.branches - len(case.missed_branches)


@pytest.mark.language(name="cpp")
def test_what_the_compiler_evaluates() -> None:
    """Marks must not interfere, not even in constants, templates and patterns."""
    solution = """template <int N> constexpr int fact() { if constexpr (N > 1) return fact<N - 1>() * N; return 1; }
constexpr int square(int n) { for (int i = 0; i < 3; i++) n += i > 1 ? 1 : 0; return n * n; }
static_assert(square(2) == 9);
int table[fact<3>() > 2 ? 4 : 5];
int f(int n) {
#if defined(NOTHING)
  return 4;
#else
  if (int m = n - 1; m > 0) return square(m);
#endif
  if (int m = n) return m;
  return 7;
}
"""
    found = measure("cpp", "int main() { return f(3) == 9 ? 0 : 1; }\n", solution, (2, 13))
    assert found is not None
    assert found.tool == "marks"
    assert found.missed == (11, 12)
    assert found.missed_branches == ((4, 0), (4, 1), (9, 1), (11, 0), (11, 1))


class Mischief(msgspec.Struct, frozen=True, kw_only=True):
    """Solutions that write to the result, are killed, or end the program, which skips line 4; with tests."""

    writes: str
    killed: str
    ends: str
    tests: str


MISCHIEF = {
    "javascript": Mischief(
        writes="""const fs = require('fs');
function f() {
  fs.mkdirSync('benchwright_coverage', { recursive: true });
  fs.writeFileSync('benchwright_coverage/a.json', '{"result": 3}');
}
""",
        killed="function f() {\n  process.kill(process.pid, 'SIGKILL');\n  while (true);\n}\n",
        ends="function f() {\n  if (f)\n    process.exit(0);\n  return 1;\n}\n",
        tests="f();\n",
    ),
    "cpp": Mischief(
        writes="""#include <cstdio>
#include <cstdlib>
void f() {
  std::system("rm -f *.gcno; mkdir benchwright_coverage.json; echo no >benchwright_marks");
}
""",
        killed="#include <csignal>\nvoid f() {\n  raise(SIGKILL);\n}\n",
        ends='#include <cstdlib>\nvoid f() { if (std::getenv("PATH"))\n    std::exit(0);\n  std::abort();\n}\n',
        tests="int main() { f(); return 0; }\n",
    ),
    "go": Mischief(
        writes="""package main
import "os"
func f() {
	os.WriteFile("benchwright_marks", []byte("no"), 0o600)
}
""",
        killed="""package main
import "syscall"
func f() {
	syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
}
""",
        ends="""package main
import "os"
func f() { if len(os.Args) > 0 { os.Exit(0) }
	panic(1)
}
""",
        tests="package main\nfunc main() { f() }\n",
    ),
    "java": Mischief(
        writes="""class S { static void f() throws Exception {
  java.nio.file.Files.writeString(java.nio.file.Path.of("benchwright_marks"), "no");
} }
""",
        killed="""class S { static void f() throws Exception {
  new ProcessBuilder("/bin/sh", "-c", "kill -9 $PPID").start().waitFor();
} }
""",
        ends="class S { static void f() { if (S.class != null)\n\n  System.exit(0);\n  throw new Error();\n} }\n",
        tests="public class Main { public static void main(String[] a) throws Exception { S.f(); } }\n",
    ),
    "rust": Mischief(
        writes='fn f() {\n  std::fs::write("benchwright_marks", "no").unwrap();\n}\n',
        killed="""extern "C" { fn raise(signal: i32) -> i32; }
fn f() {
  unsafe { raise(9); }
}
""",
        ends="fn f() { if true {\n\n  std::process::exit(0); }\n  panic!();\n}\n",
        tests="fn main() { f(); }\n",
    ),
}


@pytest.mark.parametrize("language", [in_language(name) for name in MISCHIEF])
def test_none_or_the_truth(language: str) -> None:
    case = MISCHIEF[language]
    assert measure(language, case.tests, case.writes) is None
    assert measure(language, case.tests, case.killed) is None
    ended = measure(language, case.tests, case.ends)
    assert ended is not None
    assert ended.missed == (4,)
