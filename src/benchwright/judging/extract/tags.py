"""Find code between tags: `[PYTHON]`, `<code>`, and any other tag that only wraps code, such as those of artifacts."""

from __future__ import annotations

import html
import re
from bisect import bisect_right

from benchwright.judging.extract.blocks import Block
from benchwright.judging.extract.fences import Fit, closed_spans, first_word, fit_of, markers, named_language
from benchwright.judging.extract.reading import Reading
from benchwright.languages import Language
from benchwright.languages.join import encode

_SQUARE = re.compile(r"^[ \t]*\[([A-Za-z][\w+#]{0,19})\]", re.MULTILINE)
_ANGLE = re.compile(r"^[ \t]*<([A-Za-z][\w:.-]{0,40})(|\s[^<>\n]{0,400})>", re.MULTILINE)
_DATA = re.compile(r"\s*<!\[CDATA\[(.*)\]\]>\s*", re.DOTALL)
_VALUE = re.compile(r"[\w:-]+\s*=\s*[\"']([^\"'\n]*)[\"']")
_ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|#\d{2,4}|#x[0-9a-fA-F]{2,4});")
_TAG = re.compile(r"^[ \t]*</?[A-Za-z][\w:.-]{0,40}(?:\s[^<>\n]{0,400})?>[ \t]*$", re.MULTILINE)
_MOST_TAGS = 50
_DEEPEST_TAG = 3


def answer_proper(text: str) -> str:
    """Return the text between answer tags, or the whole text if there are none."""
    if "</" not in text:
        return text
    spans = closed_spans(text)
    for found in _ANGLE.finditer(text):
        name = found[1]
        at = bisect_right(spans, (found.start(), len(text)))
        fenced = at > 0 and spans[at - 1][1] > found.start()
        if name.lower() in markers().answer_tags and not fenced:
            end = text.rfind(f"</{name}>")
            inside = text[found.end() : end if end > found.end() else len(text)]
            return inside.removeprefix("\n") if inside.strip() else text
    return text


def tagged(text: str, reading: Reading) -> list[Block]:
    """Return the blocks between code tags, in text order."""
    return _between(text, reading, _SQUARE) or _between(text, reading, _ANGLE)


def wrapped(text: str, reading: Reading) -> list[Block]:
    """Return the blocks between tags of any name, each on a line of its own."""
    first = _ANGLE.search(text)
    if first is None or (reading.is_right(text) and reading.hides(text, len(encode(text[: first.start()])))):
        return []
    return _between(text, reading, _ANGLE, any_name=True)


def without_tags(text: str) -> str:
    """Remove lines that are a tag."""
    return _TAG.sub("", text)


def _between(
    text: str, reading: Reading, opening: re.Pattern[str], depth: int = 0, *, any_name: bool = False
) -> list[Block]:
    blocks: list[Block] = []
    at = tries = 0
    while tries < _MOST_TAGS and (found := _next(text, at, opening, any_name)):
        tries += 1
        name, info = found[1], found[1] if opening is _SQUARE else found[2]
        closing = f"[/{name}]" if opening is _SQUARE else f"</{name}>"
        end = text.find(closing, found.end())
        starts = not text[: found.start()].strip()
        if end < 0 and not _stands_alone(text, found) and not (any_name and starts):
            if any_name:
                at = found.end()
                continue
            break
        code = text[found.end() : end if end >= 0 else len(text)]
        inner = _between(code.lstrip(), reading, opening, depth + 1, any_name=any_name) if depth < _DEEPEST_TAG else []
        blocks += inner or [_block(code, name, info, reading.language, reading, closed=end >= 0)]
        if end < 0:
            break
        at = end + len(closing)
    return [block for block in blocks if block.text.strip()]


def _block(code: str, name: str, info: str, language: Language, reading: Reading, *, closed: bool) -> Block:
    data = _DATA.fullmatch(code)
    code = (data[1] if data else code).removeprefix("\n").rstrip(" \t")
    if not data and _ENTITY.search(code):
        plain = html.unescape(code)
        better = (reading.errors(plain) or 0) < (reading.errors(code) or 0)
        code = plain if better or "<" not in code else code
    return Block(text=code, fit=_fit(name, info, language), closed=closed)


def _fit(name: str, info: str, language: Language) -> Fit:
    """Classify a tag by its attributes: the name of a language or of a file."""
    for value in _VALUE.findall(info):
        ending = value.rpartition(".")[2].lower() if "." in value else value.lower()
        if named_language(value):
            return fit_of(value, language)
        if ending in markers().foreign | markers().documents:
            return Fit.FOREIGN
    return Fit.FOREIGN if first_word(name) in markers().foreign | markers().documents else Fit.UNMARKED


def _next(text: str, at: int, opening: re.Pattern[str], any_name: bool) -> re.Match[str] | None:
    for found in opening.finditer(text, at):
        name = found[1].lower()
        if opening is _SQUARE and (name in markers().square_tags or named_language(name)):
            return found
        if opening is _ANGLE and (name in markers().angle_tags or (any_name and _ends_line(text, found.end()))):
            return found
    return None


def _ends_line(text: str, at: int) -> bool:
    rest = text[at : at + 12]
    return rest[:1] in ("", "\n") or rest.startswith("<![CDATA[")


def _stands_alone(text: str, found: re.Match[str]) -> bool:
    """Whether a tag that is never closed counts nonetheless: in capitals, on a line of its own."""
    return found[1].isupper() and len(found[1]) > 1 and text[found.end() : found.end() + 1] in ("", "\n")
