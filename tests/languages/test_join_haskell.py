"""How Haskell texts are split and joined."""

from __future__ import annotations

import pytest

from benchwright.languages.haskell.join import defined_names, imports, join, read_source
from benchwright.languages.join import Parts

TESTS = """import qualified System.Exit as Exit

check :: Bool -> IO ()
check ok = if ok then pure () else Exit.exitFailure

main :: IO ()
main = check (double 2 == 4)
"""


def joined(solution: str, tests: str = TESTS) -> tuple[str, str]:
    """Return the two modules."""
    files = join(Parts(solution=solution, tests=tests)).files
    return files["solution.hs"].decode(), files["tests.hs"].decode()


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("module Main where", "Solution"),
        ("module Main (main) where", "Solution"),
        ("module Data.Twice\n  ( double -- where\n  , (<+>), T (..)\n  ) where", "Data.Twice"),
        ("", "Solution"),
    ],
)
def test_an_exporting_header_keeps_the_lines(header: str, name: str) -> None:
    solution, _ = joined(f"{{-# LANGUAGE LambdaCase #-}}\n-- module Fake where\n{header}\n\ndouble n = 2 * n\n")
    lines = solution.splitlines()
    assert lines[:2] == ["{-# LANGUAGE LambdaCase #-}", f"module {name} where"]
    first = int(lines[2].split()[2])
    assert first + lines.index("double n = 2 * n") - 3 == header.count("\n") + 5


def test_the_tests_import_the_solution_without_their_own_names() -> None:
    _, tests = joined("module Main where\ncheck = 3\ndouble n = 2 * n\n")
    line = next(line for line in tests.splitlines() if line.startswith("import Solution"))
    assert {"check", "main", "(==)", "error"} <= set(line.partition("hiding (")[2][:-1].split(", "))
    assert "double" not in line


def test_exits_of_the_tests_are_distinguished() -> None:
    solution, tests = joined("import System.Exit\ndouble n = 2 * n\n")
    assert "import System.Exit" in solution
    assert "import qualified BenchwrightExit as Exit" in tests
    assert "System.Exit" not in tests


def test_tests_without_imports_get_the_solutions_imports() -> None:
    text = "import Data.List (sort)\nimport qualified Data.Map as M\nimport qualified Data.Set as S\ndouble n = 2 * n\n"
    _, tests = joined(text, "main :: IO ()\nmain = print (M.fromList [(1, sort [double 2])])\n")
    assert "import Data.List (sort)" in tests
    assert "import qualified Data.Map as M" in tests
    assert "Data.Set" not in tests


def test_tests_with_imports_get_only_missing_names() -> None:
    text = "import Data.List (sort, nub)\nimport Data.Char (check)\nimport Data.Map\ndouble n = 2 * n\n"
    _, tests = joined(text)
    assert "import Data.List (sort, nub)" in tests
    assert "Data.Char" not in tests
    assert "Data.Map" not in tests


def test_redefined_prelude_names_are_the_solutions() -> None:
    _, tests = joined("import Prelude hiding (lookup, filter, (==))\nlookup n = n\n_ == _ = True\ndouble n = n\n")
    assert "import Prelude hiding (lookup)" in tests


def test_imports_in_comments_are_ignored() -> None:
    body = read_source("{- import Fake\n {- nested -} -}\nimport Data.Map\n  ( Map\n  , insert\n  )\nx = 1\n").body
    assert imports(body) == ["import Data.Map\n  ( Map\n  , insert\n  )"]


def test_names_defined_by_a_text() -> None:
    text = "data T a = A | B\nclass Eq a => C a where\n  m :: a\nf, g :: Int\nf = 1\nx |> h = h x\n(<+>) :: Int\n"
    assert defined_names(text) == {"T", "C", "f", "g", "x", "(|>)", "(<+>)"}
