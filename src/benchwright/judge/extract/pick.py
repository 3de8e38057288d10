"""Picks the code out of an answer that has no reasoning and no template any more."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from benchwright.judge.extract.bare import bare_blocks, is_code
from benchwright.judge.extract.blocks import Block, find_blocks, late_fence
from benchwright.judge.extract.choose import Choice, choose
from benchwright.judge.extract.fences import fence_of
from benchwright.judge.extract.prose import first_line, is_mere_talk, is_prose, trimmed
from benchwright.judge.extract.reading import Reading
from benchwright.judge.extract.tags import tagged


class Picked(msgspec.Struct, frozen=True, kw_only=True):
    """The code as the answer has it."""

    choice: Choice | None
    """None where there is none."""
    blocks: int
    """How many blocks the answer has."""
    apart: bool
    """Whether it was set apart from the words around it."""


def pick(text: str, reading: Reading, names: Collection[str], entry_point: str, *, goes_on: bool) -> Picked:
    """What of the text is code: all of it, up to a fence, blocks, what is between tags, or what is not prose."""
    blocks = tagged(text, reading.language) if text.lstrip()[:1] in ("[", "<") else []
    if blocks:
        return _from_tags(blocks, reading, names, entry_point)
    if whole := _whole(text, reading, goes_on):
        return whole
    found = find_blocks(text, reading)
    choice = choose(found.blocks, reading, names, entry_point, goes_on=goes_on)
    if choice is None or not choice.right:
        outside = [block for block in bare_blocks(found.outside, reading) if reading.defined(block.text)]
        if choice is not None and outside:
            choice = choose(outside, reading, names, entry_point)
            return Picked(choice=choice, blocks=len(found.blocks), apart=True)
    if choice is not None:
        return Picked(choice=choice, blocks=len(found.blocks), apart=True)
    if blocks := tagged(text, reading.language):
        return _from_tags(blocks, reading, names, entry_point)
    blocks = bare_blocks(found.outside, reading)
    choice = choose(blocks, reading, names, entry_point)
    if choice is not None:
        how = "whole text" if len(blocks) == 1 and blocks[0].text.strip() == text.strip() else "part of the text"
        choice = msgspec.structs.replace(choice, how=how)
    return Picked(choice=choice, blocks=len(found.blocks), apart=False)


def _from_tags(blocks: list[Block], reading: Reading, names: Collection[str], entry_point: str) -> Picked:
    """The chosen one of the parts between tags, or the blocks that they hold."""
    if len(blocks) == 1 and fence_of(first_line(blocks[0].text)):
        blocks = list(find_blocks(blocks[0].text, reading).blocks) or blocks
    choice = choose(blocks, reading, names, entry_point)
    if choice is not None:
        choice = msgspec.structs.replace(choice, how="tagged part")
    return Picked(choice=choice, blocks=len(blocks), apart=True)


def _whole(text: str, reading: Reading, goes_on: bool) -> Picked | None:
    """The text up to its first fence, where what stands before that is code: the prompt has opened the block, a model
    without a chat runs on, or all fences are in strings."""
    lines = text.split("\n")
    fences = [number for number, line in enumerate(lines) if fence_of(line)]
    core = trimmed(text)
    if fences and not fence_of(first_line(core)) and reading.is_right(core) and reading.hides_fences(core):
        return _taken(core, "whole text", closed=False)
    first = first_line(text)
    if not first or is_prose(first) or fence_of(first) or any(map(late_fence, lines)):
        return None
    before = "".join(f"{line}\n" for line in lines[: fences[0]]) if fences else text
    if goes_on and (first[0].isspace() or not is_mere_talk(before)):
        return _taken(before, "text before a fence" if fences else "whole text", closed=bool(fences))
    return _before_closing(lines, fences, reading) if fences else None


def _before_closing(lines: list[str], fences: list[int], reading: Reading) -> Picked | None:
    """What stands before a fence that closes a block which the prompt opened: the last fence if the others are in
    strings, else the first if it has no partner."""
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
