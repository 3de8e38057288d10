"""Join AWK: one program of four files, namely the driver, the solution, the tests, and the end."""

from __future__ import annotations

import functools
import itertools
import re

import msgspec

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode

_TOKEN = re.compile(
    rb"""
    (?P<blank>[ \t\r\f]+ | \\\n | \#[^\n]*)
  | (?P<newline>\n)
  | (?P<string>"(?:[^"\\\n]|\\.|\\\n)*")
  | (?P<name>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)?)
  | (?P<number>0[xX][0-9A-Fa-f]+ | (?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
  | (?P<operator>&& | \|\| | \+\+ | -- | .)
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(rb"/(?:[^/\\\n\[]|\\.|\[\^?\]?(?:[^\]\\\n]|\\.)*\])*/")
_OPERAND_ENDS = (b")", b"]", b"++", b"--")
_KEYWORDS = frozenset(
    b"BEGIN BEGINFILE END ENDFILE break case continue default delete do else exit for func function getline if in next"
    b" nextfile print printf return switch while".split()
)


class Token(msgspec.Struct, frozen=True):
    """A token of the text, or the end of a line."""

    kind: str
    """One of newline, string, name, number, operator or regex."""
    text: bytes
    """Text of the token, unchanged."""
    start: int
    """First byte of the token."""
    line: int
    """Line of the token, counted from 1."""

    @property
    def end(self) -> int:
        """First byte after the token."""
        return self.start + len(self.text)


@functools.lru_cache(maxsize=128)
def tokens_of(text: bytes) -> tuple[Token, ...]:
    """Return the tokens, without whitespace and comments."""
    found: list[Token] = []
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        assert match is not None  # the last alternative matches any byte
        kind, word = match.lastgroup or "", match[0]
        if word == b"/" and not _ends_operand(found):
            regex = _REGEX.match(text, position)
            kind, word = ("regex", regex[0]) if regex else (kind, word)
        if kind != "blank":
            found.append(Token(kind, word, position, line))
        position += len(word)
        line += word.count(b"\n")
    return tuple(found)


def functions_of(text: bytes) -> dict[str, bool]:
    """Map the functions that a text defines to whether they can be called without arguments.

    Local variables are parameters too, by convention after more than one space.
    """
    tokens = [token for token in tokens_of(text) if token.kind != "newline"]
    found: dict[str, bool] = {}
    for keyword, name, bracket, first in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        if keyword.text in (b"function", b"func") and name.kind == "name" and bracket.text == b"(":
            found[name.text.decode()] = first.text == b")" or first.start - bracket.end > 1
    return found


def rules_of(text: bytes) -> frozenset[bytes]:
    """Return the kinds of rules in a text: BEGIN, END, and the empty string for those that read input."""
    kinds: set[bytes] = set()
    depth, head = 0, b""
    for token in tokens_of(text):
        if depth == 0 and token.kind != "newline" and not head:
            head = token.text
        if token.text == b"{":
            if depth == 0 and head not in (b"function", b"func"):
                kinds.add(head if head in (b"BEGIN", b"END") else b"")
            depth += 1
        elif token.text == b"}":
            depth -= 1
            head = head if depth else b""
    return frozenset(kinds)


def _ends_operand(found: list[Token]) -> bool:
    """Whether a slash here means division."""
    if not found:
        return False
    last = found[-1]
    if last.kind == "name":
        return last.text not in _KEYWORDS
    return last.kind in ("number", "string", "regex") or last.text in _OPERAND_ENDS


_TEST_NAME = re.compile(r"test|.*_tests?$", re.IGNORECASE)
_INCLUDE = re.compile(rb'^[ \t]*@include[ \t]+"assert(?:\.awk)?"', re.MULTILINE)
_GOES_ON = (b"&&", b"||", b",", b"{", b"(", b"[", b"?", b":")

Edit = tuple[int, int, bytes]


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests with their marks, and what was found in them."""

    text: bytes
    functions: frozenset[str]
    called: bool
    empty: bool
    later: bool
    """Whether they continue after the input ends."""


def join(parts: Parts) -> Joined:
    """Combine four files, which gawk reads one after another."""
    tests = _tests(encode(parts.tests))
    values = {
        b"BENCHWRIGHT_LATER": b"1" if tests.later else b"0",
        b"BENCHWRIGHT_HAS_CODE": b"0" if tests.empty else b"1",
    }
    return Joined(
        files={
            "driver.awk": _filled(driver_file(__file__, "driver.awk"), values),
            "solution.awk": _without_clashes(encode(parts.solution), tests.functions),
            "tests.awk": tests.text,
            "end.awk": _filled(driver_file(__file__, "end.awk"), values),
        },
        mode="tests",
        origins={"solution.awk": Origin(part="solution"), "tests.awk": Origin(part="tests")},
        entry="call" if tests.called else "text",
    )


def _filled(text: bytes, values: dict[bytes, bytes]) -> bytes:
    for name, value in values.items():
        text = text.replace(name, value)
    return text


def _without_clashes(solution: bytes, taken: frozenset[str]) -> bytes:
    """Rename the solution's functions whose names the tests use for functions of their own."""
    clashes = {name.encode() for name in taken & functions_of(solution).keys()} if taken else set()
    if not clashes:
        return solution
    edits = [(token.end, token.end, b"_of_solution") for token in tokens_of(solution) if token.text in clashes]
    return _edited(solution, edits)


@functools.lru_cache(maxsize=256)
def _tests(text: bytes) -> _Tests:
    """Mark the tests in the text and report its exits."""
    functions = functions_of(text)
    rules = rules_of(text)
    tokens = [token for token in tokens_of(text) if token.kind != "newline"]
    called = {token.text.decode() for before, token in itertools.pairwise(tokens) if _calls(before, token)}
    uncalled = [name for name, plain in functions.items() if plain and _TEST_NAME.match(name) and name not in called]
    edits = [*_exits(text), *_units(tokens, functions), *_assertions(text, tokens)]
    after = b"".join(b'\nBEGIN { benchwright_unit("%s", %s()) }' % (each, each) for each in map(str.encode, uncalled))
    return _Tests(
        text=_edited(text, edits) + after,
        functions=frozenset(functions),
        called=bool(after),
        empty=not tokens,
        later=bool(rules - {b"BEGIN"}),
    )


def _calls(before: Token, token: Token) -> bool:
    return token.kind == "name" and before.text not in (b"function", b"func")


def _units(tokens: list[Token], functions: dict[str, bool]) -> list[Edit]:
    """Record calls to tests without arguments when they return."""
    edits: list[Edit] = []
    for before, name, opening, closing in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        known = name.text.decode(errors="replace") in functions and _calls(before, name)
        if known and (opening.text, closing.text) == (b"(", b")") and opening.start == name.end:
            edits.append((name.start, name.start, b'benchwright_unit("%s", ' % name.text))
            edits.append((closing.end, closing.end, b")"))
    return edits


def _exits(text: bytes) -> list[Edit]:
    """Wrap the values of exits, which extend to the end of the statement."""
    edits: list[Edit] = []
    tokens = tokens_of(text)
    for index, token in enumerate(tokens):
        if token.text == b"exit" and token.kind == "name":
            end = _end_of_statement(tokens, index)
            edits.append((token.end, token.end, b" benchwright_exit(%d, " % token.line))
            edits.append((end, end, b")" if end > token.end else b"0)"))
    return edits


def _end_of_statement(tokens: tuple[Token, ...], index: int) -> int:
    """Return the end of the statement's last token."""
    depth, end = 0, tokens[index].end
    for before, token in zip(tokens[index:], tokens[index + 1 :], strict=False):
        if token.kind == "newline" and (depth or before.text in _GOES_ON):
            continue
        if depth == 0 and (token.kind == "newline" or token.text in (b";", b"}")):
            break
        depth += (token.text in (b"(", b"[")) - (token.text in (b")", b"]"))
        end = token.end
    return end


def _assertions(text: bytes, tokens: list[Token]) -> list[Edit]:
    """Wrap calls to the `assert` of gawk's library, which would end the program outside the tests' text."""
    include = _INCLUDE.search(text)
    if include is None:
        return []
    edits: list[Edit] = [(include.start(), include.end(), b"")]
    for name, opening in itertools.pairwise(tokens):
        if name.text == b"assert" and opening.text == b"(":
            edits.append((name.start, opening.end, b"benchwright_assert(%d, " % name.line))
    return edits


def _edited(text: bytes, edits: list[Edit]) -> bytes:
    pieces: list[bytes] = []
    position = 0
    for start, end, replacement in sorted(edits, key=lambda edit: edit[:2]):
        pieces += (text[position:start], replacement)
        position = end
    return b"".join((*pieces, text[position:]))
