"""Choose the code to judge among blocks: the best one, with those that it needs and those that revise it."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterable

import msgspec

from benchwright.judging.extract.blocks import Block
from benchwright.judging.extract.fences import Fit, markers
from benchwright.judging.extract.reading import Reading
from benchwright.judging.extract.revise import joined
from benchwright.languages.join import encode

_MOST_ERRORS = 0.05
"""Limit for a block that is marked as something else."""
_EXCERPT = 0.5
"""A later block that is smaller than this share of an earlier one may be only an excerpt from it."""
_LEFT_OUT = re.compile(r"^[ \t]*(?:(?://+|#+|--|;+|/\*|%+)[ \t]*)?(?:\[?\.\.\.(?!\w)|…)", re.MULTILINE)
"""A line that says that something was left out."""
_NAME = re.compile(r"[^\W\d]\w*")
_MOST_ADDED = 20
_ENCLOSING = "Enclosing"


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


class _Candidate(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    block: Block
    defined: frozenset[str]
    wanted: frozenset[str]
    """The names it defines that the tests use."""
    fragment: str = ""
    """The text in a class, if it consists of methods that the grammar accepts only there."""
    standing: int
    """Whether its introduction presents it as the final code (1) or as an alternative or mistake (-1)."""

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return not _LEFT_OUT.search(self.block.text)

    def rank(self, entry_point: str, longest: int) -> tuple[bool, int, bool, int, bool, bool, int]:
        size = len(self.block.text)
        large = size >= _EXCERPT * longest
        entry = entry_point in self.defined
        return entry, len(self.wanted), self.block.closed, self.standing, self.whole, large, self.number


def choose(
    blocks: Iterable[Block], reading: Reading, names: Collection[str], entry_point: str, *, may_continue: bool = False
) -> Choice | None:
    """Choose the code to judge; None if no block is a program. `may_continue`: it may be the body of a function
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
        if tier and may_continue and len(tier) > 1:
            return _single(next((each for each in tier if each.block.text[:1].isspace()), tier[0]), "first block")
        if tier:
            best = max(_without_examples(tier, reading), key=lambda each: _size_rank(each, entry_point))
            return _single(best, "largest block" if len(tier) > 1 else "only block of the language")
    return None


def _size_rank(candidate: _Candidate, entry_point: str) -> tuple[bool, bool, int, int]:
    return entry_point in candidate.defined, candidate.block.closed, len(candidate.block.text), candidate.number


def _candidate(number: int, block: Block, reading: Reading, names: Collection[str], entry_point: str) -> _Candidate:
    fragment = _fragment(block.text, reading)
    defined = reading.defined(fragment or block.text) - {_ENCLOSING}
    return _Candidate(
        number=number,
        block=block,
        defined=defined,
        fragment=fragment,
        wanted=_own(block.text, reading) & {*names, entry_point},
        standing=markers().standing.of(block.intro),
    )


def _fragment(text: str, reading: Reading) -> str:
    """Return the text in a class if it is valid there and nowhere else."""
    template = reading.answers.enclosing
    if not template or reading.is_right(text):
        return ""
    enclosed = template.replace("{code}", text)
    return enclosed if reading.is_right(enclosed) else ""


def _is_credible(candidate: _Candidate, reading: Reading) -> bool:
    """Whether a block that is marked as something else is a program in the language nonetheless."""
    if candidate.block.fit in (Fit.RIGHT, Fit.UNMARKED):
        return True
    errors = reading.errors(candidate.block.text)
    return errors is not None and errors <= _MOST_ERRORS


def _single(candidate: _Candidate, how: str) -> Choice:
    block = candidate.block
    return Choice(text=block.text, how=how, closed=block.closed, right=block.fit <= Fit.UNMARKED, repairs=block.repairs)


def _defining(tier: list[_Candidate], all_of_fit: list[_Candidate], reading: Reading, entry_point: str) -> Choice:
    """Return the best of the blocks that define names the tests use, with the blocks that define what it lacks and
    those that revise it."""
    longest = max(len(each.block.text) for each in tier)
    ordered = sorted(tier, key=lambda each: each.rank(entry_point, longest), reverse=True)
    chosen = [ordered[0]]
    for each in ordered[1:]:
        if each.wanted - _all_defined(chosen) and not each.fragment:
            chosen.append(each)
    chosen += _needed(chosen, all_of_fit, reading)
    chosen += _revising(chosen, all_of_fit, reading)
    if len(chosen) == 1:
        return _single(chosen[0], "defining block")
    chosen.sort(key=lambda each: each.number)
    text, replaced = joined([each.fragment or each.block.text for each in chosen], reading)
    repairs = [repair for each in chosen for repair in each.block.repairs]
    repairs += [f"{name} replaced" for name in replaced]
    return Choice(
        text=text,
        how="blocks together",
        closed=chosen[-1].block.closed,
        right=True,
        repairs=tuple(dict.fromkeys(repairs)),
    )


def _needed(chosen: list[_Candidate], others: list[_Candidate], reading: Reading) -> list[_Candidate]:
    """Return blocks that the chosen ones depend on: they define what those use, or contain their imports.

    A block that uses what the tests use, and defines none of it, is a usage example. A block that defines the same as
    the chosen ones is another version of them, unless they are incomplete without it.
    """
    added: list[_Candidate] = []
    have = list(chosen)
    first = min(each.number for each in chosen)
    for _ in range(_MOST_ADDED):
        missing = _missing(have, reading)
        more = next(
            (
                each
                for each in others
                if each not in have and each.block.closed and _helps(each, have, missing, first, reading)
            ),
            None,
        )
        if more is None:
            break
        have.append(more)
        added.append(more)
    # An earlier version may have the imports that a later version of one function takes for granted.
    wanted = frozenset(name for each in chosen for name in each.wanted)
    for each in () if added or any(_has_top(one.block.text, reading) for one in chosen) else reversed(others):
        if each.number < first and wanted <= each.wanted and _has_top(each.block.text, reading):
            return [each] if each.whole and each.block.closed else []
    return added


def _helps(each: _Candidate, have: list[_Candidate], missing: frozenset[str], first: int, reading: Reading) -> bool:
    text = each.block.text
    own, used = _own(text, reading), reading.used(text)
    defined = frozenset[str]().union(*(_own(one.block.text, reading) for one in have))
    if _is_example(each, have, reading):
        return False
    if each.defined & defined:
        lacking = bool(own & missing - defined)
        return lacking and each.whole and each.standing >= 0 and each.number < first
    lasting = _lasting(text, reading)
    if lasting & missing:
        return True
    mentioned = frozenset[str]().union(*(reading.used(one.block.text) for one in have))
    if not used & defined and (lasting & mentioned or own & missing):
        return True
    return _only_imports(text, reading) and each.number < first


def _is_example(candidate: _Candidate, have: list[_Candidate], reading: Reading) -> bool:
    """Whether a block uses what the tests use, and defines none of it."""
    wanted = frozenset(name for each in have for name in each.wanted)
    return bool((reading.used(candidate.fragment or candidate.block.text) - candidate.wanted) & wanted) and not (
        _own(candidate.fragment or candidate.block.text, reading) & wanted
    )


def _revising(chosen: list[_Candidate], others: list[_Candidate], reading: Reading) -> list[_Candidate]:
    """Return later blocks that define a part of what is chosen again."""
    last = max(chosen, key=lambda each: each.number)
    later = [each for each in others if each not in chosen and each.number > last.number]
    found = (
        each
        for each in later
        if each.block.closed
        and each.standing >= 0
        and each.whole
        and _changes_part(each, chosen, reading)
        and (reading.errors(each.fragment or each.block.text) or 0) <= _MOST_ERRORS
    )
    return list(itertools.islice(found, _MOST_ADDED))


def _changes_part(candidate: _Candidate, chosen: list[_Candidate], reading: Reading) -> bool:
    """Whether a block defines again a part of what the tests or the chosen blocks use, and does not only use it."""
    if _is_example(candidate, chosen, reading):
        return False
    wanted = frozenset(name for each in chosen for name in each.wanted)
    defined = frozenset[str]().union(*(_own(each.block.text, reading) for each in chosen))
    words = Counter(word for each in chosen for word in _NAME.findall(each.block.text))
    top = (*reading.answers.imports, *reading.answers.heads)
    units = [
        unit
        for unit in reading.units(candidate.fragment or candidate.block.text)
        if not unit.comment and unit.kind not in top
    ]
    changed = {
        name
        for unit in units
        for name in unit.names & defined
        if name != unit.name or len(unit.names) == 1 or unit.names <= defined
    }
    loose = [unit for unit in units if not unit.names & changed]
    essential = any(name in wanted or words[name] > 1 for name in changed)
    return essential and not defined <= candidate.defined and len(loose) <= len(units) - len(loose)


def _missing(candidates: list[_Candidate], reading: Reading) -> frozenset[str]:
    """Return the names that the blocks use or import, and none of them defines."""
    words = frozenset[str]()
    own = frozenset[str]()
    for each in candidates:
        imported = each.defined - _own(each.block.text, reading)
        words |= reading.free(each.block.text) | imported
        own |= _own(each.block.text, reading)
    return words - own


def _own(text: str, reading: Reading) -> frozenset[str]:
    """Return the names that the text defines, without those it imports."""
    units = reading.units(text)
    if not units:
        return reading.defined(text)
    top = (*reading.answers.imports, *reading.answers.heads)
    return frozenset(name for unit in units if unit.kind not in top for name in unit.names)


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


def _has_top(text: str, reading: Reading) -> bool:
    return any(unit.kind in (*reading.answers.imports, *reading.answers.heads) for unit in reading.units(text))


def _all_defined(candidates: Iterable[_Candidate]) -> frozenset[str]:
    return frozenset(name for each in candidates for name in each.defined)
