"""Requirements for a rewritten file and its tests, checked before anything runs."""

from __future__ import annotations

import pytest

from benchwright.generate.codebenchgen.rules import (
    assertions_in,
    kept_share,
    read_code,
    read_repair,
    read_requirements,
    read_tests,
    refuse_tests,
)
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.record import Dropped
from benchwright.generate.sections import Unparsable
from benchwright.languages import find_language
from benchwright.seeds import Origin, Seed
from tests.generate import scripted_examples as scripted

SETTINGS = Settings(count=1)
PYTHON = find_language("python")
SEED = scripted.seed(1)
CHECKS = "def test():\n" + "".join(f"    assert Box().read({n}) == {n}\n" for n in range(3)) + "\n\ntest()\n"


def code_answer(text: str, requirements: str = "") -> str:
    return f"{scripted.section('code', text)}<requirements>\n{requirements}\n</requirements>\n"


def refused(text: str, *, settings: Settings = SETTINGS) -> str:
    with pytest.raises(Unparsable) as found:
        read_code(settings, PYTHON, SEED, code_answer(text))
    return str(found.value)


def test_a_valid_file() -> None:
    assert read_code(SETTINGS, PYTHON, SEED, code_answer(scripted.code(1))) == (scripted.code(1), ())


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("def pick_1(", "def chosen(", "there is no function pick_1"),
        ('(values, limit):\n    """Give', '(values, limit=3):\n    """Give', "the parameters of pick_1 were"),
        ('(values, limit):\n    """Give', '(limit, values):\n    """Give', "the parameters of pick_1 were"),
        ("def told_1(", "def pick_1(", "or more than one"),
    ],
)
def test_the_target_keeps_name_and_signature(before: str, after: str, said: str) -> None:
    assert before in scripted.code(1)
    assert said in refused(scripted.code(1).replace(before, after))


def test_types_and_layout_of_parameters_are_part_of_the_signature() -> None:
    spread = scripted.code(1).replace("pick_1(values, limit):", "pick_1(\n    values,\n    limit,\n):", 1)
    assert read_code(SETTINGS, PYTHON, SEED, code_answer(spread))[0] == spread
    assert "parameters" in refused(
        scripted.code(1).replace("pick_1(values, limit):", "pick_1(values: list, limit):", 1)
    )


def test_removed_source_lines_are_detected() -> None:
    target = scripted.code(1).partition("\n\n\ndef told_1")[0].replace("import json\n\n\n", "")
    assert kept_share(scripted.code(1), target) == pytest.approx(7 / 10)
    strict = Settings(count=1, kept_above=0.9, min_tokens_of_code=10)
    assert "of the lines of the source are still there" in refused(target + "\n", settings=strict)


def test_a_changed_target_is_rejected() -> None:
    text = "import json\n\n\ndef pick_1(values, limit):\n"
    text += "    return sorted(v + 1 for v in values if v <= limit and v is not None)\n"
    text += "\n\ndef told_1(values, limit):\n    return json.dumps(pick_1(values, limit))\n"
    assert "of the lines of pick_1 are still there" in refused(text)


def test_lengths_are_bounded() -> None:
    assert "tokens of code" in refused(scripted.code(1), settings=Settings(count=1, max_tokens_of_code=50))
    assert "the target has" in refused(scripted.code(1), settings=Settings(count=1, min_target_tokens=200))


def test_a_one_line_target_leaves_no_hole() -> None:
    seed = Seed(
        id="1", text="def f(a): return a\n", language="python", kind="function", origin=Origin(source="x"), target="f"
    )
    with pytest.raises(Unparsable, match="no body on lines of its own"):
        read_code(SETTINGS, PYTHON, seed, code_answer("def f(a): return a\n"))


def test_a_model_may_decline() -> None:
    with pytest.raises(Dropped, match="a printer"):
        read_code(SETTINGS, PYTHON, SEED, "<impossible>It needs\na printer.</impossible>")


@pytest.mark.parametrize("line", ["git+https://example.invalid/x", "--index-url x", "../here", "x; rm -rf /", "$(id)"])
def test_only_packages_are_requirements(line: str) -> None:
    with pytest.raises(Unparsable, match="<requirements>"):
        read_requirements(PYTHON, line, "")


def test_requirements_are_named_or_imported() -> None:
    assert read_requirements(PYTHON, "- `attrs>=23`\nSix\n# none", "import yaml\n") == ("attrs>=23", "six")
    assert read_requirements(PYTHON, "(none)\n", "import yaml\nimport json\n") == ("pyyaml",)
    assert read_requirements(PYTHON, "", "import json\n") == ()
    assert read_requirements(find_language("go"), "github.com/google/uuid", "") == ()


def test_tests_must_check_and_call() -> None:
    few = "def test():\n    assert pick_1([], 1) == []\n\n\ntest()\n"
    with pytest.raises(Unparsable, match="1 assertions"):
        read_tests(SETTINGS, PYTHON, SEED, scripted.code(1), scripted.section("tests", few))
    other = scripted.checks(1).replace("pick_1", "pick_2")
    with pytest.raises(Unparsable, match="do not call pick_1"):
        read_tests(SETTINGS, PYTHON, SEED, scripted.code(1), scripted.section("tests", other))


@pytest.mark.parametrize(
    "own",
    [
        "def pick_1(values, limit):\n    return [4, 2, 2]\n",
        "def pick_1(values, limit):\n    return 1\n\n\ndef pick_1(values, limit):\n    return 2\n",
        "pick_1 = lambda values, limit: [4, 2, 2]\n",
        "import json as pick_1\n",
        "globals()['pick_1'] = print\n",
        "patcher = mock.patch('__main__.pick_1')\n",
    ],
)
def test_tests_that_redefine_the_target_are_rejected(own: str) -> None:
    with pytest.raises(Unparsable, match="define or replace pick_1"):
        read_tests(SETTINGS, PYTHON, SEED, scripted.code(1), scripted.section("tests", own + scripted.checks(1)))


def test_a_method_may_have_a_replacement_of_the_same_name() -> None:
    refuse_tests(SETTINGS, PYTHON, "Box.read", "", "class Fake:\n    def read(self):\n        return 1\n" + CHECKS)
    with pytest.raises(Unparsable, match=r"define or replace Box\.read"):
        refuse_tests(SETTINGS, PYTHON, "Box.read", "", "Box.read = lambda self: 1\n" + CHECKS)


@pytest.mark.parametrize("name", ["python", "javascript", "typescript", "java", "go", "rust", "cpp"])
def test_assertions_are_counted_in_every_language(name: str) -> None:
    """The worked example of each language has three cases."""
    language = find_language(name)
    tests, solution = language.generation_example("tests"), language.generation_example("solution")
    assert assertions_in(language, tests, solution) == (4 if name == "java" else 3)  # it has its own method that checks


def test_repairs_keep_the_rest() -> None:
    before = (scripted.code(1), scripted.checks(1), ())
    code, tests, requirements = read_repair(
        SETTINGS, PYTHON, SEED, before, 4, scripted.section("tests", scripted.checks(1))
    )
    assert (code, tests, requirements) == before
    fewer = scripted.checks(1).replace("    assert told_1([9], 9) == '[10]'\n", "")
    with pytest.raises(Unparsable, match="at least 4 are asked for"):
        read_repair(SETTINGS, PYTHON, SEED, before, 4, scripted.section("tests", fewer))
    with pytest.raises(Unparsable, match="there is no <code>, <tests> or <requirements>"):
        read_repair(SETTINGS, PYTHON, SEED, before, 4, "It is all right as it is.")


def test_a_file_that_shrank_is_rejected() -> None:
    long = scripted.code(1) + "".join(
        f"\n\ndef more_{number}(value):\n    return value + {number}\n" for number in range(9)
    )
    before = (long, scripted.checks(1), ())
    with pytest.raises(Unparsable, match="the file has lost much of its code"):
        read_repair(SETTINGS, PYTHON, SEED, before, 1, scripted.section("code", scripted.code(1)))
