"""Pick the code among an answer's blocks, or find it in text without any. The code may be in JSON, a notebook or
escaped text."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Collection, Iterator

import msgspec

from benchwright.judging.extract.blocks import Block, find_blocks, late_fence, tagged, without_tags, wrapped
from benchwright.judging.extract.choose import Choice, choose
from benchwright.judging.extract.complete import fits
from benchwright.judging.extract.edits import edited
from benchwright.judging.extract.fences import Fit, fence_of, fit_of
from benchwright.judging.extract.notation import plain, ticked
from benchwright.judging.extract.prose import (
    first_line,
    has_signs,
    is_only_prose,
    is_prose,
    paragraphs,
    trimmed,
    without_talk,
)
from benchwright.judging.extract.reading import Reading

_MOST_BARE_ERRORS = 0.3
"""Share of a text that may be erroneous if it is to count as a program with mistakes."""
_SIGNS = 0.5
"""Share of code-like lines above which a text counts as code, even if the grammar does not recognize it."""
_SIGNS_DEFINING = 0.15
"""The same share for text that defines something."""


def bare_blocks(text: str, reading: Reading) -> list[Block]:
    """Return the pieces of code; empty if everything is prose."""
    text = _unquoted(text)
    core = without_talk(trimmed(text), reading)
    if not core.strip() or is_only_prose(core):
        return []
    pieces = paragraphs(core, lambda at: reading.hides(core, at))
    if len(pieces) > 1:
        pieces = [(intro, without_talk(piece, reading)) for intro, piece in pieces]
    return [
        Block(text=_moved_left(piece), fit=Fit.UNMARKED, closed=len(pieces) > 1, intro=intro)
        for intro, piece in pieces
        if is_code(piece, reading)
    ]


def _moved_left(text: str) -> str:
    """Remove the indentation that all lines of a text share, as in a block of old Markdown."""
    return textwrap.dedent(text) if text.startswith(("  ", "\t")) else text


def is_code(text: str, reading: Reading) -> bool:
    """Whether a text is more likely a program in the language than prose."""
    if is_only_prose(text):
        return False
    errors = reading.errors(text)
    if errors is not None and errors <= _MOST_BARE_ERRORS:
        return True
    lines = [line for line in text.split("\n") if line.strip()]
    signs = sum(1 for line in lines if has_signs(line) or not (reading.exact or is_only_prose(line))) / len(lines)
    return signs >= (_SIGNS_DEFINING if reading.defined(text) else _SIGNS)


def _unquoted(text: str) -> str:
    """Remove single backticks that surround the whole text."""
    bare = text.strip()
    if len(bare) > 2 and bare[0] == bare[-1] == "`" and bare.count("`") == 2:
        return bare[1:-1]
    return text


class Picked(msgspec.Struct, frozen=True, kw_only=True):
    """The code as it appears in the answer."""

    choice: Choice | None
    """The chosen code; None if there is none."""
    blocks: int
    """Number of blocks in the answer."""
    apart: bool
    """Whether the code was separate from the surrounding prose."""


def pick(
    text: str, reading: Reading, names: Collection[str], entry_point: str, *, prefix: str = "", suffix: str = ""
) -> Picked:
    """Find the code in a text: all of it, the part before a fence, blocks, tagged parts, or what is not prose. The
    prefix and the suffix are the code around it."""
    may_continue = bool(prefix or suffix)
    if not may_continue and (blocks := _unwrapped(text, reading)):
        choice = choose(blocks, reading, names, entry_point)
        if choice is not None:
            return Picked(choice=msgspec.structs.replace(choice, how="from JSON"), blocks=len(blocks), apart=True)
    blocks = tagged(text, reading) if text.lstrip()[:1] in ("[", "<") else []
    if blocks:
        return _from_tags(blocks, reading, names, entry_point)
    if whole := _short(text, prefix, suffix, reading) or _whole(text, reading, may_continue):
        return whole
    found = find_blocks(text, reading)
    blocks = _opened(edited(found.blocks, prefix + suffix, reading), reading)
    choice = choose(blocks, reading, names, entry_point, may_continue=may_continue)
    if (choice is None or not choice.right) and not may_continue:
        outside = _from_wrapping(found.outside, reading) or bare_blocks(found.outside, reading)
        outside = [block for block in outside if reading.defined(block.text)]
        if choice is not None and outside:
            choice = choose(outside, reading, names, entry_point)
            return Picked(choice=choice, blocks=len(found.blocks), apart=True)
    if choice is not None:
        return Picked(choice=choice, blocks=len(found.blocks), apart=True)
    if blocks := tagged(text, reading) or _from_wrapping(text, reading):
        return _from_tags(blocks, reading, names, entry_point)
    blocks = bare_blocks(found.outside, reading)
    choice = choose(blocks, reading, names, entry_point)
    if choice is not None:
        how = "whole text" if len(blocks) == 1 and blocks[0].text.strip() == text.strip() else "part of the text"
        choice = msgspec.structs.replace(choice, how=how, closed=False)
    return Picked(choice=choice, blocks=len(found.blocks), apart=False)


def _unwrapped(text: str, reading: Reading) -> list[Block]:
    """Return the programs in a text that is JSON, or a program with escaped line ends."""
    if plain := unescaped(text, reading):
        return [Block(text=plain, fit=Fit.UNMARKED)]
    return _programs(from_json(text, reading), reading)


def _programs(blocks: list[Block], reading: Reading) -> list[Block]:
    """Return the texts that are programs, and the blocks inside texts that contain fences."""
    found: list[Block] = []
    for block in blocks:
        inner = find_blocks(block.text, reading).blocks if "```" in block.text else ()
        found += inner or ([block] if block.fit is not Fit.FOREIGN and is_code(block.text, reading) else [])
    return [block for block in found if reading.defined(block.text) or "\n" in block.text.strip()]


def _opened(blocks: list[Block], reading: Reading) -> list[Block]:
    """Replace blocks of data by the programs that they contain, and other notations by plain code."""
    opened: list[Block] = []
    for block in blocks:
        inner = _programs(from_json(block.text, reading), reading)
        if not inner and block.fit is Fit.FOREIGN:
            inner = _from_wrapping(block.text, reading)
        opened += inner or [block]
    return plain(opened, reading)


def _short(text: str, prefix: str, suffix: str, reading: Reading) -> Picked | None:
    """Return the code in single backticks, if a short answer is no more than a sentence around it."""
    within = (lambda code: fits(prefix, code, suffix, reading)) if prefix or suffix else None
    code = ticked(text, reading, within)
    choice = Choice(text=code, how="code in a sentence", closed=True, right=True)
    return Picked(choice=choice, blocks=0, apart=within is None) if code else None


def _from_wrapping(text: str, reading: Reading) -> list[Block]:
    """Return the programs between tags, if the tags only wrap programs: nothing is defined outside of them."""
    found: list[Block] = []
    outside = text
    for block in wrapped(text, reading):
        found += _programs(from_json(block.text, reading) or [block], reading)
        outside = outside.replace(block.text, "", 1) if block.text in outside else ""
    beside = bare_blocks(without_tags(outside), reading)
    return found if not any(reading.defined(block.text) for block in beside) else []


def _from_tags(blocks: list[Block], reading: Reading, names: Collection[str], entry_point: str) -> Picked:
    """Choose among the tagged parts, or among the blocks they contain."""
    if len(blocks) == 1 and fence_of(first_line(blocks[0].text)):
        blocks = list(find_blocks(blocks[0].text, reading).blocks) or blocks
    blocks = _opened(blocks, reading)
    choice = choose(blocks, reading, names, entry_point)
    if choice is not None:
        choice = msgspec.structs.replace(choice, how="tagged part")
    return Picked(choice=choice, blocks=len(blocks), apart=True)


def _whole(text: str, reading: Reading, may_continue: bool) -> Picked | None:
    """Return the text up to its first fence, if that is code.

    This happens if the prompt opened the block, a base model runs on, or all fences are in strings.
    """
    lines = text.split("\n")
    fences = [number for number, line in enumerate(lines) if fence_of(line)]
    core = trimmed(text)
    if fences and not fence_of(first_line(core)) and reading.is_right(core) and reading.hides_fences(core):
        return _taken(core, "whole text", closed=False)
    first = first_line(text)
    if not first or is_prose(first) or fence_of(first) or any(map(late_fence, lines)):
        return None
    before = "".join(f"{line}\n" for line in lines[: fences[0]]) if fences else text
    if may_continue and (first[0].isspace() or not is_only_prose(before)):
        return _taken(before, "text before a fence" if fences else "whole text", closed=bool(fences))
    return _before_closing(lines, fences, reading) if fences else None


def _before_closing(lines: list[str], fences: list[int], reading: Reading) -> Picked | None:
    """Return the text before a fence that closes a block opened by the prompt: the last fence if the others are in
    strings, otherwise the first if it is unpaired."""
    for end in (fences[-1], fences[0]):
        fence = fence_of(lines[end])
        before = "".join(f"{line}\n" for line in lines[:end])
        if fence is None or fence.info:
            continue
        hidden = end == fences[-1] and reading.is_right(before) and reading.hides_fences(before)
        if hidden or (end == fences[0] and len(fences) % 2 and is_code(before, reading)):
            return _taken(before, "text before a fence", closed=True)
    return None


def _taken(text: str, how: str, *, closed: bool) -> Picked:
    choice = Choice(text=text, how=how, closed=closed, right=True)
    return Picked(choice=choice, blocks=0, apart=False)


_MOST_VALUES = 500
_BRACKETS = {"{": "}", "[": "]", '"': '"'}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": ""}
_NAMES = ("language", "lang", "type", "path", "file", "filename", "file_path", "name")
"""Keys of values that may name the language of a text beside them."""


def from_json(text: str, reading: Reading) -> list[Block]:
    """Return the texts in a JSON value; empty if the text is something else."""
    bare = text.strip()
    if len(bare) < 2 or _BRACKETS.get(bare[0]) != bare[-1]:
        return []
    try:
        value = json.loads(bare, strict=False)
    except (ValueError, RecursionError):
        return []
    found: list[Block] = []
    for content, name in _texts(value):
        fit = fit_of(name, reading.language) if name else Fit.UNMARKED
        if content.strip() and len(found) < _MOST_VALUES:
            found.append(Block(text=content if content.endswith("\n") else f"{content}\n", fit=fit))
    return found


def _texts(value: object) -> Iterator[tuple[str, str]]:
    """Yield texts in a value, each with what may be the name of its language or file. A list of lines is one text."""
    remaining: list[tuple[object, str]] = [(value, "")]
    while remaining:
        each, name = remaining.pop()
        if isinstance(each, str):
            yield each, name
        elif isinstance(each, list) and each and all(isinstance(line, str) for line in each):
            end = "" if any(line.endswith("\n") for line in each) else "\n"
            yield end.join(each), name
        elif isinstance(each, list):
            remaining += [(item, name) for item in reversed(each)]
        elif isinstance(each, dict) and each.get("cell_type", "code") == "code":
            named = next((str(each[key]) for key in _NAMES if isinstance(each.get(key), str)), name)
            remaining += [(item, named) for key, item in reversed(each.items()) if key not in _NAMES]


def unescaped(text: str, reading: Reading) -> str:
    r"""Return a program written on one line with `\n` for its line ends; empty if the text is none."""
    bare = text.strip()
    if "\n" in bare or "\\n" not in bare or reading.is_right(bare):
        return ""
    plain = _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), bare)
    return f"{plain}\n" if reading.is_right(plain) and reading.defined(plain) else ""
