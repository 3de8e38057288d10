"""Distinguish lines of prose from lines of code, in any programming language."""

from __future__ import annotations

import re
from collections.abc import Callable

from benchwright.judging.extract.reading import Reading
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


_COMMENT = re.compile(r"\s*(?://|/\*|\*/|#(?!#)|--|;|%|<!--|\"\"\"|\'\'\')")
_TABLE = re.compile(r"\s*\|.*\|\s*|\s*(?:[-*_=] ?){3,}\s*|\s*>.*")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters of scripts that do not put spaces between words."""
_LETTERS = re.compile(r"[^\W\d_]{2}")
_ENDS = ".:!?…。：！)*"
_SHORT = re.compile(r"[^\W\d_a-z][^\W\d_]*(?:['’ -][^\W\d_]+){0,5}(?:[.!?…]|:(?: .*)?)\s*")
"""A few words that end like a sentence, or a label."""
_MOST_CUTS = 4
_PLAIN = 0.5
"""Share of plain words in a sentence that mentions code."""


def is_sentence(line: str, least: int = 3) -> bool:
    """Whether the line reads like prose, even if it mentions code."""
    line = line[:_LONGEST]
    if is_prose(line):
        return True
    if _COMMENT.match(line):
        return False
    item = _ITEM.match(line)
    bare = line[item.end() :] if item else line
    spans = _SPAN.search(bare) is not None
    text = _SPAN.sub(" x ", bare).strip()
    if 3 * len(_WIDE.findall(text)) > len(text):
        return True
    words = [word for word in text.split() if _LETTERS.search(word) or _WORD.fullmatch(word)]
    plain = sum(1 for word in words if _WORD.fullmatch(word))
    begins = (
        text.lstrip("*_(\"'“‘")[:1].isupper()
        or spans
        or item is not None
        or _OPENER.match(text) is not None
        or not text[:1].isascii()
    )
    return begins and plain >= least and plain >= _PLAIN * len(words)


def without_talk(text: str, reading: Reading) -> str:
    """Remove sentences before and after the code that mention code, if the grammar confirms that they are none: the
    rest must be more correct without them, or as correct if every paragraph of them is a long sentence."""
    lines = text.split("\n")
    loose = [not line.strip() or _may_be_talk(line) for line in lines]
    end = len(lines)
    while end and loose[end - 1]:
        end -= 1
    start = 0
    while start < end and loose[start]:
        start += 1
    if not end:
        return text
    # One line may define something, as in X = 1.
    start = next((at for at in range(start) if has_signs(lines[at]) and _is_definition(lines[at], reading)), start)
    # A heading that touches code may be a comment.
    while start and lines[start - 1][:1] == "#":
        start -= 1
    while end < len(lines) and lines[end][:1] == "#":
        end += 1
    errors = reading.errors(text)
    for last in _ends(lines, end):
        if not any(map(str.strip, lines[last:])):
            break
        kept = "".join(f"{line}\n" for line in lines[:last])
        if _is_better(kept, lines[last:], errors, reading):
            text, lines, errors = kept, lines[:last], reading.errors(kept)
            break
    dropped = lines[:start]
    kept = "\n".join(lines[start:])
    return kept if any(map(str.strip, dropped)) and _is_better(kept, dropped, errors, reading) else text


def _is_definition(line: str, reading: Reading) -> bool:
    return reading.exact and reading.is_right(line) and bool(reading.defined(line))


def _ends(lines: list[str], end: int) -> list[int]:
    """Return where the talk at the end may start: right after the last line of code, or at a later paragraph."""
    later = [at for at in range(end + 1, len(lines)) if lines[at].strip() and not lines[at - 1].strip()]
    return [end, *later[:_MOST_CUTS]]


def _may_be_talk(line: str) -> bool:
    if (line[:1].isspace() and not _ITEM.match(line)) or _COMMENT.match(line):
        return False
    return is_sentence(line, 1) or _TABLE.fullmatch(line) is not None


def _is_better(kept: str, dropped: list[str], before: float | None, reading: Reading) -> bool:
    after = reading.errors(kept)
    if before is not None and after is not None and after != before:
        return after < before and any(is_sentence(line, 1) or _TABLE.fullmatch(line) for line in dropped)
    talk = [line for line in dropped if line.strip()]
    if reading.exact and reading.defined("\n".join(talk)):
        return False
    if before is None or after is None:
        return all(is_prose(line) or (is_sentence(line, 4) and line.rstrip()[-1] in ".!?…。！") for line in talk)
    return 2 * sum(map(_is_sure, talk)) >= len(talk)


def _is_sure(line: str) -> bool:
    """Whether a line that may be prose is prose even if the grammar accepts it."""
    if is_prose(line) or _SHORT.fullmatch(line) or _TABLE.fullmatch(line):
        return True
    return is_sentence(line, 4) and line.rstrip()[-1] in _ENDS


def paragraphs(text: str, is_hidden: Callable[[int], bool]) -> list[tuple[str, str]]:
    """Split a text at paragraphs that are nothing but prose; return each piece with the last line of prose before it.

    Paragraphs inside comments or strings do not count; `is_hidden` says so for the byte at which a paragraph starts.
    """
    pieces: list[tuple[str, list[str]]] = [("", [])]
    at = 0
    for paragraph in _BLANK.split(text):
        talk = bool(paragraph.strip()) and all(is_prose(line) for line in paragraph.split("\n") if line.strip())
        if talk and not is_hidden(at):
            pieces.append((paragraph.rstrip().rpartition("\n")[2], []))
        else:
            pieces[-1][1].append(paragraph)
        at += len(encode(paragraph))
    if len(pieces) == 1:
        return [("", text)]
    texts = ((intro, trimmed("".join(piece)).strip("\n")) for intro, piece in pieces)
    return [(intro, f"{text}\n") for intro, text in texts if text.strip()]
