"""What joining does to Lua texts."""

from __future__ import annotations

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(solution: str, tests: str = "f()") -> Joined:
    return join(find_language("lua"), solution, tests)


def solution_of(solution: str, tests: str = "f()") -> str:
    return joined(solution, tests).files["solution.lua"].decode()


def test_the_tests_get_the_local_variables_they_mention() -> None:
    assert solution_of("local function f() end -- end").endswith("-- end\nreturn nil, function() return f end")
    assert solution_of("local f, g = 1\nreturn g -- it").endswith("\nreturn g, function() return f end -- it")
    assert solution_of("local f\nreturn").endswith("\nreturn nil, function() return f end")
    assert b"benchwright_note, f = ..." in joined("local f").files["tests.lua"]


def test_other_texts_are_unchanged() -> None:
    for text in ("function f() end", "local g = 1", "do local f = 1 end", "local f = (", "function t.f() local f end"):
        assert solution_of(text) == text


def test_a_shebang_becomes_a_comment() -> None:
    assert solution_of("#!/usr/bin/env lua\nf = 1") == "--#!/usr/bin/env lua\nf = 1"
    assert b"--#!" in joined("", "#!/usr/bin/env lua\nf()").files["tests.lua"]


def test_exits_of_the_tests_are_attributed_to_them() -> None:
    tests = "local exit = os.exit\nif f() then os.exit(1) end\nprint('os.exit')"
    text = joined("", tests).files["tests.lua"].decode()
    assert text.count("benchwright_exit") == 3
    assert "print('os.exit')" in text


def test_entry_points_of_tests() -> None:
    assert joined("", "function test_f() end").entry == "call"
    assert joined("", "function test_f() end\ntest_f()").entry == "text"
    assert joined("", "local lu = require 'luaunit'").framework == "luaunit"
