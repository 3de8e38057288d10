"""Extract the code to judge from a model's raw answer."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection
from typing import Literal

import msgspec

from benchwright.judging.extract.blocks import answer_proper
from benchwright.judging.extract.complete import Completed, complete, repeats
from benchwright.judging.extract.fences import fence_of, markers
from benchwright.judging.extract.infill import fill, settled
from benchwright.judging.extract.pick import Picked, pick
from benchwright.judging.extract.prefix import read_beginning
from benchwright.judging.extract.prose import first_line, is_prose
from benchwright.judging.extract.reading import Reading, names_of_tests, readable
from benchwright.judging.extract.reasoning import Parted, part, special_words, without_template
from benchwright.judging.extract.splice import splice
from benchwright.judging.extract.target import find_hole, whole_of
from benchwright.languages import Language, find_language
from benchwright.languages.join import encode
from benchwright.languages.syntax import Edits, Tree
from benchwright.problems import Problem

Flaw = Literal["", "no code", "refusal", "truncated"]


class Extraction(msgspec.Struct, frozen=True, kw_only=True):
    """The code of one answer, and how it was found."""

    code: str
    """The code to judge; empty if there is none."""
    how: str = ""
    """The rule that chose it, such as `defining block`; empty if there is no code."""
    blocks: int = 0
    """Number of code blocks in the answer."""
    repairs: tuple[str, ...] = ()
    """Changes made to the chosen code, in order."""
    reasoning: str = ""
    """Text found in reasoning tags."""
    flaw: Flaw = ""
    """What is wrong with the answer, known before it is judged; empty if nothing is."""


def repair(code: str, reading: Reading, names: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """Add what the code lacks; also return descriptions of the changes."""
    repairs: list[str] = []
    answers = reading.answers
    if answers.preamble and not re.search(answers.preamble_pattern, code, re.MULTILINE):
        code = answers.preamble + code
        repairs.append(f"{answers.preamble.strip()} added")
    tree = reading.tree(code) if answers.wrapper else None
    if tree is not None and not tree.has_errors:
        wrapped = _wrapped(code, tree, reading, names) or _renamed(code, tree, reading, names)
        if wrapped:
            code, what = wrapped
            repairs.append(what)
    return code, tuple(repairs)


def _wrapped(code: str, tree: Tree, reading: Reading, names: Collection[str]) -> tuple[str, str] | None:
    """Wrap top-level functions in the class or module in which the tests look for them."""
    members = {match["member"].start_byte for match in tree.find(reading.answers.members)}
    units = reading.units(code)
    inside = [unit for unit in units if unit.start in members]
    owner = _owner(frozenset(name for unit in inside for name in unit.names), reading.defined(code), names)
    if not inside or not owner:
        return None
    data, at = encode(code), 0
    outside: list[bytes] = []
    for unit in units:
        if unit.kind in (*reading.answers.imports, *reading.answers.heads) or (unit.names and unit not in inside):
            outside.append(data[unit.start : unit.end])
            data = data[:at] + data[at : unit.start] + b"\0" * (unit.end - unit.start) + data[unit.end :]
    body = data.replace(b"\0", b"").decode(errors="surrogateescape").strip("\n")
    top = "".join(f"{piece.decode(errors='surrogateescape').rstrip()}\n" for piece in outside)
    code = reading.answers.wrapper.replace("{name}", owner).replace("{code}", body)
    return (f"{top}\n{code}" if top else code), f"put into {owner}"


def _renamed(code: str, tree: Tree, reading: Reading, names: Collection[str]) -> tuple[str, str] | None:
    """Rename the only module of an answer to the name the tests use."""
    if not reading.answers.containers:
        return None
    found = [match["name"] for match in tree.find(reading.answers.containers)]
    owner = _owner(reading.defined(code), reading.defined(code), names)
    if len(found) != 1 or not owner or tree.text_of(found[0]) in names:
        return None
    own, edits = tree.text_of(found[0]), Edits(encode(code))
    for match in tree.find(f"({found[0].type}) @name"):
        written = tree.text_of(match["name"])
        if written == own or written.startswith(f"{own}."):
            edits.replace(match["name"], owner + written[len(own) :])
    return edits.apply().decode(errors="surrogateescape"), f"{own} renamed to {owner}"


def _owner(functions: Collection[str], defined: Collection[str], names: Collection[str]) -> str:
    """Return what the tests expect to own all these functions; empty if there is not exactly one such owner."""
    owners = {owner for owner, _, member in (name.rpartition(".") for name in names) if owner and member in functions}
    owners = {owner for owner in owners if owner[:1].isupper() and owner in names} - set(defined)
    return owners.pop() if len(owners) == 1 else ""


_MOST_WORDS = 20


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
    """Extract the code of an answer.

    `names` are the names the tests use. `prefix` and `suffix` are the code that the answer continues, or whose hole it
    fills. `finish_reason` is why the model stopped, if known.
    """
    reading = Reading(language)
    parted, stop = _parted(readable(raw), reading)
    if parted.open:
        return Extraction(code="", reasoning=parted.reasoning, flaw="truncated")
    text = parted.answer
    # The answer may contain only the method: of Shape.area, only `area`.
    entry = entry_point.rpartition(".")[2] if prefix or suffix else entry_point
    prefix, suffix = readable(prefix), readable(suffix)
    picked = pick(text, reading, names, entry, prefix=prefix, suffix=suffix)
    if picked.choice is None:
        flaw: Flaw = "refusal" if markers().refusals.match(text[:4000]) else "no code"
        flaw = "truncated" if finish_reason == "length" and flaw == "no code" else flaw
        return Extraction(code="", blocks=picked.blocks, reasoning=parted.reasoning, flaw=flaw)
    completed = _completed(picked, reading, prefix, suffix, entry_point, frozenset(names))
    code, repairs = repair(completed.code, reading, names)
    cut_short = finish_reason == "length" and not stop and not picked.choice.closed and not completed.ended
    return Extraction(
        code=code,
        how=completed.how,
        blocks=picked.blocks,
        repairs=(*((f"cut at {stop}",) if stop else ()), *picked.choice.repairs, *completed.repairs, *repairs),
        reasoning=parted.reasoning,
        flaw="truncated" if cut_short else "",
    )


def _parted(text: str, reading: Reading) -> tuple[Parted, str]:
    """Return the answer proper, and the special token that ended it. A program that contains such tokens is all
    answer."""
    if _only_speaks_of_tags(text, reading):
        return Parted(answer=text), ""
    parted = part(text)
    answer, stop = without_template(answer_proper(parted.answer))
    return msgspec.structs.replace(parted, answer=answer), stop


def _only_speaks_of_tags(text: str, reading: Reading) -> bool:
    places = [found.start() for found in itertools.islice(special_words().finditer(text), _MOST_WORDS)]
    first = first_line(text)
    if not places or text.find(first) >= places[0] or is_prose(first) or fence_of(first):
        return False
    return reading.is_right(text) and all(reading.hides(text, len(encode(text[:place]))) for place in places)


def _completed(
    picked: Picked, reading: Reading, prefix: str, suffix: str, entry_point: str, names: frozenset[str]
) -> Completed:
    choice = picked.choice
    assert choice is not None
    if not prefix and not suffix:
        return Completed(code=choice.text, how=choice.how, repairs=(), ended=False)
    name = entry_point.rpartition(".")[2]
    beginning = read_beginning(prefix, name, reading)
    hole = find_hole(prefix, suffix, name, reading)
    if hole is not None and not suffix and name == entry_point and whole_of(hole.node) == hole.node:
        hole = None  # `complete` handles a prefix that ends with a plain function better
    # A text that runs on may start with the function's body and repeat the whole function later.
    whole = hole is not None and (picked.apart or repeats(choice.text, beginning, reading))
    made = splice(choice.text, hole, name, reading) if hole is not None and whole else None
    if made is None:
        if suffix:
            made = fill(choice.text, beginning, suffix, reading, apart=picked.apart)
        else:
            made = complete(choice.text, beginning, reading, apart=picked.apart, names=names)
        made = settled(made, choice.text, hole, prefix, suffix, reading) if hole is not None else made
    return msgspec.structs.replace(made, how=f"{choice.how}, {made.how}")


Kind = Literal["answer", "completion", "solution"]
"""An answer to a question, a completion of the problem's prefix, or a solution to use unchanged."""


def extract_answer(problem: Problem, raw: str, kind: Kind, finish_reason: str = "") -> Extraction:
    """Extract the code of an answer. A solution is used unchanged unless it is in a fence."""
    if kind == "solution" and "```" not in raw and "~~~" not in raw:
        return Extraction(code=raw, how="as it stands", flaw="" if raw.strip() else "no code")
    language = find_language(problem.language)
    names = frozenset[str]().union(*(names_of_tests(language, tests) for tests in problem.tests.values()))
    return extract(
        raw,
        language,
        names=names,
        prefix=problem.prefix,
        suffix=problem.suffix,
        entry_point=problem.entry_point,
        finish_reason=finish_reason,
    )
