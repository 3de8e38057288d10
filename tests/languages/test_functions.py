"""Functions are found by the syntax tree, in the same way for every language."""

from __future__ import annotations

import pytest

from benchwright.languages import find_language
from benchwright.languages.functions import Function, calls_of, find_function, functions_of

PYTHON = '''\
import os


@cached
async def load(path, *, mode=("r",),):  # comes from elsewhere
    """Read it.

    All of it.
    """
    def nested():
        return 1

    return os.path.join(path, nested())


def short(): return 1


class Shape:
    """A shape."""

    class Part:
        def _size(self):
            return self.area(max(1, 2))
    # about area
    def area(self) -> "in metres":
        pass


try:
    def twice():
        return 1
except ImportError:
    def twice():
        return 2
'''
JAVASCRIPT = """\
// Adds one.
export function plus(a) {
  return a + 1;
}
export const times = async (a, b = 2,) => {
  return a * b;
};
module.exports.minus = function (a) {
  return helper(a).value;
};
class Shape {
  constructor(a) { this.a = a; }
  static of(a) {
    return new Shape(a);
  }
  #secret() { return 1; }
  grow = (by) => { this.a += by; };
}
const api = { get(key) { return this.all[key]; }, set: function (key) { } };
exports.each = list => { list.forEach(item => { function inner() {} }); };
Shape.prototype.area = function () { return 0; };
const short = a => a;
"""
TYPESCRIPT = """\
export abstract class Shape<T> {
  constructor(private a: T) {}
  abstract name(): string;
  @log() private area(this: Shape<T>, unit?: string): number {
    return measure<T>(this.a);
  }
}
export default function first<T>(all: T[]): T {
  return all[0];
}
namespace Inner {
  export const last = <T>(all: T[]): T => { return all[all.length - 1]; };
}
"""
JAVA = """\
package a;
public class Shape extends Base {
    private final int side;
    /** Makes one. */
    public Shape(int side) { this.side = side; }
    /** Its area. */
    @Override
    public int area(final int unit) {
        Runnable task = new Runnable() { public void run() { } };
        return side * helper(unit);
    }
    static class Inner<T> { T get(T a) { return a; } }
    abstract int nothing();
    void twice() { }
    void twice(int a) { }
}
"""
GO = """\
package a

// Area is its size.
func (s *Shape[K]) Area(unit int, more ...string) (int, error) {
\treturn fmt.Sprint(s.side) + strings.Repeat(unit), nil
}

func plain() { go func() { plain() }() }
"""
RUST = """\
/// Its area.
#[inline]
pub fn area(side: i32) -> i32 {
    side * helper(side)
}
impl<T> fmt::Display for Shape<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { write!(f, "{}", self.side()) }
}
pub trait Named { fn name(&self) -> String; fn twice(&self) -> String { self.name() } }
mod inner { pub fn deep() {} }
"""
CPP = """\
namespace geometry {
template <typename T>
class Shape {
    int hidden() { return 1; }
public:
    Shape() {}
    ~Shape() {}
    T area(T unit = T(1)) const { return unit; }
    bool operator==(const Shape& other) const { return true; }
    struct Inner { int deep() { return 1; } };
    void declared();
};
template <typename T>
void Shape<T>::declared() { std::sort(a, b); }
}
int other::space::Box::size(int a) { return a; }
const char* *names() { return nullptr; }
static int& local() { static int a; return a; }
template <class T> T twice(T a) { return a + a; }
"""
EXPECTED = {
    ("python", PYTHON): ["load", "short", "Shape.Part._size", "Shape.area", "twice", "twice"],
    ("javascript", JAVASCRIPT): [
        *("plus", "times", "minus", "Shape.of", "Shape.#secret", "Shape.grow", "api.get", "api.set", "each"),
        *("Shape.area", "short"),
    ],
    ("typescript", TYPESCRIPT): ["Shape.area", "first", "Inner.last"],
    ("java", JAVA): ["Shape.area", "Shape.Inner.get", "Shape.twice", "Shape.twice"],
    ("go", GO): ["Shape.Area", "plain"],
    ("rust", RUST): ["area", "Shape.fmt", "Named.twice", "inner.deep"],
    ("cpp", CPP): [
        *("Shape.hidden", "Shape.area", "Shape.operator==", "Shape.Inner.deep", "Shape.declared", "Box.size"),
        *("names", "local", "twice"),
    ],
    ("c", "static int f(int a)\n{\n  return a;\n}\n"): ["f"],
    ("ruby", "class A\n  def f?(x)\n    x\n  end\nend\n"): ["A.f?"],
    ("kotlin", "class A {\n    fun f(a: Int): Int {\n        return a\n    }\n}\n"): ["A.f"],
    ("csharp", "namespace N { class A { A() {} int F(int a) { return a; } } }"): ["A.F"],
    ("php", "<?php\nclass A { private function f($a) { return 1; } }\n"): ["A.f"],
    ("swift", "struct S { func f(a: Int) -> Int {\n  return a\n} }\n"): ["S.f"],
    ("lua", "function M.f(a)\n  return a\nend\n"): ["M.f"],
    ("elixir", "defmodule M do\n  def f(x) do\n    x + 1\n  end\nend\n"): ["f"],
    ("r", "f <- function(x) {\n  x\n}\n"): ["f"],
    ("shell", "f() {\n  echo 1\n}\n"): ["f"],
    ("perl", "sub f {\n  return 1;\n}\n"): ["f"],
    ("scala", "object O { def f(a: Int): Int = {\n a\n} }\n"): ["O.f"],
    ("haskell", "f x = x\n"): [],
    ("python", ""): [],
}


@pytest.mark.parametrize(("source", "names"), EXPECTED.items(), ids=lambda value: value[0] if value else "none")
def test_functions_have_qualified_names(source: tuple[str, str], names: list[str]) -> None:
    language, text = source
    assert [function.name for function in functions_of(find_language(language), text)] == names


def _found(language: str, text: str, name: str) -> Function:
    found = find_function(find_language(language), text, name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("language", "text", "name", "parameters", "head"),
    [
        (
            *("python", PYTHON, "load", '( path , * , mode = ( "r" , ) )'),
            '@ cached async def load ( path , * , mode = ( "r" , ) ) :',
        ),
        ("python", PYTHON, "Shape.area", "( self )", 'def area ( self ) -> "in metres" :'),
        ("javascript", JAVASCRIPT, "times", "( a , b = 2 )", "export const times = async ( a , b = 2 ) =>"),
        ("javascript", JAVASCRIPT, "each", "list", "exports . each = list =>"),
        ("javascript", JAVASCRIPT, "minus", "( a )", "module . exports . minus = function ( a )"),
        (
            *("typescript", TYPESCRIPT, "Shape.area", "( this : Shape < T > , unit ? : string )"),
            "@ log ( ) private area ( this : Shape < T > , unit ? : string ) : number",
        ),
        ("java", JAVA, "Shape.area", "( final int unit )", "@ Override public int area ( final int unit )"),
        (
            *("go", GO, "Shape.Area", "( unit int , more ... string )"),
            "func ( s * Shape [ K ] ) Area ( unit int , more ... string ) ( int , error )",
        ),
        ("rust", RUST, "area", "( side : i32 )", "# [ inline ] pub fn area ( side : i32 ) -> i32"),
        ("cpp", CPP, "Shape.area", "( T unit = T ( 1 ) )", "T area ( T unit = T ( 1 ) ) const"),
        ("cpp", CPP, "local", "( )", "static int & local ( )"),
        ("cpp", CPP, "twice", "( T a )", "template < class T > T twice ( T a )"),
    ],
)
def test_signatures_are_tokens(language: str, text: str, name: str, parameters: str, head: str) -> None:
    function = _found(language, text, name)
    assert (function.parameters, function.head) == (parameters, head)


def test_layout_and_comments_do_not_change_a_signature() -> None:
    spread = "def f(\n    a,  # one\n    b=[1,\n       2],\n):\n    return a\n"
    assert _found("python", spread, "f").head == _found("python", "def f(a, b=[1, 2]): return a\n", "f").head


@pytest.mark.parametrize(
    ("language", "text", "name", "said"),
    [
        ("python", PYTHON, "load", "Read it.\n\nAll of it."),
        ("python", PYTHON, "Shape.area", "about area"),
        ("javascript", JAVASCRIPT, "plus", "Adds one."),
        ("javascript", JAVASCRIPT, "times", ""),
        ("java", JAVA, "Shape.area", "Its area."),
        ("go", GO, "Shape.Area", "Area is its size."),
        ("rust", RUST, "area", "Its area."),
        ("python", "x = 1  # not of f\ndef f():\n    return 1\n", "f", ""),
        ("python", 'def f():\n    f"{1}"\n    return 1\n', "f", ""),
    ],
)
def test_descriptions_of_functions(language: str, text: str, name: str, said: str) -> None:
    assert _found(language, text, name).docstring == said


@pytest.mark.parametrize(
    ("language", "text", "public"),
    [
        ("python", PYTHON, {"load", "short", "Shape.area", "twice"}),
        ("javascript", JAVASCRIPT, {name for name in EXPECTED["javascript", JAVASCRIPT] if "#" not in name}),
        ("typescript", TYPESCRIPT, {"first", "Inner.last"}),
        ("java", JAVA, {"Shape.area"}),
        ("go", GO, {"Shape.Area"}),
        ("rust", RUST, {"area", "inner.deep"}),
        ("cpp", CPP, {name for name in EXPECTED["cpp", CPP] if name not in ("Shape.hidden", "local")}),
    ],
)
def test_public_functions(language: str, text: str, public: set[str]) -> None:
    assert {each.name for each in functions_of(find_language(language), text) if each.is_public} == public


@pytest.mark.parametrize(
    ("language", "text", "name", "calls"),
    [
        ("python", PYTHON, "load", ["os.path.join", "nested"]),
        ("python", PYTHON, "Shape.Part._size", ["self.area", "max"]),
        ("javascript", JAVASCRIPT, "minus", ["helper"]),
        ("javascript", JAVASCRIPT, "Shape.of", ["Shape"]),
        ("typescript", TYPESCRIPT, "Shape.area", ["measure"]),
        ("java", JAVA, "Shape.area", ["Runnable", "helper"]),
        ("go", GO, "Shape.Area", ["fmt.Sprint", "strings.Repeat"]),
        ("rust", RUST, "Shape.fmt", ["write", "side"]),
        ("cpp", CPP, "Shape.declared", ["std.sort"]),
        ("kotlin", "fun f() {\n    println(g(1))\n}\n", "f", ["println", "g"]),
    ],
)
def test_calls_of_a_body(language: str, text: str, name: str, calls: list[str]) -> None:
    assert calls_of(find_language(language), text, _found(language, text, name)) == calls


def test_an_ambiguous_name_is_not_found() -> None:
    assert find_function(find_language("python"), PYTHON, "twice") is None
    assert find_function(find_language("java"), JAVA, "Shape.twice") is None
    assert find_function(find_language("python"), PYTHON, "area") is None


def test_lines_and_bytes_are_those_of_the_definition() -> None:
    function = _found("python", PYTHON, "load")
    assert (function.line, function.end_line) == (4, 13)
    assert PYTHON.encode()[function.start : function.end].startswith(b"@cached\nasync def")
    assert PYTHON.encode()[function.start : function.end].endswith(b"nested())")
    shown = _found("javascript", JAVASCRIPT, "plus")
    assert (shown.line, shown.end_line) == (2, 4)


def test_broken_functions_are_marked() -> None:
    text = "def good():\n    return 1\n\n\ndef bad(:\n    return (1\n"
    marks = {each.name: each.broken for each in functions_of(find_language("python"), text)}
    assert marks.get("good") is False
    assert marks.get("bad") is not False
