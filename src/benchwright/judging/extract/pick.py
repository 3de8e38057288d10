"""Pick the code among an answer's blocks, or find it in text without any."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from benchwright.judging.extract.assemble import put_together
from benchwright.judging.extract.blocks import Block, find_blocks, late_fence, tagged
from benchwright.judging.extract.fences import Fit, fence_of
from benchwright.judging.extract.prose import first_line, has_signs, is_only_prose, is_prose, paragraphs, trimmed
from benchwright.judging.extract.reading import Reading
from benchwright.languages.join import encode

_MOST_BARE_ERRORS = 0.3
"""Share of a text that may be erroneous if it is to count as a program with mistakes."""
_SIGNS = 0.5
"""Share of code-like lines above which a text counts as code, even if the grammar does not recognize it."""
_SIGNS_DEFINING = 0.15
"""The same share for text that defines something."""


def bare_blocks(text: str, reading: Reading) -> list[Block]:
    """Return the pieces of code; empty if everything is prose."""
    text = _unquoted(text)
    core = trimmed(text)
    if not core.strip() or is_only_prose(core):
        return []
    pieces = paragraphs(core, lambda at: reading.hides(core, at))
    return [Block(text=piece, fit=Fit.UNMARKED, closed=False) for piece in pieces if is_code(piece, reading)]


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


_MOST_ERRORS = 0.05
"""Limit for a block that is marked as something else."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """The code that was chosen."""

    text: str
    """Source text of the code."""
    how: str
    """Name of the rule that chose it."""
    closed: bool
    """Whether its last block is closed."""
    right: bool
    """Whether it is marked as the language, or not marked at all."""


class _Candidate(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    block: Block
    defined: frozenset[str]
    wanted: frozenset[str]
    """The names it defines that the tests use."""

    def rank(self, entry_point: str) -> tuple[bool, int, bool, int, int]:
        entry = entry_point in self.defined
        return entry, len(self.wanted), self.block.closed, len(self.block.text), self.number


def choose(
    blocks: Iterable[Block], reading: Reading, names: Collection[str], entry_point: str, *, goes_on: bool = False
) -> Choice | None:
    """Choose the code to judge; None if no block is a program. `goes_on` says that it may be the body of a function
    that the question started, which defines nothing."""
    found = [_candidate(number, block, reading, names, entry_point) for number, block in enumerate(blocks)]
    programs = [each for each in found if each.block.fit is not Fit.FOREIGN]
    if len(programs) == 1 and len(found) == 1:
        return _single(programs[0], "only block")
    for fit in Fit:
        tier = [each for each in found if each.block.fit is fit and each.wanted and _is_credible(each, reading)]
        if tier:
            return _defining(tier, [each for each in found if each.block.fit is fit], reading, entry_point)
    for fit in (Fit.RIGHT, Fit.UNMARKED, Fit.OTHER):
        tier = [each for each in programs if each.block.fit is fit]
        if tier and goes_on and len(tier) > 1:
            return _single(next((each for each in tier if each.block.text[:1].isspace()), tier[0]), "first block")
        if tier:
            best = max(_without_examples(tier, reading), key=lambda each: each.rank(entry_point))
            return _single(best, "largest block" if len(tier) > 1 else "only block of the language")
    return None


def _candidate(number: int, block: Block, reading: Reading, names: Collection[str], entry_point: str) -> _Candidate:
    defined = reading.defined(block.text)
    return _Candidate(number=number, block=block, defined=defined, wanted=defined & {*names, entry_point})


def _is_credible(candidate: _Candidate, reading: Reading) -> bool:
    """Whether a block that is marked as something else is a program in the language nonetheless."""
    if candidate.block.fit in (Fit.RIGHT, Fit.UNMARKED):
        return True
    errors = reading.errors(candidate.block.text)
    return errors is not None and errors <= _MOST_ERRORS


def _single(candidate: _Candidate, how: str) -> Choice:
    block = candidate.block
    return Choice(text=block.text, how=how, closed=block.closed, right=block.fit <= Fit.UNMARKED)


def _defining(tier: list[_Candidate], all_of_fit: list[_Candidate], reading: Reading, entry_point: str) -> Choice:
    """Return the best of the blocks that define names the tests use, with the blocks that define what it lacks."""
    ordered = sorted(tier, key=lambda each: each.rank(entry_point), reverse=True)
    chosen = [ordered[0]]
    for each in ordered[1:]:
        if each.wanted - _all_defined(chosen):
            chosen.append(each)
    chosen += _needed(chosen, all_of_fit, reading)
    if len(chosen) == 1:
        return _single(chosen[0], "defining block")
    chosen.sort(key=lambda each: each.number)
    text = put_together([each.block.text for each in chosen], reading)
    return Choice(text=text, how="blocks together", closed=chosen[-1].block.closed, right=True)


def _needed(chosen: list[_Candidate], others: list[_Candidate], reading: Reading) -> list[_Candidate]:
    """Return blocks that the chosen ones depend on: they define what those use, or contain their imports. A block that
    uses what is chosen is a usage example."""
    added: list[_Candidate] = []
    defined, used = _all_defined(chosen), frozenset[str]()
    for each in chosen:
        used |= reading.used(each.block.text)
    for each in others:
        if each in chosen or each.defined & defined or not each.block.closed:
            continue
        imports = _only_imports(each.block.text, reading)
        helps = bool(_lasting(each.block.text, reading) & used) and not reading.used(each.block.text) & defined
        if helps or (imports and each.number < min(one.number for one in chosen)):
            added.append(each)
            defined |= each.defined
    return added


def _without_examples(candidates: list[_Candidate], reading: Reading) -> list[_Candidate]:
    """Drop blocks that use what another block defines: usage examples and tests."""
    defined = _all_defined(candidates)
    own = [each for each in candidates if not (reading.used(each.block.text) - each.defined) & defined]
    return own or candidates


def _lasting(text: str, reading: Reading) -> frozenset[str]:
    """Return the names that the text defines over more than one line: one-line definitions are more likely example
    inputs."""
    data = encode(text)
    units = (unit for unit in reading.units(text) if b"\n" in data[unit.start : unit.end].strip())
    return frozenset(name for unit in units for name in unit.names)


def _only_imports(text: str, reading: Reading) -> bool:
    units = [unit for unit in reading.units(text) if not unit.comment]
    return bool(units) and all(unit.kind in (*reading.answers.imports, *reading.answers.heads) for unit in units)


def _all_defined(candidates: Iterable[_Candidate]) -> frozenset[str]:
    return frozenset(name for each in candidates for name in each.defined)


class Picked(msgspec.Struct, frozen=True, kw_only=True):
    """The code as it appears in the answer."""

    choice: Choice | None
    """The chosen code; None if there is none."""
    blocks: int
    """Number of blocks in the answer."""
    apart: bool
    """Whether the code was separate from the surrounding prose."""


def pick(text: str, reading: Reading, names: Collection[str], entry_point: str, *, goes_on: bool) -> Picked:
    """Find the code in a text: all of it, the part before a fence, blocks, tagged parts, or what is not prose."""
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
    """Choose among the tagged parts, or among the blocks they contain."""
    if len(blocks) == 1 and fence_of(first_line(blocks[0].text)):
        blocks = list(find_blocks(blocks[0].text, reading).blocks) or blocks
    choice = choose(blocks, reading, names, entry_point)
    if choice is not None:
        choice = msgspec.structs.replace(choice, how="tagged part")
    return Picked(choice=choice, blocks=len(blocks), apart=True)


def _whole(text: str, reading: Reading, goes_on: bool) -> Picked | None:
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
    if goes_on and (first[0].isspace() or not is_only_prose(before)):
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
