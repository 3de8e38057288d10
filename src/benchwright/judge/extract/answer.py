"""From a model's raw answer to the code that is to be judged."""

from __future__ import annotations

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
from benchwright.judge.extract.prose import is_mere_talk, is_prose, trimmed
from benchwright.judge.extract.reading import Reading, readable
from benchwright.judge.extract.reasoning import part
from benchwright.judge.extract.repair import repair
from benchwright.judge.extract.tags import answer_proper, tagged
from benchwright.judge.extract.template import without_template
from benchwright.languages import Language


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
    blocks = tagged(text, reading.language) if text.lstrip()[:1] in ("[", "<") else []
    if blocks:
        return _from_tags(blocks, reading, names, entry_point)
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
    if blocks := tagged(text, reading.language):
        return _from_tags(blocks, reading, names, entry_point)
    blocks = bare_blocks(found.outside, reading)
    choice = choose(blocks, reading, names, entry_point)
    if choice is not None:
        how = "whole text" if len(blocks) == 1 and blocks[0].text.strip() == text.strip() else "part of the text"
        choice = msgspec.structs.replace(choice, how=how)
    return _Picked(choice=choice, blocks=len(found.blocks), apart=False)


def _from_tags(blocks: list[Block], reading: Reading, names: Collection[str], entry_point: str) -> _Picked:
    """The chosen one of the parts between tags, or the blocks that they hold."""
    if len(blocks) == 1 and fence_of(_first(blocks[0].text)):
        blocks = list(find_blocks(blocks[0].text, reading).blocks) or blocks
    choice = choose(blocks, reading, names, entry_point)
    if choice is not None:
        choice = msgspec.structs.replace(choice, how="tagged part")
    return _Picked(choice=choice, blocks=len(blocks), apart=True)


def _whole(text: str, reading: Reading, goes_on: bool) -> _Picked | None:
    """The text up to its first fence, where what stands before that is code: the prompt has opened the block, a model
    without a chat runs on, or all fences are in strings."""
    lines = text.split("\n")
    fences = [number for number, line in enumerate(lines) if fence_of(line)]
    core = trimmed(text)
    if fences and not fence_of(_first(core)) and reading.is_right(core) and reading.hides_fences(core):
        return _taken(core, "whole text", closed=False)
    first = _first(text)
    if not first or is_prose(first) or fence_of(first):
        return None
    before = "".join(f"{line}\n" for line in lines[: fences[0]]) if fences else text
    if goes_on and (first[0].isspace() or not is_mere_talk(before)):
        return _taken(before, "text before a fence" if fences else "whole text", closed=bool(fences))
    return _before_closing(lines, fences, reading) if fences else None


def _before_closing(lines: list[str], fences: list[int], reading: Reading) -> _Picked | None:
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


def _first(text: str) -> str:
    return next((line for line in text.split("\n") if line.strip()), "")


def _taken(text: str, how: str, *, closed: bool) -> _Picked:
    choice = Choice(text=text, how=how, closed=closed, right=True)
    return _Picked(choice=choice, blocks=0, apart=False)
