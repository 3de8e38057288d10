"""From a model's raw answer to the code that is to be judged."""

from __future__ import annotations

import re
from collections.abc import Collection

import msgspec

from benchwright.judge.extract.bare import bare_blocks, is_code
from benchwright.judge.extract.beginning import read_beginning
from benchwright.judge.extract.blocks import Block, find_blocks
from benchwright.judge.extract.choose import Choice, choose
from benchwright.judge.extract.complete import Completed, complete
from benchwright.judge.extract.extraction import Extraction, Flaw
from benchwright.judge.extract.fences import fence_of
from benchwright.judge.extract.infill import fill
from benchwright.judge.extract.markers import markers
from benchwright.judge.extract.prose import is_prose
from benchwright.judge.extract.reading import Reading
from benchwright.judge.extract.reasoning import part
from benchwright.judge.extract.repair import repair
from benchwright.judge.extract.tags import answer_proper, tagged
from benchwright.judge.extract.template import without_template
from benchwright.languages import Language
from benchwright.languages.join import clean

_HALVES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Halves of characters that no file can hold."""


class _Picked(msgspec.Struct, frozen=True, kw_only=True):
    """The code as the answer has it."""

    choice: Choice | None
    blocks: int
    apart: bool
    """Whether it was set apart from the words around it."""


def extract(
    raw: str,
    language: Language,
    *,
    names: Collection[str] = (),
    prefix: str = "",
    suffix: str = "",
    entry_point: str = "",
    finish_reason: str = "",
) -> Extraction:
    """The code of an answer in the language. `names` are those that the tests use; `prefix` and `suffix` the code that
    the answer was to go on with or to fill a hole in; `finish_reason` why the model stopped, as far as known."""
    reading = Reading(language)
    parted = part(readable(raw))
    if parted.open:
        return Extraction(code="", reasoning=parted.reasoning, flaw="truncated")
    text, stop = without_template(parted.answer)
    picked = _pick(answer_proper(text), reading, names, entry_point, bool(prefix))
    if picked.choice is None:
        flaw: Flaw = "refusal" if markers().refusals.match(text[:4000]) else "no code"
        flaw = "truncated" if finish_reason == "length" and flaw == "no code" else flaw
        return Extraction(code="", blocks=picked.blocks, reasoning=parted.reasoning, flaw=flaw)
    completed = _completed(picked, reading, readable(prefix), readable(suffix), entry_point, frozenset(names))
    code, repairs = repair(completed.code, reading, names)
    cut_short = finish_reason == "length" and not stop and not picked.choice.closed and not completed.ended
    return Extraction(
        code=code,
        how=completed.how,
        blocks=picked.blocks,
        repairs=(*((f"cut at {stop}",) if stop else ()), *completed.repairs, *repairs),
        reasoning=parted.reasoning,
        flaw="truncated" if cut_short else "",
    )


def readable(text: str) -> str:
    """The text with `\\n` as the end of lines, without a byte order mark, and such that it can be written to a file."""
    return _HALVES.sub("\ufffd", clean(text))


def _completed(
    picked: _Picked, reading: Reading, prefix: str, suffix: str, entry_point: str, names: frozenset[str]
) -> Completed:
    choice = picked.choice
    assert choice is not None
    if not prefix and not suffix:
        return Completed(code=choice.text, how=choice.how, repairs=(), ended=False)
    beginning = read_beginning(prefix, entry_point, reading)
    if suffix:
        made = fill(choice.text, beginning, suffix, reading, apart=picked.apart)
    else:
        made = complete(choice.text, beginning, reading, apart=picked.apart, names=names)
    return msgspec.structs.replace(made, how=f"{choice.how}, {made.how}")


def _pick(text: str, reading: Reading, names: Collection[str], entry_point: str, goes_on: bool) -> _Picked:
    """What of the text is code: all of it, up to a fence, blocks, what is between tags, or what is not prose."""
    if whole := _whole(text, reading, goes_on):
        return whole
    found = find_blocks(text, reading)
    choice = choose(found.blocks, reading, names, entry_point)
    if choice is None or not choice.right:
        outside = [block for block in bare_blocks(found.outside, reading) if reading.defined(block.text)]
        if choice is not None and outside:
            choice = choose(outside, reading, names, entry_point)
            return _Picked(choice=choice, blocks=len(found.blocks), apart=True)
    if choice is not None:
        return _Picked(choice=choice, blocks=len(found.blocks), apart=True)
    blocks: list[Block] = tagged(text, reading.language)
    if blocks and (choice := choose(blocks, reading, names, entry_point)):
        return _Picked(choice=msgspec.structs.replace(choice, how="tagged part"), blocks=len(blocks), apart=True)
    blocks = bare_blocks(found.outside, reading)
    choice = choose(blocks, reading, names, entry_point)
    if choice is not None:
        how = "whole text" if len(blocks) == 1 and blocks[0].text.strip() == text.strip() else "part of the text"
        choice = msgspec.structs.replace(choice, how=how)
    return _Picked(choice=choice, blocks=len(found.blocks), apart=False)


def _whole(text: str, reading: Reading, goes_on: bool) -> _Picked | None:
    """The text up to its first fence, where what stands before that is code: the prompt has opened the block, a model
    without a chat runs on, or all fences are in strings."""
    lines = text.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if not first or is_prose(first) or fence_of(first):
        return None
    fences = [number for number, line in enumerate(lines) if fence_of(line)]
    if fences and reading.is_right(text) and reading.hides_fences(text):
        return _taken(text, "whole text", closed=False)
    before = "".join(f"{line}\n" for line in lines[: fences[0]]) if fences else text
    if goes_on:
        closed = bool(fences)
        return _taken(before, "whole text" if not fences else "text before a fence", closed=closed)
    opened = fences and len(fences) % 2 and not fence_of(lines[fences[0]]).info  # type: ignore[union-attr]
    if opened and is_code(before, reading):
        return _taken(before, "text before a fence", closed=True)
    return None


def _taken(text: str, how: str, *, closed: bool) -> _Picked:
    choice = Choice(text=text, how=how, closed=closed, right=True)
    return _Picked(choice=choice, blocks=0, apart=False)
