"""What joining does to C++ texts, and which of them are built with precompiled headers."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from benchwright.languages import find_language, find_toolchain
from benchwright.languages.join import join
from benchwright.languages.language import fill
from benchwright.languages.prepare import prepared_folder

HEADERS = (find_language("cpp").directory / "driver" / "headers.txt").read_text().splitlines()


def start_of(solution: str) -> str:
    """Return the header included before the driver, or an empty text."""
    text = join(find_language("cpp"), solution, "int main() {}\n").files["main.cpp"].decode()
    found = re.match(r"#include <(.*)>\n// Precedes the solution", text)
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("solution", "header"),
    [
        ("#include <string>\n", "string"),
        ("#include<string>\r\n", "string"),
        ("# include <string> // texts\n", "string"),
        ("\n// Texts.\n/* And\nmore. */ #include <string>\n", "string"),
        ("#include <vector>\n#include <cmath>\n#include <string>\n", "string+vector"),
        ("#include <vector>\n#include <iostream>\n", "iostream"),
        ("#include <assert.h>\n#include <bits/stdc++.h>\n", "bits/stdc++.h"),
    ],
)
def test_a_precompiled_header_comes_first(solution: str, header: str) -> None:
    assert start_of(solution + "int f();\n") == header


@pytest.mark.parametrize(
    "before",
    [
        "#define private public\n",
        "#undef __cpp_concepts\n",
        '#pragma GCC optimize("O3")\n',
        "#if 0\n",
        "int g();\n",
        '#include "own.h"\n',
        "#include <curses.h>\n",
        "#include <cstdio> /*\n",
        "#include <cstdio> /**/ ",
        "#include <cstdio> // \\\n",
        "// \\\n",
        "// ",
        "/*\n",
        "/* *\\\n/ #define private public\n/* */",
    ],
)
def test_includes_after_other_code_are_not_moved(before: str) -> None:
    assert start_of(f"{before}#include <string>\n#endif\n/* */\n") == ""


def test_only_the_solutions_includes_come_early() -> None:
    assert start_of("#include <cmath>\nint f();\n#include <string>\n") == ""
    assert start_of("#include <string>\nint f();\n#include <vector>\n") == "string"


def used_header(tmp_path: Path, mode: str, text: str) -> str:
    """Build a program; return the precompiled header that the compiler used, or an empty text."""
    language = find_language("cpp")
    toolchain = find_toolchain(language)
    if not toolchain.version.startswith("g++"):
        pytest.skip("another compiler than g++")
    folder = prepared_folder(language, toolchain)
    (tmp_path / "main.cpp").write_text(text)
    values = {**toolchain.tools, "prepared": str(folder)}
    command = fill(language.mode(mode).build, values, "main.cpp", str(tmp_path))
    done = subprocess.run([*command, "-H"], capture_output=True, text=True, check=True)
    found = re.search(rf"^! {folder}/headers/(.*)\.gch$", done.stderr, re.MULTILINE)
    return found[1] if found else ""


@pytest.mark.language(name="cpp")
@pytest.mark.parametrize("names", HEADERS)
def test_the_compiler_accepts_each_precompiled_header(tmp_path: Path, names: str) -> None:
    includes = "".join(f"#include <{name}>\n" for name in names.split())
    language, header = find_language("cpp"), names.replace(" ", "+")
    if not (prepared_folder(language, find_toolchain(language)) / "headers" / f"{header}.gch").is_file():
        pytest.skip(f"not installed: {names}")
    program = join(language, includes, f"{includes}int main() {{}}\n")
    assert used_header(tmp_path, program.mode, program.files["main.cpp"].decode()) == header


@pytest.mark.language(name="cpp")
@pytest.mark.parametrize(
    ("before", "header"),
    [("", "vector"), ("#define ANYTHING\n", "vector"), ("#define _GLIBCXX_DEBUG\n", ""), ("int f();\n", "")],
)
def test_whole_programs_use_precompiled_headers_where_harmless(tmp_path: Path, before: str, header: str) -> None:
    text = f"{before}#include <vector>\n#include <vector>\nint main() {{}}\n"
    assert used_header(tmp_path, "", text) == header


@pytest.mark.language(name="cpp")
def test_coverage_is_measured_without_them(tmp_path: Path) -> None:
    program = join(find_language("cpp"), "#include <vector>\n#include <string>\n", "int main() {}\n")
    assert used_header(tmp_path, "coverage", program.files["main.cpp"].decode()) == ""


@pytest.mark.language(name="cpp")
def test_the_solution_is_optimized_although_the_driver_is_not(tmp_path: Path) -> None:
    # Only an optimizer sees that the function that is defined nowhere is not called.
    solution = "void nowhere();\nstatic bool no() { return false; }\nvoid f() { if (no()) nowhere(); }\n"
    solution += "#ifndef __OPTIMIZE__\n#error not optimized\n#endif\n"
    program = join(find_language("cpp"), solution, "int main() { f(); }\n")
    assert used_header(tmp_path, program.mode, program.files["main.cpp"].decode()) == ""


@pytest.mark.parametrize(
    ("solution", "header"),
    [
        ("int f();", "bits/stdc++.h+gtest/gtest.h"),
        ("#include <vector>\nusing namespace std;\nint f();", "vector"),
        ("#include <bits/stdc++.h>\nusing namespace std;\nint f();", "bits/stdc++.h+gtest/gtest.h"),
        ("#include <vector>\nenum { FAIL };", "vector"),
        ("#include <vector>\nnamespace testing {}", "vector"),
    ],
    ids=["plain", "names", "all", "macro", "namespace"],
)
def test_a_framework_import_comes_first_where_it_is_harmless(solution: str, header: str) -> None:
    tests = "#include <gtest/gtest.h>\nTEST(F, A) { EXPECT_EQ(f(), 1); }\n"
    text = join(find_language("cpp"), solution, tests).files["main.cpp"].decode()
    assert text.startswith(f"#include <{header}>\n")


def joined_solution(language: str, solution: str, tests: str) -> str:
    program = join(find_language(language), solution, tests)
    return next(iter(program.files.values())).decode()


@pytest.mark.parametrize(
    ("solution", "tests", "renamed"),
    [
        ("int f() { return 1; } int g(int n) { return n; }", "int g(int m) { return f() + m; }", True),
        ("int f(); int g(int n) { return n; }", "int g(long m) { return f() + m; }", False),
        ("int f(); int g(int n) { return n; }", "struct A { int g(int m) { return f() + m; } };", False),
        ("int f() { return g(1); } int g(int n) { return n; }", "namespace { int g(int m) { return f() + m; } }", True),
        ("int g(int n) { return n; }", "int g(int m) { return m; }", False),
        ("class S {}; int g(std::vector<int> &n) { return 0; }", "S s; int g(vector<int>& m) { return 0; }", True),
        ("class S { int g(int n); }; int g(int n) { return n; }", "S s; int g(int m) { return 0; }", False),
        ("class S {}; int g = 2;", "S s; int g = 3;", True),
    ],
    ids=["same", "overload", "method", "unnamed", "copy", "types", "member", "variable"],
)
def test_names_defined_by_both_parts_stay_separate(solution: str, tests: str, renamed: bool) -> None:
    assert ("benchwright_solution_g" in joined_solution("cpp", solution, tests)) is renamed


def test_copies_of_types_are_dropped() -> None:
    tests = "// P\nstruct P { int x; /* same */ };\nint g = f({1});"
    text = joined_solution("cpp", "struct P {\n int x; };\nint f(P);", tests)
    assert text.count("struct P") == 1
    assert "// P\n;\nint g" in text
