"""Choose the code to judge among blocks: the best one, with those that it needs and those that revise it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from benchwright.judging.extract.blocks import Block
from benchwright.judging.extract.fences import Fit, markers
from benchwright.judging.extract.reading import Reading
from benchwright.judging.extract.related import (
    MOST_ADDED,
    MOST_ERRORS,
    Candidate,
    all_defined,
    attached,
    borrowed,
    candidate,
    needed,
    owner_of,
    revising,
    starts,
)
from benchwright.judging.extract.revise import joined

_MOST_STARTS = 8
"""Number of blocks that may be the start of a program, the last ones."""


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
    repairs: tuple[str, ...] = ()
    """Changes made to the blocks it consists of."""


def choose(
    blocks: Iterable[Block], reading: Reading, names: Collection[str], entry_point: str, *, may_continue: bool = False
) -> Choice | None:
    """Choose the code to judge; None if no block is a program. `may_continue`: it may be the body of a function
    that the question started, which defines nothing."""
    found = [candidate(number, block, reading, names, entry_point) for number, block in enumerate(blocks)]
    programs = [each for each in found if each.block.fit is not Fit.FOREIGN]
    if len(programs) == 1 and len(found) == 1:
        return _single(programs[0], "only block")
    for fit in Fit:
        tier = [each for each in found if each.block.fit is fit and each.wanted and _is_credible(each, reading)]
        if tier:
            return _defining(tier, [each for each in found if each.block.fit is fit], reading, entry_point)
    for fit in (Fit.RIGHT, Fit.UNMARKED, Fit.OTHER):
        tier = [each for each in programs if each.block.fit is fit]
        if tier and may_continue and len(tier) > 1:
            return _single(next((each for each in tier if each.block.text[:1].isspace()), tier[0]), "first block")
        program = _program(tier, reading) if tier and not names and not entry_point and not may_continue else None
        if program is not None:
            return program
        if tier:
            best = max(_without_examples(tier, reading), key=lambda each: _size_rank(each, entry_point))
            return _single(best, "largest block" if len(tier) > 1 else "only block of the language")
    return None


def _size_rank(candidate: Candidate, entry_point: str) -> tuple[bool, bool, int, int]:
    return entry_point in candidate.defined, candidate.block.closed, len(candidate.block.text), candidate.number


def _is_credible(candidate: Candidate, reading: Reading) -> bool:
    """Whether a block that is marked as something else is a program in the language nonetheless."""
    if candidate.block.fit in (Fit.RIGHT, Fit.UNMARKED):
        return True
    errors = reading.errors(candidate.block.text)
    return errors is not None and errors <= MOST_ERRORS


def _single(candidate: Candidate, how: str) -> Choice:
    block = candidate.block
    return Choice(text=block.text, how=how, closed=block.closed, right=block.fit <= Fit.UNMARKED, repairs=block.repairs)


def _defining(tier: list[Candidate], all_of_fit: list[Candidate], reading: Reading, entry_point: str) -> Choice:
    """Return the best of the blocks that define names the tests use, with the blocks that belong to it."""
    classes = [each for each in tier if not owner_of(each, [one for one in tier if one.number < each.number], reading)]
    longest = max(len(each.block.text) for each in tier)
    ordered = sorted(tier, key=lambda each: each.rank(entry_point, longest), reverse=True)
    chosen = [next(each for each in ordered if each in classes)]
    for each in ordered:
        missing = each.wanted - all_defined(chosen)
        if each not in chosen and missing and not each.fragment and not owner_of(each, chosen, reading):
            chosen.append(each)
    return _together(chosen, all_of_fit, reading, "defining block")


def _together(chosen: list[Candidate], others: list[Candidate], reading: Reading, how: str) -> Choice:
    """Return the chosen blocks with those that they need, and those that extend or revise them."""
    methods = [each for each in others if owner_of(each, chosen, reading)]
    plain = [each for each in others if each not in methods]
    chosen = [*chosen, *needed(chosen, plain, reading)]
    chosen += attached(chosen, plain, reading)
    chosen += needed(chosen, plain, reading)
    owners = {
        each.number: owner for each in others if each not in chosen and (owner := owner_of(each, chosen, reading))
    }
    members = [each for each in others if each.number in owners][:MOST_ADDED]
    chosen += [each for each in revising(chosen, others, reading) if each not in members] + members
    imports = borrowed(chosen, others, reading)
    if len(chosen) == 1 and not imports:
        return _single(chosen[0], how)
    chosen.sort(key=lambda each: each.number)
    texts = [(each.fragment or each.block.text, owners.get(each.number, "")) for each in chosen]
    files = frozenset(each.file for each in others if each.file)
    text, replaced = joined([*((each, "") for each in imports), *texts], reading, files)
    repairs = [repair for each in chosen for repair in each.block.repairs]
    repairs += [f"{name} replaced" for name in replaced]
    return Choice(
        text=text,
        how="blocks together",
        closed=chosen[-1].block.closed,
        right=True,
        repairs=tuple(dict.fromkeys(repairs)),
    )


def _program(tier: list[Candidate], reading: Reading) -> Choice | None:
    """Return the program that reads the input and prints the result, with the blocks that belong to it; None if there
    is not any. A block that calls a complete program is a usage example."""
    words = markers().programs
    found: list[tuple[Candidate, list[Candidate]]] = []
    for each in [each for each in tier if starts(each, reading)][-_MOST_STARTS:]:
        parts = [each, *needed([each], tier, reading)]
        if words.reads("\n".join(part.block.text for part in parts)):
            found.append((each, parts))
    printing = [(each, parts) for each, parts in found if any(words.writes(part.block.text) for part in parts)]
    complete = {each.number for each, _ in found if words.reads(each.block.text) and words.writes(each.block.text)}
    roots = [
        each for each, parts in printing or found if not complete & {part.number for part in parts} - {each.number}
    ]
    if not roots or len(tier) == 1:
        return None
    best = max(roots, key=lambda each: (each.standing, each.block.closed, each.whole, each.number))
    return _together([best], tier, reading, "complete program")


def _without_examples(candidates: list[Candidate], reading: Reading) -> list[Candidate]:
    """Drop blocks that use what another block defines: usage examples and tests."""
    defined = all_defined(candidates)
    own = [each for each in candidates if not (reading.used(each.block.text) - each.defined) & defined]
    return own or candidates
