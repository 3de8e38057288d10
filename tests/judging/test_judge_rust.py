"""Rust solutions that need crates, and tests that macros make, judged in the real sandbox."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.judging import Judgement, Question, Verdict, judge_tests
from benchwright.judging.verdict import describe
from benchwright.languages import find_language, find_toolchain
from benchwright.sandbox import LocalSandbox

pytestmark = pytest.mark.language(name="rust")

SOLUTION = """
use itertools::Itertools;
use rand::Rng;
use regex::Regex;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub struct Point { pub x: i32 }

pub fn numbers(text: &str) -> String {
    Regex::new(r"\\d+").unwrap().find_iter(text).map(|found| found.as_str()).sorted().join(",")
}
pub fn digest(text: &str) -> String { format!("{:x}", md5::compute(text)) }
pub fn die() -> i32 { rand::thread_rng().gen_range(1..7) }
"""
TESTS = """
#[test]
fn test_regex_and_itertools() { assert_eq!(numbers("b2a12"), "12,2"); }

#[test]
fn test_md5() { assert_eq!(digest("a"), "0cc175b9c0f1b6a831c399e269772661"); }

#[test]
fn test_rand() { assert!((1..7).contains(&die())); }

#[test]
fn test_serde() {
    let text = serde_json::to_string(&Point { x: 3 }).unwrap();
    assert_eq!(text, "{\\"x\\":3}");
    assert_eq!(serde_json::from_str::<Point>(&text).unwrap(), Point { x: 3 });
}
"""


@pytest.fixture
def crates() -> None:
    if "crates" not in find_toolchain(find_language("rust")).files:
        pytest.skip("toolchain missing: the crates of Rust")


def judge(solution: str, tests: str) -> Judgement:
    async def judged() -> Judgement:
        async with LocalSandbox() as sandbox:
            return await judge_tests(sandbox, Question(language="rust", tests=tests), solution)

    return asyncio.run(judged())


@pytest.mark.usefixtures("crates")
def test_crates() -> None:
    assert describe(judge(SOLUTION, TESTS)) == "passed"


MADE = """
macro_rules! cases {
    ($($name:ident: $given:expr => $want:expr,)*) => {
        $(
            #[test]
            fn $name() { assert_eq!(f($given), $want); }
        )*
    };
}
macro_rules! panics {
    ($name:ident) => { #[test] #[should_panic(expected = "negative")] fn $name() { f(-1); } };
}
mod inner {
    use super::*;
    cases! { two: 2 => 4, seven: 7 => 14, }
    panics!(refuses);
}
#[test]
fn zero() { assert_eq!(f(0), 0); }
"""


def test_tests_that_macros_make_run() -> None:
    right = 'fn f(n: i32) -> i32 { assert!(n >= 0, "negative"); 2 * n }'
    passed = judge(right, MADE)
    assert passed.verdict is Verdict.PASSED
    assert sorted(test.name for test in passed.tests) == ["refuses", "seven", "two", "zero"]
    wrong = judge(right.replace("2 * n", "if n == 7 { 0 } else { 2 * n }"), MADE)
    assert wrong.verdict is Verdict.WRONG_ANSWER
    assert [test.name for test in wrong.tests if test.status == "failed"] == ["seven"]
