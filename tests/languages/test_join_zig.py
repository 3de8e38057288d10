"""What joining does to Zig texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(solution: str, tests: str = "test {}") -> Joined:
    return join(find_language("zig"), solution, tests)


def text_with(solution: str, tests: str) -> str:
    return joined(solution, tests).files["tests.zig"].decode()


def test_all_definitions_of_the_solution_become_public() -> None:
    text = "const a = 1;\npub const b = 2;\nfn c() void {}\npub fn d() void {}\n"
    assert joined(text).files["solution.zig"].decode() == (
        "pub const a = 1;\npub const b = 2;\npub fn c() void {}\npub fn d() void {}\n"
    )


def test_the_tests_import_the_names_they_use() -> None:
    solution = "const std = 1;\nfn f() void {}\nfn g() void {}\nfn n() void {}\nfn main() void {}\n"
    text = text_with(solution, "const std = 2;\ntest { f(); main(); const n = 3; }\n")
    assert text.count("@import") == 1
    assert 'const f = @import("solution.zig").f;' in text


def test_main_is_called_if_there_are_no_tests() -> None:
    found = joined("", "pub fn main() !void {}\n")
    assert found.entry == "text"
    assert b'test "benchwright_main"' in found.files["tests.zig"]
    assert joined("", 'pub fn main() !void {}\ntest "a" {}\n').framework == "zig test"


def test_exits_of_the_tests_are_reported() -> None:
    text = text_with("", "test {\n    std.process.exit(f(1));\n    other.exit(2);\n}\n")
    assert '@import("root").exitOfTests(2, f(1));' in text
    assert "other.exit(2);" in text


def test_the_solutions_file_has_one_name() -> None:
    text = text_with("", 'const std = @import("std");\nconst f = @import("main.zig").f;\n')
    assert text.startswith('const std = @import("std");\nconst f = @import("solution.zig").f;\n')
