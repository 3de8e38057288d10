"""Makes mutants: copies of a solution, each with one small fault. Tests that let many of them pass check little."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from benchwright.judge.faults import Fault, find_faults
from benchwright.judge.word_faults import find_word_faults
from benchwright.languages import Language, Syntax
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import Tree, descendants

_TRIED = 4
"""So many times as many as are wanted are looked at: to parse each change of a long text would take its time."""


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """A solution that is probably wrong."""

    operator: str
    """What kind of change it is: arithmetic, comparison, logic, bits, condition, constant, boolean, string, range, step
    or statement; `proposed` where somebody else wrote it."""
    line: int
    """Where the change is, counted from 1."""
    before: str
    """What stood there."""
    after: str
    """What stands there now."""
    text: str
    """The whole solution with the change."""


def find_mutants(
    language: Language, solution: str, most: int = 20, *, within: tuple[int, int] | None = None
) -> list[Mutant]:
    """At most so many mutants in the order of the text; always the same ones. If there are more, each kind of change
    has its share, spread over the text. None where the language has no grammar. `within` keeps to changes between two
    lines, both included."""
    syntax = language.syntax
    if syntax is None:
        return []
    text, shift = _opened(syntax, solution)
    tree = Tree(syntax.grammar, text)
    if syntax.comment:
        faults = list(find_word_faults(tree.text, syntax))
    else:
        faults = list(find_faults(tree, syntax, typed=bool(language.build)))
    if within is not None:
        above = tree.text.count(b"\n", 0, shift)
        faults = [each for each in faults if within[0] <= _line(tree.text, each) - above <= within[1]]
    valid = _valid(tree, _spread(faults, _TRIED * most))
    return [_mutant(tree.text, fault, shift) for fault in _spread(valid, most)]


def _opened(syntax: Syntax, solution: str) -> tuple[bytes, int]:
    """The text as the grammar wants it to begin, and how many bytes were put before it."""
    text = encode(clean(solution))
    if syntax.opening.strip().encode() in text:
        return text, 0
    return syntax.opening.encode() + text, len(syntax.opening)


def _valid(tree: Tree, faults: Iterable[Fault]) -> list[Fault]:
    """Those that make a new text which the grammar knows as well as it knew the old one; each text once."""
    errors = _errors(tree)
    seen = {tree.text}
    valid: list[Fault] = []
    for fault in faults:
        text = _changed(tree.text, fault)
        if text not in seen and _errors(Tree(tree.grammar, text)) <= errors:
            valid.append(fault)
        seen.add(text)
    return valid


def _errors(tree: Tree) -> int:
    if not tree.has_errors:
        return 0
    return sum(node.is_error or node.is_missing for node in descendants(tree.root))


def _spread(faults: list[Fault], most: int) -> list[Fault]:
    """At most so many in the order of the text: one of each kind before a second of any, each kind all over it."""
    kinds: dict[str, list[Fault]] = {}
    for fault in sorted(faults, key=_place):
        kinds.setdefault(fault.operator, []).append(fault)
    shares = dict.fromkeys(kinds, 0)
    left = min(most, len(faults))
    while left > 0:
        for kind in [kind for kind in kinds if shares[kind] < len(kinds[kind])][:left]:
            shares[kind] += 1
            left -= 1
    chosen = (
        kinds[kind][index * len(kinds[kind]) // share] for kind, share in shares.items() for index in range(share)
    )
    return sorted(chosen, key=_place)


def _place(fault: Fault) -> tuple[int, int, str, str]:
    return fault.start, fault.end, fault.operator, fault.after


def _line(text: bytes, fault: Fault) -> int:
    return text.count(b"\n", 0, fault.start) + 1


def _changed(text: bytes, fault: Fault) -> bytes:
    return text[: fault.start] + encode(fault.after) + text[fault.end :]


def _mutant(text: bytes, fault: Fault, shift: int) -> Mutant:
    return Mutant(
        operator=fault.operator,
        line=_line(text, fault),
        before=text[fault.start : fault.end].decode(errors="surrogateescape"),
        after=fault.after,
        text=_changed(text, fault)[shift:].decode(errors="surrogateescape"),
    )
