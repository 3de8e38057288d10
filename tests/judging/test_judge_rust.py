"""Rust solutions that need crates, judged in the real sandbox."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.judging import Question, judge_tests
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


@pytest.fixture(autouse=True)
def need_crates() -> None:
    if "crates" not in find_toolchain(find_language("rust")).files:
        pytest.skip("toolchain missing: the crates of Rust")


def test_crates() -> None:
    async def judged() -> str:
        async with LocalSandbox() as sandbox:
            return describe(await judge_tests(sandbox, Question(language="rust", tests=TESTS), SOLUTION))

    assert asyncio.run(judged()) == "passed"
