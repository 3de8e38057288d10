"""Distinguish lines of prose from lines of code, in any programming language."""

from __future__ import annotations

import re
from collections.abc import Callable

from benchwright.languages.join import encode

_SPAN = re.compile(r"`[^`]*`|\*\*[^*]*\*\*")
"""Code and emphasis inside a sentence."""
_ITEM = re.compile(r"(?<!\s)\s*(?:[-*+•–]|\d{1,3}[.)])\s+")
_HEADING = re.compile(
    r"\s*(?:#{2,6} +[A-Z0-9*`].*|[-*_=]{3,}\s*|\*\*[^*]+\*\*:?\s*|Q(?:uestion)?\s*\d*:.*|A(?:nswer)?\s*:.*)"
)
_CODE = re.compile(r"[{}\[\];=<>|\\$@&^~]|\w\(|\w\.\w|::|->|//|/\*|\"\"\"|'''|^\s*(?:#|--|%|;|\()|\)\)")
_WORD = re.compile(r"[(\"'“‘*]*[^\W\d_]+(?:['’/-][^\W\d_]+)*[)\"'”’*]*[,.:;!?…]*|[\d.,%]+|[–—-]|\(?O|`")
_OPENER = re.compile(
    r"(?:here|sure|below|this|the|note|okay|certainly|of course|to|i|we|you|let|let's|first|then|finally|now|in|so)\b",
    re.IGNORECASE,
)
_BLANK = re.compile(r"((?:^[ \t]*\n)+)", re.MULTILINE)
_LONGEST = 2000
_SENTENCE = 3
"""Minimum number of words in a sentence that ends with a full stop."""
_LONG_SENTENCE = 8
"""Minimum number of words in a sentence without one."""


def is_prose(line: str) -> bool:
    """Whether the line is certainly prose: a sentence, a list item made of sentences, a heading."""
    line = line[:_LONGEST]
    if _HEADING.fullmatch(line):
        return True
    bare = _ITEM.sub("", line, count=1)
    spans = len(_SPAN.findall(bare))
    plain = _SPAN.sub("x", bare).strip()
    if not plain or has_signs(plain):
        return False
    words = plain.split()
    if any(not _WORD.fullmatch(word) for word in words):
        return False
    ends = plain[-1] in ".:!?…"
    begins = plain[0].isupper() or _OPENER.match(plain) is not None or bool(spans)
    return begins and (len(words) >= _LONG_SENTENCE or (ends and len(words) >= _SENTENCE))


def first_line(text: str) -> str:
    """Return the first line that is not empty."""
    return next((line for line in text.split("\n") if line.strip()), "")


def has_signs(line: str) -> bool:
    """Whether the line contains characters that only occur in code."""
    return _CODE.search(line[:_LONGEST]) is not None


def is_only_prose(text: str) -> bool:
    """Whether a whole text is nothing but prose. Each line needs less evidence than one among code."""
    return all(is_prose(line) or _is_weak(line) for line in text.split("\n") if line.strip())


def _is_weak(line: str) -> bool:
    line = line.strip()  # before it is cut: there may be more whitespace than the limit
    words = line[:_LONGEST].split()
    plain = all(_WORD.fullmatch(word) for word in words) and not has_signs(line)
    quotes = any(word[0] in "\"'" for word in words)
    return plain and not quotes and (words[0][:1].isupper() or len(words) > _SENTENCE)


def trimmed(text: str) -> str:
    """Remove prose before and after the code; return the text unchanged if there is none."""
    lines = text.split("\n")
    start, end = 0, len(lines)
    while start < end and _is_edge(lines[start], lines[start + 1] if start + 1 < end else ""):
        start += 1
    while end > start and _is_edge(lines[end - 1], lines[end - 2] if end - 1 > start else ""):
        end -= 1
    dropped = any(line.strip() for line in (*lines[:start], *lines[end:]))
    return "".join(f"{line}\n" for line in lines[start:end]) if dropped else text


def _is_edge(line: str, inner: str) -> bool:
    """Whether a line can be removed from the start or end of code; `inner` is its neighbour on the inside. An indented
    line may be the last of a body, and a heading that touches code may be a comment."""
    if not line.strip():
        return True
    if line[0] == "#" and inner.strip() and not is_prose(inner):
        return False
    return is_prose(line) and (not line[0].isspace() or _ITEM.match(line) is not None)


def paragraphs(text: str, is_hidden: Callable[[int], bool]) -> list[str]:
    """Split a text at paragraphs that are nothing but prose.

    Paragraphs inside comments or strings do not count; `is_hidden` says so for the byte at which a paragraph starts.
    """
    pieces: list[list[str]] = [[]]
    at = 0
    for paragraph in _BLANK.split(text):
        talk = bool(paragraph.strip()) and all(is_prose(line) for line in paragraph.split("\n") if line.strip())
        if talk and not is_hidden(at):
            pieces.append([])
        else:
            pieces[-1].append(paragraph)
        at += len(encode(paragraph))
    if len(pieces) == 1:
        return [text]
    texts = (trimmed("".join(piece)).strip("\n") for piece in pieces)
    return [f"{text}\n" for text in texts if text.strip()]
