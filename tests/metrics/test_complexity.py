"""Counts over a piece of code: exact numbers for small programs."""

from __future__ import annotations

import pytest

from benchwright.languages import languages
from benchwright.metrics.complexity import Complexity, measure_complexity

PYTHON = """\
import os.path, numpy as np
from json import loads
from . import own


class A:
    x = 1

    def f(self, a):
        # no token
        b, c = loads(a), f"{a} {len(a)}"
        for d in b:
            print(d)
        return c
"""
JAVASCRIPT = """\
import fs from 'node:fs';
import { a as b } from '@x/y/z';
const p = require('lodash');
import './own.js';
// no token
function f(q) {
  const { u, v: w } = q;
  let s = `a${u}`;
  for (const k of q) { s += k; }
  t = new Map();
  q.field = 1;
  return f("x", w);
}
"""
TYPESCRIPT = """\
import * as path from 'path';
import x from 'zod';
function f(q: number[]): number {
  let s: number = 0;
  for (const k of q) s += k;
  return Math.abs(s);
}
"""
JAVA = """\
import java.util.List;
import static java.lang.Math.max;
import org.junit.*;
import com.google.common.collect.Lists;
class A {
  int field = 1;
  int f(int q) {
    int a = 1, b;
    for (String s : names()) { b = max(a, q); }
    return new Integer(a);
  }
}
"""
GO = """\
package main

import (
	"encoding/json"
	x "example.com/a/b"
)

func f(q []int) int {
	a, err := json.Marshal(q)
	var s int
	for _, v := range q {
		s += v
	}
	_ = x.Y
	return len(a)
}
"""
RUST = """\
use std::{fmt, io::{self, Read}};
use serde::Deserialize;
use crate::own::Thing;
fn f(q: &[i32]) -> i32 {
    let mut s = 0;
    let (a, b) = (1, 2);
    if let Some(x) = q.first() { s = *x; }
    for v in q { s += v; }
    println!("{}", s);
    g(s)
}
"""
CPP = """\
#include <vector>
#include <sys/types.h>
#include <boost/asio.hpp>
#include "own.h"
using std::vector;
int f(int q) {
  int a = 1, b;
  std::vector<int> v{1, 2};
  for (auto &x : v) { a += g(x); }
  int c[10];
  const char *p = "x";
  return a;
}
"""


@pytest.mark.parametrize(
    ("language", "text", "counts", "standard", "external"),
    [
        ("python", PYTHON, (51, 9, 4, 3), ("json", "os"), ("numpy",)),
        ("javascript", JAVASCRIPT, (87, 8, 6, 3), ("fs",), ("@x/y", "lodash")),
        ("typescript", TYPESCRIPT, (51, 7, 2, 1), ("path",), ("zod",)),
        ("java", JAVA, (86, 12, 4, 3), ("java.lang", "java.util"), ("com.google.common.collect", "org.junit")),
        ("go", GO, (54, 10, 4, 2), ("encoding/json",), ("example.com/a/b",)),
        ("rust", RUST, (101, 10, 5, 3), ("std::fmt", "std::io"), ("serde",)),
        ("cpp", CPP, (74, 10, 6, 1), ("sys/types.h", "vector"), ("boost",)),
    ],
)
def test_small_programs(
    language: str, text: str, counts: tuple[int, ...], standard: tuple[str, ...], external: tuple[str, ...]
) -> None:
    found = measure_complexity(language, text)
    assert found is not None
    assert (found.tokens, found.depth, found.variables, found.calls) == counts
    assert (found.imports_standard, found.imports_external) == (standard, external)


def test_python_counts_match_counts_by_hand() -> None:
    # The levels are module, assignment, call and constant.
    assert measure_complexity("python", "x = f(1)  # why\n") == Complexity(tokens=6, depth=4, variables=1, calls=1)
    assert measure_complexity("python", "") == Complexity(tokens=0, depth=1, variables=0, calls=0)


def test_an_f_string_is_one_token_in_every_python() -> None:
    nested = measure_complexity("python", "f'{a:{b}} {f\"{c}\"}'\n")
    assert nested is not None
    assert nested.tokens == 1


@pytest.mark.parametrize(
    ("language", "text", "variables"),
    [
        ("lua", "local a, b = 1, 2\nc = a\nd.x = c\n", 3),
        ("julia", "a = 1\nb, c = 2, 3\na += 1\nf(x) = x\nd[1] = a == b\n", 3),
        ("r", "a <- 1\nb = 2\nd$y <- 2\na == b\n", 2),
        ("elixir", "a = 1\n{b, c} = f(a)\na == b\n", 3),
        ("ruby", "a = 1\nb, c = 2, 3\n@d.e = a\n", 3),
        ("php", "<?php\n$a = 1;\n$b->c = $a;\n", 1),
        ("csharp", "class A { void F() { int a = 1; var b = a; b = 2; this.c = b; } }", 2),
    ],
)
def test_variables_of_further_languages(language: str, text: str, variables: int) -> None:
    found = measure_complexity(language, text)
    assert found is not None
    assert found.variables == variables


def test_comments_do_not_count() -> None:
    for language, comment in (("javascript", "// a b\n"), ("rust", "/* a\n b */\n"), ("java", "/** a */\n")):
        found = measure_complexity(language, comment)
        assert found is not None
        assert (found.tokens, found.calls) == (0, 0)


def test_a_function_body_is_measured_alone() -> None:
    whole = measure_complexity("python", "if a:\n    b = 1\nreturn b\n")
    assert whole is not None
    assert measure_complexity("python", "    if a:\n        b = 1\n    return b\n") == whole
    assert measure_complexity("python", "if a:\n        b = 1\n    return b\n") == whole


def test_file_imports_count_if_the_target_uses_them() -> None:
    target = measure_complexity("python", "    return np.array(loads(a))\n", imports_of=PYTHON)
    assert target is not None
    assert (target.imports_standard, target.imports_external) == (("json",), ("numpy",))
    other = measure_complexity("python", "    import re\n    return a\n", imports_of=PYTHON)
    assert other is not None
    assert (other.imports_standard, other.imports_external) == (("re",), ())
    java = measure_complexity("java", "return Lists.of(util);", imports_of=JAVA)
    assert java is not None
    assert (java.imports_standard, java.imports_external) == ((), ("com.google.common.collect",))


@pytest.mark.parametrize("text", ["def f(:", "print 'two'", "(" * 5000, "1" + "+1" * 50_000, "a\0b", "\ud800 = ("])
def test_invalid_python_is_not_counted(text: str) -> None:
    assert measure_complexity("python", text) is None


@pytest.mark.parametrize("language", sorted(languages()))
def test_no_text_in_any_language_raises(language: str) -> None:
    has_grammar = languages()[language].syntax is not None
    for text in ("", "((((", "}\n" * 50, "\"'`", "\ud800\0\U0001f600", "a b " * 2000, "f(" * 300):
        found = measure_complexity(language, text)
        assert (found is not None) == has_grammar or language == "python"


def test_endless_brackets_are_rejected_quickly() -> None:
    for language in languages():
        assert measure_complexity(language, "f(" * 20_000) is None
    assert measure_complexity("go", "x", imports_of="f(" * 20_000) is None


def test_an_unknown_language_is_not_counted() -> None:
    assert measure_complexity("klingon", "x") is None
