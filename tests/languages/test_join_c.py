"""What joining does to C texts."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join

SOLUTION = "int add(int a, int b) { return a + b; }\n"
TESTS = "int main(void) {\n    return add(1, 2) != 3;\n}\n"


def joined(tests: str, solution: str = SOLUTION) -> Joined:
    return join(find_language("c"), solution, tests)


def joined_tests(tests: str) -> str:
    text = joined(tests).files["main.c"].decode()
    return text.partition('#line 1 "tests.c"\n')[2].partition('\n#line 1 "driver.c"\n')[0]


def call_of(tests: str) -> str:
    text = joined(tests).files["main.c"].decode()
    return text.rpartition("int status = ")[2].partition(";")[0]


def test_one_file_that_names_the_lines_of_both_parts() -> None:
    program = joined(TESTS)
    assert list(program.files) == ["main.c"]
    assert {name: origin.part for name, origin in program.origins.items()} == {
        "solution.c": "solution",
        "tests.c": "tests",
    }
    assert f'#line 1 "solution.c"\n{SOLUTION}' in program.files["main.c"].decode()
    assert (program.mode, program.entry) == ("tests", "text")


@pytest.mark.parametrize(
    ("head", "call"),
    [
        ("int main(void)", "benchwright_tests_main()"),
        ("int main()", "benchwright_tests_main()"),
        ("main()", "benchwright_tests_main()"),
        ("int main(int argc, char **argv)", "benchwright_tests_main(count, arguments)"),
        ("int main(int c, char *v[], char **e)", "benchwright_tests_main(count, arguments, environment)"),
        ("void main()", "(benchwright_tests_main(), 0)"),
    ],
)
def test_forms_of_main(head: str, call: str) -> None:
    assert call_of(head + " {\n}\n") == call


def test_a_main_in_every_branch_of_conditional_compilation() -> None:
    tests = "#ifdef A\nint main(void) { return 1; }\n#else\nint main(void) { return 0; }\n#endif\n"
    assert joined_tests(tests).count("int benchwright_tests_main(void)") == 2


def test_test_functions_are_called_if_there_is_no_main() -> None:
    tests = "void test_a(void) {}\nint tested(int n) { return n; }\nvoid test_b() {}\nint main_b(void) { return 0; }\n"
    assert call_of(tests) == "(test_a(), test_b(), 0)"
    assert joined(tests).entry == "call"


def test_main_in_comments_and_strings_is_unchanged() -> None:
    tests = '/* int main(void) { } */\nconst char *s = "int main() { exit(1); }";\n' + TESTS
    assert joined_tests(tests).startswith('/* int main(void) { } */\nconst char *s = "int main() { exit(1); }";\n')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("exit(1);", "benchwright_exit_of_tests(__LINE__, 1);"),
        ("_exit(EXIT_FAILURE);", "benchwright_exit_of_tests(__LINE__, EXIT_FAILURE);"),
        ("abort();", "benchwright_abort_of_tests(__LINE__);"),
        ("my_exit(1);", "my_exit(1);"),
        ("queue.exit(1);", "queue.exit(1);"),
    ],
)
def test_exits_of_the_tests_are_reported(text: str, expected: str) -> None:
    assert expected in joined_tests(f"int main(void) {{\n    {text}\n}}\n")
    macro = f'#define CHECK(x) do {{ if (!(x)) {{ puts("{text}"); {text} }} }} while (0)\n'
    rewritten = macro[::-1].replace(text[::-1], expected[::-1], 1)[::-1]
    assert joined_tests(macro + TESTS).startswith(rewritten)


def test_the_solutions_exits_are_kept() -> None:
    solution = "#include <stdlib.h>\nvoid leave(void) { exit(0); }\n"
    assert solution in joined(TESTS, solution).files["main.c"].decode()
