"""The words of an AWK text: there is no grammar of it to be had, and what joining needs to know is local."""

from __future__ import annotations

import functools
import re

import msgspec

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
    """A word of the text that means something, or the end of a line."""

    kind: str
    """newline, string, name, number, operator or regex."""
    text: bytes
    """As it stands there."""
    start: int
    """Its first byte."""
    line: int
    """Counted from 1."""

    @property
    def end(self) -> int:
        """The byte after it."""
        return self.start + len(self.text)


@functools.lru_cache(maxsize=128)
def tokens_of(text: bytes) -> tuple[Token, ...]:
    """The tokens, without blanks and comments."""
    found: list[Token] = []
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        assert match is not None  # the last alternative takes any byte
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
    """Names of the functions that a text defines → whether they can be called without arguments: local variables are
    parameters too, by custom after more blanks than one."""
    tokens = [token for token in tokens_of(text) if token.kind != "newline"]
    found: dict[str, bool] = {}
    for keyword, name, bracket, first in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        if keyword.text in (b"function", b"func") and name.kind == "name" and bracket.text == b"(":
            found[name.text.decode()] = first.text == b")" or first.start - bracket.end > 1
    return found


def rules_of(text: bytes) -> frozenset[bytes]:
    """Kinds of rules that a text has: BEGIN, END, and the empty text for those that look at input."""
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
    """Whether a slash here divides."""
    if not found:
        return False
    last = found[-1]
    if last.kind == "name":
        return last.text not in _KEYWORDS
    return last.kind in ("number", "string", "regex") or last.text in _OPERAND_ENDS
