"""Find the blocks of an answer: fenced code, and code or answers between tags."""

from __future__ import annotations

import html
import re
from bisect import bisect_right

import msgspec

from benchwright.judging.extract.fences import (
    Fence,
    Fit,
    closed_spans,
    content,
    fence_of,
    first_word,
    fit_of,
    is_document,
    markers,
    named_language,
)
from benchwright.judging.extract.reading import Reading
from benchwright.languages import Language, language_of_file
from benchwright.languages.join import encode

_LATE = re.compile(r"`{3,}[ \t]*([\w+#.-]{1,20})")
_FILE = re.compile(r"(?:[#/;%*\s-]{0,8})([\w./-]{1,100}\.\w{1,5})\b\W{0,8}")
_MOST_FENCES = 2000
_MOST_BLOCKS = 200
"""Further blocks are ignored."""
_MOST_TRIES = 6
_LONGEST_INTRO = 300
_NEAR = 3
"""Number of lines before a block that may introduce it."""
_DEEPEST = 3


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A delimited piece of an answer."""

    text: str
    """Content of the block."""
    fit: Fit
    """How well its info string fits the language."""
    closed: bool = True
    """Whether the block is closed."""
    diff: bool = False
    """Whether it is marked as a patch."""
    intro: str = ""
    """The last line of text before the block."""
    file: str = ""
    """Name of the file that it is, if known."""
    repairs: tuple[str, ...] = ()
    """Changes made to the text."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The blocks of a text."""

    blocks: tuple[Block, ...]
    """All blocks, in text order."""
    outside: str
    """Text outside all blocks."""


def find_blocks(text: str, reading: Reading, depth: int = 0) -> Found:
    """Find all blocks; if a block is a document, the blocks inside it."""
    scan = _Scan(text, reading)
    blocks: list[Block] = []
    outside: list[str] = []
    at = begun = 0
    while at < len(scan.lines):
        opening = scan.opening(at) if len(blocks) < _MOST_BLOCKS else None
        inline = scan.inline(at) if opening is None else None
        if opening is None and inline is None:
            outside += [scan.lines[at]] if fence_of(scan.lines[at]) is None else []
        elif opening is None:
            blocks += [inline] if inline is not None else []
        else:
            end, closed = scan.end(at, opening)
            text_of = content(scan.lines[at + 1 : end], opening)
            text_of = text_of if closed else text_of.rstrip("\n") + "\n"
            inner = _inner(text_of, opening, reading, depth)
            fit = fit_of(opening.info, reading.language)
            before = outside[max(begun, len(outside) - _NEAR) :]
            intro = next((line[:_LONGEST_INTRO] for line in reversed(before) if line.strip()), "")
            diff = first_word(opening.info) in ("diff", "patch")
            file = _file(opening.info, intro, text_of)
            blocks += inner or [Block(text=text_of, fit=fit, closed=closed, intro=intro, diff=diff, file=file)]
            begun = len(outside)
            at = end if scan.is_closer(end) else end - 1
        at += 1
    return Found(blocks=tuple(block for block in blocks if block.text.strip()), outside="\n".join(outside))


def _file(info: str, intro: str, text: str) -> str:
    """Return the name of the file that a block is, if its fence, its introduction or its first comment is one."""
    first = text.split("\n", 1)[0][:_LONGEST_INTRO]
    found = _FILE.search(info) or _FILE.search(intro) or (_FILE.fullmatch(first) if first[:1] in "#/-;%" else None)
    return found[1] if found and language_of_file(found[1]) else ""


def late_fence(line: str) -> Fence | None:
    """Return a fence at the end of a line of prose that opens a block; it must name a language."""
    start = line.find("```")
    found = _LATE.fullmatch(line[start:].rstrip()) if start > 0 else None
    return Fence(mark="```", info=found[1]) if found and named_language(found[1]) else None


def _inner(text: str, opening: Fence, reading: Reading, depth: int) -> list[Block]:
    """Return the blocks inside a block that is a document rather than a program, whether marked as such or not."""
    fit = fit_of(opening.info, reading.language)
    if depth >= _DEEPEST or fit is Fit.RIGHT or ("```" not in text and "~~~" not in text):
        return []
    if not is_document(opening.info) and (fit is not Fit.UNMARKED or reading.is_right(text)):
        return []
    return list(find_blocks(text, reading, depth + 1).blocks)


class _Scan:
    """The lines of a text, and the fences among them."""

    def __init__(self, text: str, reading: Reading) -> None:
        self.lines = text.split("\n")
        self._reading = reading
        self._fences: dict[int, Fence] = {}
        for number, line in enumerate(self.lines):
            if len(self._fences) < _MOST_FENCES and (fence := fence_of(line)):
                self._fences[number] = fence

    def opening(self, at: int) -> Fence | None:
        """Return the fence on this line that opens a block; it may follow prose."""
        return self._fences.get(at) or late_fence(self.lines[at])

    def inline(self, at: int) -> Block | None:
        """Return a block that starts and ends on this line."""
        line = self.lines[at].strip()
        bare = line.strip("`")
        if not (line.startswith("```") and line.endswith("```")) or not bare.strip() or "`" in bare:
            return None
        word, _, rest = bare.strip().partition(" ")
        named = named_language(word) is not None and bool(rest.strip())
        fit = fit_of(word, self._reading.language) if named else Fit.UNMARKED
        return Block(text=(rest if named else bare).strip() + "\n", fit=fit)

    def is_closer(self, at: int) -> bool:
        """Whether the line can only close a block."""
        fence = self._fences.get(at)
        return fence is not None and not fence.info

    def end(self, start: int, opening: Fence) -> tuple[int, bool]:
        """Return the line that ends the block opened at `start`, and whether it closes the block properly."""
        later = [(at, fence) for at, fence in self._fences.items() if at > start and fence.mark[0] == opening.mark[0]]
        if is_document(opening.info):
            return self._document_end(opening, later)
        closers = [at for at, fence in later if fence.closes(opening)]
        first = closers[0] if closers else len(self.lines)
        nested = [at for at, fence in later if at < first and fence.info]
        rest = any(map(str.strip, self.lines[first + 1 :]))
        if (closers and (len(closers) > 1 or nested or rest)) or nested:
            return self._judged_end(start, opening, closers, nested)
        return (first, True) if closers else self._sudden_end(start, opening)

    def _judged_end(self, start: int, opening: Fence, closers: list[int], nested: list[int]) -> tuple[int, bool]:
        """Return the first end that makes the block valid in the language; otherwise a fence that names a language
        opens the next block."""
        named = [at for at in nested if named_language(self._fences[at].info) or self._fences[at].mark == opening.mark]
        plain = closers[0] if closers else len(self.lines)
        if fit_of(opening.info, self._reading.language) in (Fit.RIGHT, Fit.UNMARKED) and self._reading.exact:
            for end in (*closers[:_MOST_TRIES], len(self.lines)):
                text = content(self.lines[start + 1 : end], opening)
                if self._reading.is_right(text) and (end == plain or self._reading.hides_fences(text)):
                    return end, end < len(self.lines)
        if named and named[0] > start + 1:
            return named[0], True
        return plain, bool(closers)

    def _document_end(self, opening: Fence, later: list[tuple[int, Fence]]) -> tuple[int, bool]:
        depth = 0
        for at, fence in later:
            if fence.info:
                depth += 1
            elif depth:
                depth -= 1
            elif fence.closes(opening):
                return at, True
        return len(self.lines), False

    def _sudden_end(self, start: int, opening: Fence) -> tuple[int, bool]:
        """Return the end of a block without a closing fence; the fence may follow its last line of code."""
        for at in range(start + 1, len(self.lines)):
            line = self.lines[at].rstrip()
            if line.endswith(opening.mark) and line.count("`") == len(opening.mark):
                self.lines[at] = line.removesuffix(opening.mark)
                return at + 1, True
        return len(self.lines), False


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
