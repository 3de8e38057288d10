"""Find the blocks that belong to the chosen ones: what they need, what extends them, and what revises them."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterable

import msgspec

from benchwright.judging.extract.assemble import is_import, references, text_at
from benchwright.judging.extract.blocks import Block
from benchwright.judging.extract.fences import markers
from benchwright.judging.extract.reading import Reading, Unit
from benchwright.languages.join import encode

MOST_ERRORS = 0.05
"""Limit for a block that is marked as something else."""
_EXCERPT = 0.5
"""A later block that is smaller than this share of an earlier one may be only an excerpt from it."""
_NAME = re.compile(r"[^\W\d]\w*")
MOST_ADDED = 20
_ENCLOSING = "Enclosing"


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
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
    def file(self) -> str:
        """The name of its file without the ending, if the answer gives one."""
        return self.block.file.rpartition("/")[2].partition(".")[0]

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return not markers().abridged.match(self.block.text)

    def rank(self, entry_point: str, longest: int) -> tuple[bool, int, bool, int, bool, bool, int]:
        size = len(self.block.text)
        large = size >= _EXCERPT * longest
        entry = entry_point in self.defined
        return entry, len(self.wanted), self.block.closed, self.standing, self.whole, large, self.number


def candidate(number: int, block: Block, reading: Reading, names: Collection[str], entry_point: str) -> Candidate:
    fragment = _fragment(block.text, reading)
    defined = reading.defined(fragment or block.text) - {_ENCLOSING}
    return Candidate(
        number=number,
        block=block,
        defined=defined,
        fragment=fragment,
        wanted=own_names(block.text, reading) & {*names, entry_point},
        standing=markers().standing.of(block.intro),
    )


def _fragment(text: str, reading: Reading) -> str:
    """Return the text in a class if it is valid there and nowhere else."""
    template = reading.answers.enclosing
    if not template or reading.is_right(text):
        return ""
    enclosed = template.replace("{code}", text)
    return enclosed if reading.is_right(enclosed) else ""


def needed(chosen: list[Candidate], others: list[Candidate], reading: Reading) -> list[Candidate]:
    """Return blocks that the chosen ones depend on: they define what those use, or contain their imports.

    A block that uses what the tests use, and defines none of it, is a usage example. A block that defines the same as
    the chosen ones is another version of them, unless they are incomplete without it.
    """
    added: list[Candidate] = []
    have = list(chosen)
    first = min(each.number for each in chosen)
    for _ in range(MOST_ADDED):
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


def _helps(each: Candidate, have: list[Candidate], missing: frozenset[str], first: int, reading: Reading) -> bool:
    text = each.block.text
    own, used = own_names(text, reading), reading.used(text)
    defined = frozenset[str]().union(*(own_names(one.block.text, reading) for one in have))
    if _is_example(each, have, reading) and (
        starts(each, reading) or not _without_shows(own & missing) or not reading.is_right(text)
    ):
        return False
    if each.file and any(each.file in references(one.block.text) for one in have):
        return True
    if each.defined & defined:
        lacking = bool(own & missing - defined)
        return lacking and each.whole and each.standing >= 0 and each.number < first
    lasting = _lasting(text, reading)
    if lasting & missing:
        return True
    mentioned = frozenset[str]().union(*(reading.used(one.block.text) for one in have))
    if not used & defined and (lasting & mentioned or own & missing):
        return True
    return _only_imports(text, reading)


def _is_example(candidate: Candidate, have: list[Candidate], reading: Reading) -> bool:
    """Whether a block uses what the tests use, and defines none of it."""
    wanted = _without_shows(frozenset(name for each in have for name in each.wanted))
    return bool((reading.used(candidate.fragment or candidate.block.text) - candidate.wanted) & wanted) and not (
        own_names(candidate.fragment or candidate.block.text, reading) & wanted
    )


def _without_shows(names: frozenset[str]) -> frozenset[str]:
    return frozenset(name for name in names if not _SHOWS.match(name))


def revising(chosen: list[Candidate], others: list[Candidate], reading: Reading) -> list[Candidate]:
    """Return later blocks that define a part of what is chosen again."""
    last = max(chosen, key=lambda each: each.number)
    later = [each for each in others if each not in chosen and each.number > last.number]
    found = (
        each
        for each in later
        if each.block.closed
        and each.standing >= 0
        and (each.whole or _leaves_out_others(each, reading))
        and _changes_part(each, chosen, reading)
        and (reading.errors(each.fragment or each.block.text) or 0) <= MOST_ERRORS
    )
    return list(itertools.islice(found, MOST_ADDED))


def _leaves_out_others(candidate: Candidate, reading: Reading) -> bool:
    """Whether all that a block leaves out are other definitions, not statements of a function."""
    places = markers().abridged.places(candidate.block.text)
    return all(reading.is_aside(candidate.block.text, len(encode(candidate.block.text[:at]))) for at in places)


def _changes_part(candidate: Candidate, chosen: list[Candidate], reading: Reading) -> bool:
    """Whether a block defines again a part of what the tests or the chosen blocks use, and does not only use it."""
    if _is_example(candidate, chosen, reading):
        return False
    wanted = frozenset(name for each in chosen for name in each.wanted)
    defined = frozenset[str]().union(*(own_names(each.block.text, reading) for each in chosen))
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
    whole = (
        candidate.whole
        and defined <= candidate.defined
        and (starts(candidate, reading) or not any(starts(each, reading) for each in chosen))
    )
    return essential and not whole and len(loose) <= len(units) - len(loose)


def _missing(candidates: list[Candidate], reading: Reading) -> frozenset[str]:
    """Return the names that the blocks use or import, and none of them defines."""
    words = frozenset[str]()
    own = frozenset[str]()
    for each in candidates:
        imported = each.defined - own_names(each.block.text, reading)
        words |= reading.free(each.block.text) | imported
        own |= own_names(each.block.text, reading)
    return words - own


def own_names(text: str, reading: Reading) -> frozenset[str]:
    """Return the names that the text defines, without those it imports."""
    units = reading.units(text)
    if not units:
        return reading.defined(text)
    top = (*reading.answers.imports, *reading.answers.heads)
    return frozenset(name for unit in units if unit.kind not in top for name in unit.names)


def _lasting(text: str, reading: Reading) -> frozenset[str]:
    """Return the names that the text defines over more than one line: one-line definitions are more likely example
    inputs."""
    data = encode(text)
    units = (unit for unit in reading.units(text) if b"\n" in data[unit.start : unit.end].strip())
    return frozenset(name for unit in units for name in unit.names)


def _only_imports(text: str, reading: Reading) -> bool:
    units = [unit for unit in reading.units(text) if not unit.comment]
    top = (*reading.answers.imports, *reading.answers.heads)
    return bool(units) and all(unit.kind in top or is_import(text_at(text, unit.start, unit.end)) for unit in units)


_CONTROL = re.compile(
    "^(?:if|for|while|loop|try|with|until|unless|repeat|do|begin|case|match|foreach)_|_loop|^(?:program|if|for|while|until|unless|case|begin)$"
)
_DECLARES = re.compile(
    "decl|defin|assign|import|use_|package|function(?!_call)|class|impl|extension|preproc|attribute|pragma|export|instance|signature"
)
_EXPORTS = re.compile(r"\(?\s*(?:module\.exports|exports\.|provide\b|ns\b|in-ns\b|1;)")
_TYPES = re.compile("class|struct|record|object|trait|interface|enum|impl|module|type|protocol|mixin")
_FUNCTIONS = re.compile(
    "func|method|^def|proc|subroutine|property|getter|setter|decorated|declaration|member|signature|subprogram|call|statement|assign"
)
_RECEIVER = re.compile(r"[(,]\s*(?:&\s*)?(?:mut\s+)?self\b|\bthis\b|(?<!\w)@[a-z_]")
_HEAD = re.compile(r"[^{\n=]*(?:\([^)]*\)[^{\n=]*)?")
_LONGEST_HEAD = 1000
_METHOD = re.compile(r"[`\"]?[^\s`\"<(=]+\.(\w+)[`\"]?\s*(?:<-|=)")
"""A method that is found by the class in its name."""
_ASSIGNED = re.compile(r"[^\n(]{1,80}(?:<-|=)\s*function\b")
_NAMED = re.compile(r"[^:]*:(?!:)|\w*\s*::(?=\S+$)")
"""The name of a parameter that comes before its type."""
_SHOWS = re.compile("(?i)(?:test|demo|example|usage|bench|main|program)")
"""Names of definitions that only show or test others."""


def starts(candidate: Candidate, reading: Reading) -> bool:
    """Whether a block runs: it defines the function that the program starts with, or has statements outside of
    definitions."""
    text = candidate.block.text
    if {name.rpartition(".")[2].lower() for name in own_names(text, reading)} & {"main", "-main", "_start"}:
        return True
    if reading.answers.closer == "}" and not reading.is_right(text):
        return False
    return any(_runs(text, unit, reading) for unit in reading.units(text))


def _runs(text: str, unit: Unit, reading: Reading) -> bool:
    if unit.comment or unit.kind in (*reading.answers.imports, *reading.answers.heads):
        return False
    piece = text_at(text, unit.start, min(unit.end, unit.start + _LONGEST_HEAD))
    if is_import(piece) or _EXPORTS.match(piece) or _ASSIGNED.match(piece) or not re.search(r"\w", piece):
        return False
    return _CONTROL.search(unit.kind) is not None or not (unit.names or _DECLARES.search(unit.kind))


def attached(chosen: list[Candidate], others: list[Candidate], reading: Reading) -> list[Candidate]:
    """Return blocks of definitions that take effect without being named: they extend a type of the chosen ones, or
    overload one of their functions."""
    added: list[Candidate] = []
    for each in others:
        have = [*chosen, *added]
        fine = each.block.closed and each.whole and each.standing >= 0 and not each.fragment
        if each not in have and fine and len(added) < MOST_ADDED and _extends(each, have, reading):
            added.append(each)
    return added


def _extends(each: Candidate, have: list[Candidate], reading: Reading) -> bool:
    text = each.block.text
    units = [unit for unit in reading.units(text) if not unit.comment]
    top = (*reading.answers.imports, *reading.answers.heads)
    rest = [unit for unit in units if unit.kind not in top]
    if not rest or starts(each, reading) or (reading.errors(text) or 0) > 0:
        return False
    if _is_example(each, have, reading) and each.number < min(one.number for one in have):
        return False
    if markers().examples.match(each.block.intro) or any(_SHOWS.match(name) for unit in rest for name in unit.names):
        return False
    types = frozenset(
        name for one in have for unit in reading.units(one.block.text) for name in unit.names if unit.kind not in top
    )
    words = frozenset(word for one in have for word in _NAME.findall(one.block.text))
    extends = False
    for unit in rest:
        piece = text_at(text, unit.start, unit.end)
        shared = frozenset({unit.name} if unit.name else ()) & types
        head = _head(piece, reading)
        named = frozenset(_NAME.findall(head)) - {unit.name}
        if shared and "::" not in unit.name:
            if not (_overloads(unit, piece, have, reading) or _reopens(unit, have, reading)):
                return False
            extends = True
        elif "::" not in unit.name and unit.names & types and not _TYPES.search(unit.kind):
            return False
        method = _METHOD.match(piece)
        extends = extends or bool(named & types) or (method is not None and method[1] in words)
    return extends


def _head(piece: str, reading: Reading) -> str:
    """Return the start of a definition up to its body."""
    piece = piece[:_LONGEST_HEAD]
    if reading.answers.closer == "}" and "{" in piece:
        return piece.partition("{")[0]
    found = _HEAD.match(piece)
    return found[0] if found else ""


def _overloads(unit: Unit, piece: str, have: list[Candidate], reading: Reading) -> bool:
    """Whether a definition has other types of parameters than those of the same name."""
    own = _parameters(piece)
    for one in have:
        for each in reading.units(one.block.text):
            if each.name == unit.name:
                there = text_at(one.block.text, each.start, each.end)
                if markers().methods.match(piece) and markers().methods.match(there):
                    if " ".join(_head(piece, reading).split()) == " ".join(_head(there, reading).split()):
                        return False
                    continue
                if not reading.answers.overloads:
                    return False
                other = _parameters(there)
                same_count = own is not None and other is not None and len(own) == len(other)
                if not same_count or not any(a != b for a, b in zip(own or (), other or (), strict=False)):
                    return False
    return True


def _parameters(piece: str) -> list[frozenset[str]] | None:
    """Return the words of each parameter's type, without its name and without types of numbers."""
    start = piece.find("(")
    end = piece.find(")", start)
    if start < 0 or end < 0 or end > _LONGEST_HEAD:
        return None
    found = []
    for each in piece[start + 1 : end].split(","):
        each = each.partition("=")[0].strip()
        after = _NAMED.match(each)
        words = _NAME.findall(each[after.end() :] if after else each.rpartition(" ")[0])
        found.append(frozenset(words) - {"const", "std", "final"})
    return [words if words - markers().numbers else frozenset({"number"}) for words in found]


def _reopens(unit: Unit, have: list[Candidate], reading: Reading) -> bool:
    """Whether a class adds members to one of the same name, in languages where it may."""
    members = frozenset(
        name for one in have for each in reading.units(one.block.text) if each.name == unit.name for name in each.names
    )
    return reading.answers.reopens and not unit.names & members - {unit.name}


def owner_of(each: Candidate, have: list[Candidate], reading: Reading) -> str:
    """Return the class of the chosen blocks that methods alone in a block belong to; empty if they are no methods."""
    text = each.fragment or _as_member(each, reading) or each.block.text
    units = [unit for unit in reading.units(text) if not unit.comment and unit.kind not in reading.answers.heads]
    if each in have or not each.block.closed or each.standing < 0 or not units:
        return ""
    fragment = text != each.block.text
    if not fragment and any(not unit.names or not _FUNCTIONS.search(unit.kind) for unit in units):
        return ""
    if not fragment and any(_is_type(unit, text_at(text, unit.start, unit.end)) for unit in units):
        return ""
    classes = _classes(have, reading) if have else []
    tops = frozenset(unit.name for one in have for unit in reading.units(one.block.text))
    names = frozenset(unit.name for unit in units)
    if not classes or (not fragment and names & tops) or each.number < min(one.number for one in have):
        return ""
    intro = frozenset(_NAME.findall(each.block.intro))
    mentioned = [name for name in classes if name in intro]
    inside = (
        each.fragment
        or each.block.text[:1].isspace()
        or _RECEIVER.search(each.block.text)
        or markers().members.match(each.block.intro)
    )
    if not inside:
        return ""
    return mentioned[-1] if mentioned else classes[0] if len(classes) == 1 else ""


def _as_member(each: Candidate, reading: Reading) -> str:
    """Return an indented block in a class if it defines something only there and is introduced as a part of one."""
    template, text = reading.answers.enclosing, each.block.text
    if not template or not text[:1].isspace() or reading.defined(text) or not markers().members.match(each.block.intro):
        return ""
    enclosed = template.replace("{code}", text)
    return enclosed if reading.is_right(enclosed) and reading.defined(enclosed) - {_ENCLOSING} else ""


def _classes(have: list[Candidate], reading: Reading) -> list[str]:
    """Return the names of the types and modules that the blocks define."""
    found = (
        unit.name
        for one in have
        for unit in reading.units(one.block.text)
        if unit.name and _is_type(unit, text_at(one.block.text, unit.start, unit.end))
    )
    return list(dict.fromkeys(found))


def _is_type(unit: Unit, text: str) -> bool:
    if unit.kind == "impl_item" or unit.kind.startswith("type_alias"):
        return False
    return _TYPES.search(unit.kind) is not None or (unit.kind == "call" and text.startswith("defmodule "))


def borrowed(chosen: list[Candidate], others: list[Candidate], reading: Reading) -> list[str]:
    """Return imports of earlier versions that the chosen blocks use and lack."""
    used = frozenset[str]().union(*(reading.free(each.block.text) for each in chosen))
    own = {" ".join(text.split()) for each in chosen for text in _imports(each, reading)}
    brought = frozenset(word for text in own for word in _NAME.findall(text))
    wanted = frozenset(name for each in chosen for name in each.wanted)
    found: dict[str, None] = {}
    for each in others:
        if each in chosen or not each.wanted or not each.wanted & wanted or each.number > chosen[-1].number:
            continue
        for text in _imports(each, reading):
            words = [word for word in _NAME.findall(text) if word not in ("as", "import", "from", "include", "use")]
            if words and words[-1] in used - brought and len(words[-1]) > 1:
                found[text.strip()] = None
    return list(found)


def _imports(each: Candidate, reading: Reading) -> list[str]:
    text = each.block.text
    return [text_at(text, unit.start, unit.end) for unit in reading.units(text) if unit.kind in reading.answers.imports]


def _has_top(text: str, reading: Reading) -> bool:
    return any(unit.kind in (*reading.answers.imports, *reading.answers.heads) for unit in reading.units(text))


def all_defined(candidates: Iterable[Candidate]) -> frozenset[str]:
    return frozenset(name for each in candidates for name in each.defined)
