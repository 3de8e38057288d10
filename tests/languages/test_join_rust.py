"""What joining does to Rust texts."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.join import Joined, join


def joined(solution: str, tests: str = "fn main() {}") -> Joined:
    return join(find_language("rust"), solution, tests)


def text_with(tests: str) -> str:
    return joined("", tests).files["tests.rs"].decode()


def root_of(solution: str, tests: str = "fn main() {}") -> str:
    return joined(solution, tests).files["solution.rs"].decode()


def test_lines_keep_their_numbers() -> None:
    text = "#![allow(unused)]\n\nfn f() {}\n"
    assert root_of(text).splitlines()[2] == "fn f() {}"
    assert text_with("#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {}\n}\n").splitlines()[3].strip() == (
        "pub(crate) fn one() {}"
    )


@pytest.mark.parametrize("lint", ["#![deny(warnings)]", "#![forbid(unsafe_code)]", "#![no_main]"])
def test_the_solutions_lints_do_not_apply_to_the_crate(lint: str) -> None:
    assert root_of(f"{lint}\nfn f() {{}}\n").count(lint) == (lint == "#![no_main]")


def test_other_crate_attributes_are_kept() -> None:
    assert "#![recursion_limit" in root_of('#![recursion_limit = "256"]\nfn f() {}\n')


def test_each_test_is_named_with_its_modules() -> None:
    tests = "mod a {\n  pub mod b {\n    #[test]\n    fn c() {}\n  }\n  #[test]\n  #[ignore]\n  fn d() {}\n}\n"
    found = joined("", tests)
    root = found.files["solution.rs"].decode()
    assert 'name: "a::b::c", line: 4' in root
    assert 'name: "a::d", line: 8' in root
    assert root.count("ignored: true") == 1
    assert (found.entry, found.framework) == ("framework", "libtest")


def test_expected_panic_messages_are_kept() -> None:
    tests = '#[test]\n#[should_panic(expected = "too \\"big\\"")]\nfn f() {}\n'
    assert 'panics: Some("too \\"big\\"")' in root_of("", tests)


def test_main_is_called_but_not_a_method_of_that_name() -> None:
    found = joined("", "struct S;\nimpl S { fn main() {} fn test_it() {} }\nfn main() {}\n")
    assert found.entry == "text"
    assert b"benchwright_tests::main()" in found.files["solution.rs"]


def test_uncalled_functions_are_called() -> None:
    found = joined("", "fn test_a() {}\nfn test_b(n: i32) {}\nfn helper() {}\n")
    assert found.entry == "call"
    root = found.files["solution.rs"]
    assert b"benchwright_tests::test_a()" in root
    assert b"test_b" not in root
    assert b"helper" not in root


def test_exits_of_the_tests_are_reported() -> None:
    reported = "::benchwright_driver::exit_of_tests(1)"
    assert reported in text_with("fn main() { std::process::exit(1) }")
    assert reported in text_with("use std::process;\nfn main() { check!(process::exit(1)) }")
    assert reported in text_with("use std::process::exit;\nfn main() { exit(1) }")


def test_other_exits_are_left_alone() -> None:
    text = 'fn exit(n: i32) {}\nfn main() { exit(1); println!("std::process::exit(1)"); }'
    assert "benchwright_driver" not in text_with(text)


def test_check_macros_are_the_standard_ones() -> None:
    assert "macro_rules! assert_eq { ($($t:tt)*) => { ::std::assert_eq!($($t)*) } }" in root_of(
        "macro_rules! assert_eq { ($($t:tt)*) => {} }"
    )
    assert "macro_rules" not in root_of("use std::fmt;\nfn f() {}\n")
