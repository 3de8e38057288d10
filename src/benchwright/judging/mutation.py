"""Create broken variants of a solution (stubs and mutants), and measure how many of them the tests reject."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from benchwright.errors import UsageError
from benchwright.judging.faults import Fault, find_faults, find_word_faults
from benchwright.judging.question import Question
from benchwright.judging.tests import judge_tests
from benchwright.judging.verdict import Judgement, Verdict, describe
from benchwright.languages import Language, Syntax, find_language
from benchwright.languages.definitions import bodies_of
from benchwright.languages.functions import find_function, without_body
from benchwright.languages.join import clean, encode, join
from benchwright.languages.syntax import Edits, Tree, descendants
from benchwright.problems import Problem
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.plan import default_limits
from benchwright.sandbox.protocol import Limits, Sandbox

if TYPE_CHECKING:
    from tree_sitter import Node


def stub_of(language: Language, solution: str) -> str:
    """Empty the body of each outermost function. Returns an empty string if the language has no stubs or the solution
    no functions."""
    syntax = language.syntax
    if syntax is None or not syntax.stub:
        return ""
    tree = Tree(syntax.grammar, encode(clean(solution)))
    bodies = list(_outermost([body for _, body in bodies_of(tree, syntax)]))
    edits = Edits(tree.text)
    for body in bodies:
        edits.replace(body, syntax.stub)
    return edits.apply().decode(errors="surrogateescape") if bodies else ""


def stub_for(problem: Problem) -> str:
    """Return the reference without the part a solver writes: the body of the target if one is named, otherwise all
    bodies."""
    language, reference = find_language(problem.language), clean(problem.canonical_solution)
    asked = find_function(language, reference, problem.entry_point) if problem.entry_point else None
    return without_body(language, reference, asked) if asked else stub_of(language, reference)


def _outermost(nodes: list[Node]) -> Iterator[Node]:
    """Yield the nodes that are not inside another; expects them in text order."""
    end = 0
    for node in nodes:
        if node.end_byte > end:
            yield node
            end = node.end_byte


_TRIED = 4
"""Check this many times the number of mutants wanted: parsing every change of a long text would take too long."""


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """A solution that is probably wrong."""

    operator: str
    """The kind of change: arithmetic, comparison, logic, bits, condition, constant, boolean, string, range, step or
    statement; `proposed` if it was written by someone else, such as a model."""
    line: int
    """Line of the change, counted from 1."""
    before: str
    """Text that the change replaced."""
    after: str
    """Text that replaced it."""
    text: str
    """The whole solution with the change applied."""


def find_mutants(
    language: Language, solution: str, most: int = 20, *, within: tuple[int, int] | None = None
) -> list[Mutant]:
    """Return at most `most` mutants in text order; the result is deterministic.

    If there are more, each kind of change gets its share, spread over the text. Empty if the language has no grammar.
    `within` limits changes to the lines between two lines, both included.
    """
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
    """Prefix the text with the opening its grammar requires; also return the number of bytes added."""
    text = encode(clean(solution))
    if syntax.opening.strip().encode() in text:
        return text, 0
    return syntax.opening.encode() + text, len(syntax.opening)


def _valid(tree: Tree, faults: Iterable[Fault]) -> list[Fault]:
    """Keep faults that produce a new text with no more syntax errors than the original, without duplicates."""
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
    """Choose at most `most` faults in text order: one of each kind before a second of any, each kind spread over the
    text."""
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


_AT_ONCE = 4
_SLOWER = 10
"""How many times longer than the reference a mutant may run. One that takes longer probably never finishes."""
_LEAST_CPU_S = 2.0
_LEAST_WALL_S = 10.0
"""The wall-clock limit is more generous: a busy machine must not kill a mutant."""


Fate = Literal["killed", "survived", "invalid"]


class MutationScore(msgspec.Struct, frozen=True, kw_only=True):
    """How many mutants the tests killed."""

    tried: int
    """Number of mutants judged; those that do not compile are not counted."""
    killed: int
    """Number of judged mutants that failed."""
    invalid: int
    """Number of mutants that did not compile or parse."""
    survivors: tuple[Mutant, ...] = ()
    """Mutants that passed, in the order given."""
    fates: tuple[Fate, ...] = ()
    """What happened to each mutant, in the order given."""

    @property
    def share(self) -> float | None:
        """Share of judged mutants that were killed; None if none was judged."""
        return self.killed / self.tried if self.tried else None


async def measure_mutation(
    sandbox: Sandbox, question: Question, solution: str, mutants: Sequence[Mutant]
) -> MutationScore:
    """Judge every mutant by the question's tests.

    The solution itself must pass; if the question has no limits, its run time sets theirs. Sandbox failures are raised
    and not counted.
    """
    if not mutants:
        return MutationScore(tried=0, killed=0, invalid=0)
    reference = await judge_tests(sandbox, question, solution)
    if not reference.passed:
        message = f"the solution fails the tests, so its mutants prove nothing: {describe(reference)}"
        raise UsageError(message, "provide a solution that passes the tests")
    if question.limits is None:
        question = msgspec.structs.replace(question, limits=_limits(question, solution, reference))

    async def verdict_of(mutant: Mutant) -> Verdict:
        return (await judge_tests(sandbox, question, mutant.text)).verdict

    verdicts: dict[int, Verdict] = {}
    async for index, verdict in as_completed(verdict_of, mutants, _AT_ONCE):
        verdicts[index] = verdict
    return _score(mutants, [verdicts[index] for index in range(len(mutants))])


def proposed_mutants(texts: Sequence[str]) -> list[Mutant]:
    """Wrap wrong solutions written by someone else, such as a model, as mutants."""
    return [Mutant(operator="proposed", line=1, before="", after="", text=text) for text in texts]


def _limits(question: Question, solution: str, reference: Judgement) -> Limits:
    language = find_language(question.language)
    usual = default_limits(language, language.mode(join(language, solution, question.tests).mode))
    stage = reference.execution.runs[0]
    return msgspec.structs.replace(
        usual,
        cpu_s=min(usual.cpu_s, max(_LEAST_CPU_S, _SLOWER * stage.cpu_s)),
        wall_s=min(usual.wall_s, max(_LEAST_WALL_S, _SLOWER * stage.wall_s)),
    )


def _score(mutants: Sequence[Mutant], verdicts: Sequence[Verdict]) -> MutationScore:
    fates = tuple(map(_fate, verdicts))
    return MutationScore(
        tried=len(fates) - fates.count("invalid"),
        killed=fates.count("killed"),
        invalid=fates.count("invalid"),
        survivors=tuple(mutant for mutant, fate in zip(mutants, fates, strict=True) if fate == "survived"),
        fates=fates,
    )


def _fate(verdict: Verdict) -> Fate:
    if verdict is Verdict.PASSED:
        return "survived"
    return "invalid" if verdict is Verdict.COMPILE_ERROR else "killed"
