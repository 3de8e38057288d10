"""From a model's raw answer to the code that is to be judged."""

from __future__ import annotations

import itertools
from collections.abc import Collection

import msgspec

from benchwright.judge.extract.beginning import read_beginning
from benchwright.judge.extract.complete import Completed, complete, repeats
from benchwright.judge.extract.extraction import Extraction, Flaw
from benchwright.judge.extract.fences import fence_of
from benchwright.judge.extract.infill import fill
from benchwright.judge.extract.markers import markers
from benchwright.judge.extract.pick import Picked, pick
from benchwright.judge.extract.prose import first_line, is_prose
from benchwright.judge.extract.reading import Reading, readable
from benchwright.judge.extract.reasoning import Parted, part, special_words
from benchwright.judge.extract.repair import repair
from benchwright.judge.extract.settle import settled
from benchwright.judge.extract.splice import splice
from benchwright.judge.extract.tags import answer_proper
from benchwright.judge.extract.target import find_hole, whole_of
from benchwright.judge.extract.template import without_template
from benchwright.languages import Language
from benchwright.languages.join import encode

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
    """The code of an answer in the language. `names` are those that the tests use; `prefix` and `suffix` the code that
    the answer was to go on with or to fill a hole in; `finish_reason` why the model stopped, as far as known."""
    reading = Reading(language)
    parted, stop = _parted(readable(raw), reading)
    if parted.open:
        return Extraction(code="", reasoning=parted.reasoning, flaw="truncated")
    text = parted.answer
    # Of a method, as in Shape.area, an answer may have the method alone.
    entry = entry_point.rpartition(".")[2] if prefix or suffix else entry_point
    picked = pick(text, reading, names, entry, goes_on=bool(prefix or suffix))
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


def _parted(text: str, reading: Reading) -> tuple[Parted, str]:
    """The answer proper, and the special word that ended it. A program that speaks of such words is all answer."""
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
        hole = None  # a prefix that ends with a plain function: `complete` knows best
    # A text that runs on may have the function's body first, and the function again later.
    whole = hole is not None and (picked.apart or repeats(choice.text, beginning, reading))
    made = splice(choice.text, hole, name, reading) if hole is not None and whole else None
    if made is None:
        if suffix:
            made = fill(choice.text, beginning, suffix, reading, apart=picked.apart)
        else:
            made = complete(choice.text, beginning, reading, apart=picked.apart, names=names)
        made = settled(made, choice.text, hole, prefix, suffix, reading) if hole is not None else made
    return msgspec.structs.replace(made, how=f"{choice.how}, {made.how}")
