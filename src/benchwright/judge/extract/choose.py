"""Chooses among the blocks of an answer.

A block that is marked as the language comes before one without a mark, and that before one marked as another language.
Among equals the names that the tests use decide, then the size. Blocks that together define what no single one does are
put together.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

import msgspec

from benchwright.judge.extract.assemble import put_together
from benchwright.judge.extract.blocks import Block
from benchwright.judge.extract.marks import Fit
from benchwright.judge.extract.reading import Reading
from benchwright.languages.join import encode

_TRIAL = re.compile(r"test|main|example|usage|demo|check|assert|verify", re.IGNORECASE)
_MOST_ERRORS = 0.05
"""In a block that is marked as something else."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """The code that was chosen."""

    text: str
    """It."""
    how: str
    """The rule."""
    closed: bool
    """Whether the last block of it has an end."""
    right: bool
    """Whether it is marked as the language, or not marked."""


class _Candidate(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    block: Block
    defined: frozenset[str]
    wanted: frozenset[str]
    """What of it the tests use."""

    def rank(self, entry_point: str) -> tuple[bool, int, bool, int, int]:
        own = any(not _TRIAL.search(name) for name in self.defined)
        return entry_point in self.defined, len(self.wanted), own, len(self.block.text), self.number


def choose(
    blocks: Iterable[Block], reading: Reading, names: Collection[str], entry_point: str, *, goes_on: bool = False
) -> Choice | None:
    """The code to be judged; None where no block is a program. `goes_on`: it may be the body of a function that the
    question began, which defines nothing."""
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
            best = max(tier, key=lambda each: each.rank(entry_point))
            return _single(best, "largest block" if len(tier) > 1 else "only block of the language")
    return None


def _candidate(number: int, block: Block, reading: Reading, names: Collection[str], entry_point: str) -> _Candidate:
    defined = reading.defined(block.text)
    return _Candidate(number=number, block=block, defined=defined, wanted=defined & {*names, entry_point})


def _is_credible(candidate: _Candidate, reading: Reading) -> bool:
    """Whether a block that is marked as something else is a program of the language all the same."""
    if candidate.block.fit in (Fit.RIGHT, Fit.UNMARKED):
        return True
    errors = reading.errors(candidate.block.text)
    return errors is not None and errors <= _MOST_ERRORS


def _single(candidate: _Candidate, how: str) -> Choice:
    block = candidate.block
    return Choice(text=block.text, how=how, closed=block.closed, right=block.fit <= Fit.UNMARKED)


def _defining(tier: list[_Candidate], all_of_fit: list[_Candidate], reading: Reading, entry_point: str) -> Choice:
    """The best of the blocks that define names of the tests, with those that define what it lacks."""
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
    """Blocks that the chosen ones cannot do without: they define what those use, or hold their imports. A block that
    uses what is chosen is an example of its use."""
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


def _lasting(text: str, reading: Reading) -> frozenset[str]:
    """What the text defines in more than a line: what one line defines is rather the input of an example."""
    data = encode(text)
    units = (unit for unit in reading.units(text) if b"\n" in data[unit.start : unit.end].strip())
    return frozenset(name for unit in units for name in unit.names)


def _only_imports(text: str, reading: Reading) -> bool:
    units = [unit for unit in reading.units(text) if not unit.comment]
    return bool(units) and all(unit.kind in (*reading.answers.imports, *reading.answers.heads) for unit in units)


def _all_defined(candidates: Iterable[_Candidate]) -> frozenset[str]:
    return frozenset(name for each in candidates for name in each.defined)
