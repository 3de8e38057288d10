"""Small files in many languages, and the fragments they are cut into."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "a.py": (
        """\
import os

LIMIT = 3

# Why.
@cache
def f(a):
    return a


class C:
    def m(self):
        pass
""",
        [("function", "# Why.\n@cache\ndef f"), ("class", "class C:")],
    ),
    "a.js": (
        """\
/** Doc. */
export function f(a) {
  return a;
}

const g = (a) => {
  return a;
};

class C { m() { return 1; } }
""",
        [("function", "/** Doc. */\nexport function f"), ("function", "const g"), ("class", "class C")],
    ),
    "a.ts": (
        """\
interface I { x: number }

export class C<T> {
  m(a: T): T { return a; }
}

function f(a: number): number {
  return a;
}
""",
        [("class", "export class C"), ("function", "function f")],
    ),
    "a.go": (
        """\
package a

// T counts.
type T struct {
	n int
}

// Add adds.
func (t *T) Add() {
	t.n++
}

type Data struct {
	n int
}

func f(a int) int {
	return a
}
""",
        [("class", "// T counts.\ntype T"), ("function", "func f")],
    ),
    "A.java": (
        """\
package a;

/** Doc. */
public class A {
  int m() { return 1; }
}

enum E { X; int m() { return 1; } }
""",
        [("class", "/** Doc. */\npublic class A"), ("class", "enum E")],
    ),
    "a.cpp": (
        """\
#include <vector>
namespace n {
  // Doc.
  template <class T>
  T f(T a) {
    return a;
  }
  struct S {
    int m() { return 1; }
  };
}
""",
        [("function", "// Doc.\ntemplate <class T>\nT f"), ("class", "struct S {")],
    ),
    "a.c": (
        """\
#ifndef A_H
#define A_H
/* Doc. */
static int f(int a)
{
  return a;
}
struct s { int a; };
#endif
""",
        [("function", "/* Doc. */\nstatic int f")],
    ),
    "a.cs": (
        """\
using System;
namespace N {
    /// Doc.
    public class C {
        int M() { return 1; }
    }
}
""",
        [("class", "/// Doc.\npublic class C")],
    ),
    "a.rs": (
        """\
/// Doc.
#[derive(Debug)]
struct S {
    n: i32,
}

impl S {
    fn m(&self) -> i32 { self.n }
}

fn f() -> i32 {
    1
}
""",
        [("class", "/// Doc.\n#[derive(Debug)]\nstruct S"), ("function", "fn f")],
    ),
    "a.rb": (
        """\
# Doc.
def f(a)
  a
end

class C
  def m
    1
  end
end
""",
        [("function", "# Doc.\ndef f"), ("class", "class C")],
    ),
    "a.php": (
        """\
<?php
/** Doc. */
function f($a) {
    return $a;
}
class C {
    function m() { return 1; }
}
""",
        [("function", "/** Doc. */\nfunction f"), ("class", "class C")],
    ),
    "a.kt": (
        """\
// Doc.
fun f(a: Int): Int {
    return a
}

object O {
    fun m() = 1
}
""",
        [("function", "// Doc.\nfun f"), ("class", "object O")],
    ),
    "a.scala": (
        """\
// Doc.
object O {
  def m(a: Int): Int = a
}

def f(a: Int): Int = {
  a
}
""",
        [("class", "// Doc.\nobject O"), ("function", "def f")],
    ),
    "a.swift": (
        """\
/// Doc.
func f(a: Int) -> Int {
    return a
}

struct S {
    func m() -> Int { return 1 }
}
""",
        [("function", "/// Doc.\nfunc f"), ("class", "struct S")],
    ),
    "a.dart": (
        """\
/// Doc.
int f(int a) {
  return a;
}

class C {
  int m() => 1;
}
""",
        [("function", "/// Doc.\nint f(int a) {\n  return a;\n}"), ("class", "class C")],
    ),
    "a.sh": (
        """\
# Doc.
f() {
  echo 1
}

f
""",
        [("function", "# Doc.\nf() {")],
    ),
    "a.lua": (
        """\
-- Doc.
local function f(a)
  return a
end

local g = function(a)
  return a
end
""",
        [("function", "-- Doc.\nlocal function f"), ("function", "local g")],
    ),
    "a.hs": (
        """\
module A where

-- Doc.
f :: Int -> Int
f 0 = 1
f n = n

g :: Int
g = 1
""",
        [("function", "-- Doc.\nf :: Int -> Int\nf 0 = 1\nf n = n\n"), ("function", "g :: Int\ng = 1\n")],
    ),
    "a.erl": (
        """\
-module(a).

%% Doc.
f(0) -> 1;
f(N) -> N.

g(N) -> N.
""",
        [("function", "%% Doc.\nf(0) -> 1;\nf(N) -> N."), ("function", "g(N)")],
    ),
    "a.ex": (
        """\
defmodule M do
  def f(a) do
    a
  end
end
""",
        [("class", "defmodule M")],
    ),
    "a.jl": (
        """\
# Doc.
function f(a)
    a
end

struct S
    a::Int
end
""",
        [("function", "# Doc.\nfunction f")],
    ),
    "a.pl": (
        """\
# Doc.
sub f {
    return 1;
}
""",
        [("function", "# Doc.\nsub f")],
    ),
    "a.R": (
        """\
# Doc.
f <- function(a) {
  a
}
""",
        [("function", "# Doc.\nf <- function")],
    ),
    "a.rkt": (
        """\
#lang racket
; Doc.
(define (f a)
  (+ a 1))
""",
        [("function", "; Doc.\n(define (f a)")],
    ),
    "a.clj": (
        """\
(ns a)
; Doc.
(defn f [a]
  (+ a 1))
""",
        [("function", "; Doc.\n(defn f")],
    ),
    "a.ml": (
        """\
(* Doc. *)
let f a =
  a + 1

let g b =
  b
""",
        [("function", "(* Doc. *)\nlet f"), ("function", "let g")],
    ),
    "a.zig": (
        """\
/// Doc.
pub fn f(a: i32) i32 {
    return a;
}
""",
        [("function", "/// Doc.\npub fn f")],
    ),
    "a.f90": (
        """\
module m
contains
  function f(a)
    f = a
  end function
end module
""",
        [("class", "module m")],
    ),
}
