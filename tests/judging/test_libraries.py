"""Solutions and tests may use the libraries that come with a language."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.judging import Question, Verdict, judge_tests
from benchwright.languages import find_language
from benchwright.languages.installers import missing_packages
from benchwright.sandbox import LocalSandbox
from benchwright.sandbox.environment import load_environment
from tests.conftest import in_language


class Library(msgspec.Struct, frozen=True, kw_only=True):
    language: str
    solution: str
    tests: str
    """Tests, with `{}` for the expected value."""
    right: str
    wrong: str
    environment: str | None = None


LIBRARIES = {
    "python-scientific": Library(
        language="python",
        solution=(
            "import numpy as np, pandas as pd, sympy\nfrom scipy import stats\n"
            "def mean(values):\n    return float(pd.Series(np.array(values)).mean()) + stats.norm.cdf(0) - 0.5\n"
            "def twice():\n    return str(sympy.simplify('x + x'))\n"
        ),
        tests="import pytest\nassert mean([1, 3]) == pytest.approx({})\nassert twice() == '2*x'\n",
        right="2.0",
        wrong="2.5",
        environment="scientific",
    ),
    "java-gson-json": Library(
        language="java",
        solution=(
            "import com.google.gson.Gson;\nimport org.json.JSONObject;\nclass Texts {\n"
            '    static int of(String text) { return new JSONObject(text).getInt("a"); }\n'
            "    static String text(int[] values) { return new Gson().toJson(values); }\n}\n"
        ),
        tests=(
            "public class Main {\n    public static void main(String[] arguments) {\n"
            '        assert Texts.of("{\\"a\\": 3}") == {};\n'
            '        assert Texts.text(new int[] {1, 2}).equals("[1,2]");\n    }\n}\n'
        ),
        right="3",
        wrong="4",
    ),
    "java-javatuples": Library(
        language="java",
        solution=(
            "import org.javatuples.*;\nclass Ends {\n"
            "    static Pair<Integer, Integer> of(int[] all) { return Pair.with(all[0], all[all.length - 1]); }\n}\n"
        ),
        tests=(
            "import org.javatuples.*;\npublic class Main {\n    public static void main(String[] arguments) {\n"
            "        assert Ends.of(new int[] {1, 2, 3}).equals(Pair.with(1, {}));\n    }\n}\n"
        ),
        right="3",
        wrong="2",
    ),
    "perl-compare": Library(
        language="perl",
        solution="use strict;\nsub ends { my @all = @_; return [$all[0], $all[-1]]; }\n1;\n",
        tests='use Data::Compare;\ndie "wrong" unless Compare(ends(1, 2, 3), [1, {}]);\n',
        right="3",
        wrong="2",
    ),
    "rust-older-rand": Library(
        language="rust",
        solution=(
            "use rand::Rng;\nuse regex::Regex;\nuse std::ascii::AsciiExt;\n"
            'pub fn vowels(text: &str) -> usize { Regex::new("[aeiou]").unwrap().find_iter(text).count() }\n'
            "pub fn digit() -> u32 { rand::thread_rng().gen_range(0, 10) }\n"
        ),
        tests=(
            "#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn test_vowels() {\n"
            "        let letter = char::from(rand::thread_rng().gen_range(b'a', b'c'));\n"
            '        assert!("ab".contains(letter) && digit() < 10);\n'
            '        assert_eq!(vowels("regular"), {});\n    }\n}\n'
        ),
        right="3",
        wrong="2",
    ),
    "rust-crates": Library(
        language="rust",
        solution=(
            "use itertools::Itertools;\nuse regex::Regex;\n"
            "pub fn words(text: &str) -> String {\n"
            '    Regex::new("[a-z]+").unwrap().find_iter(text).map(|found| found.as_str()).join("-")\n}\n'
        ),
        tests='fn main() { assert_eq!(words("a, b"), "{}"); }\n',
        right="a-b",
        wrong="a+b",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [in_language(case.language, name) for name, case in LIBRARIES.items()])
def test_library(name: str) -> None:
    case = LIBRARIES[name]
    if missing := missing_packages(find_language(case.language)):
        pytest.skip(f"toolchain missing: {missing}")
    try:
        load_environment(case.environment)
    except UsageError as error:
        pytest.skip(f"toolchain missing: {error}")

    async def verdict(expected: str) -> Verdict:
        question = Question(
            language=case.language, tests=case.tests.replace("{}", expected), environment=case.environment
        )
        async with LocalSandbox() as sandbox:
            return (await judge_tests(sandbox, question, case.solution)).verdict

    assert asyncio.run(verdict(case.right)) == Verdict.PASSED
    assert asyncio.run(verdict(case.wrong)) == Verdict.WRONG_ANSWER
