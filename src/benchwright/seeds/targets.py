"""From a source's name to targets: functions of real code, each in the context that it needs."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

import msgspec

from benchwright.languages import Language, languages
from benchwright.languages.functions import Function, body_of, calls_of, functions_of
from benchwright.languages.imports import imports_of
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import parse
from benchwright.seeds.balance import balanced
from benchwright.seeds.context import Contexts
from benchwright.seeds.distinct import Distinct
from benchwright.seeds.filters import fault_of_file, has_odd_signs
from benchwright.seeds.parts import parts_of
from benchwright.seeds.secrets import has_secret
from benchwright.seeds.seed import Harvest, Origin, Seed, SourceText
from benchwright.seeds.sources import open_source
from benchwright.seeds.target_filters import hard_fault, score, soft_fault
from benchwright.seeds.target_names import Wanted
from benchwright.seeds.target_options import TargetOptions

__all__ = ["TargetOptions", "read_targets"]


class _Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A function that may become a target."""

    origin: Origin
    """Where it is."""
    language: str
    """Our id."""
    function: Function
    """It."""
    text: str
    """All of it."""
    contexts: Contexts
    """Of its file."""
    score: int
    """How good a target it makes."""


def read_targets(source: str, options: TargetOptions | None = None) -> Harvest:
    """Seeds that each name a function to fill in, from any source that `read_seeds` reads. The first ones are spread
    over repositories and files; in each file the best come first."""
    options = (options or TargetOptions()).checked()
    dropped: Counter[str] = Counter()
    wanted = Wanted(options.functions)
    found: list[_Candidate] = []
    for material in open_source(source, options.for_sources()):
        for text in material.texts:
            found += _candidates(text, options, wanted, dropped)
    seeds = tuple(_seeds(found, options, wanted, dropped))
    wanted.check()
    return Harvest(seeds=seeds, read=len(seeds) + dropped.total(), dropped=dict(sorted(dropped.items())))


def _seeds(found: list[_Candidate], options: TargetOptions, wanted: Wanted, dropped: Counter[str]) -> Iterator[Seed]:
    distinct = Distinct(options.near_duplicate, options.most, dropped)
    for candidate in balanced(sorted(found, key=lambda each: -each.score)):
        if distinct.is_full:
            dropped["more than wanted"] += 1
            continue
        seed = _seed(candidate)
        fault = _fault_of_context(seed.text)
        if fault:
            dropped[fault] += 1
            wanted.note_fault(candidate.origin.path, candidate.function.name, fault)
        elif distinct.takes(seed.id, candidate.text):
            yield seed


def _candidates(source: SourceText, options: TargetOptions, wanted: Wanted, dropped: Counter[str]) -> list[_Candidate]:
    path = source.origin.path
    fault = fault_of_file(source, options.for_sources())
    language = languages().get(source.language)
    if fault == "test" and wanted.names_file(path):
        fault = ""
    if not fault and (language is None or language.syntax is None):
        fault = "language"
    if not fault and has_odd_signs(source.text):
        fault = "syntax"
    if fault or language is None:
        dropped[fault] += 1
        wanted.note_fault(path, "", fault)
        return []
    return _of_file(source, language, options, wanted, dropped)


def _of_file(
    source: SourceText, language: Language, options: TargetOptions, wanted: Wanted, dropped: Counter[str]
) -> list[_Candidate]:
    text, path = clean(source.text), source.origin.path
    functions = functions_of(language, text)
    names = Counter(function.name for function in functions)
    contexts = Contexts(language, text, functions, options.max_context_bytes)
    imported = _imported(language, text) if functions else frozenset[str]()
    candidates: list[_Candidate] = []
    for function in _chosen(source, functions, dropped):
        if not wanted.has(path, function.name):
            dropped["not named"] += 1
            continue
        body, calls = body_of(text, function), calls_of(language, text, function)
        own = encode(text)[function.start : function.end].decode(errors="surrogateescape")
        fault = hard_fault(function, names[function.name])
        if not fault and not (source.target or wanted.is_named(path, function.name)):
            fault = soft_fault(function, own, body, calls, options)
        if fault:
            dropped[fault] += 1
            wanted.note_fault(path, function.name, fault)
            continue
        candidates.append(
            _Candidate(
                origin=_origin(source, function),
                language=language.id,
                function=function,
                text=own,
                contexts=contexts,
                score=score(function, body, calls, imported),
            )
        )
    return candidates


def _chosen(source: SourceText, functions: list[Function], dropped: Counter[str]) -> list[Function]:
    """The functions of a file; of a row that names one, that one. A row may hold a method without its class."""
    if not source.target:
        return functions
    last = source.target.rpartition(".")[2]
    found = [function for function in functions if function.name == source.target]
    found = found or [function for function in functions if function.name.rpartition(".")[2] == last]
    if len(found) != 1:
        dropped["overloaded" if found else "no such function"] += 1
        return []
    return found


def _origin(source: SourceText, function: Function) -> Origin:
    if source.row:
        return source.origin
    return msgspec.structs.replace(source.origin, line=function.line, end_line=function.end_line)


def _imported(language: Language, text: str) -> frozenset[str]:
    assert language.syntax is not None
    tree = parse(language.syntax.grammar, encode(text))
    places = [tree.text[part.start : part.end] for part in parts_of(tree, language) if part.kind == "import"]
    statements = (place.decode(errors="surrogateescape").strip() for place in places)
    return frozenset(name for statement in statements for each in imports_of(statement) for name in each.names)


def _seed(candidate: _Candidate) -> Seed:
    text, target = candidate.contexts.of(candidate.function), candidate.function.name
    return Seed(
        id=hashlib.sha256(encode(f"{text}\0{target}")).hexdigest()[:16],
        text=text,
        language=candidate.language,
        kind="function",
        origin=candidate.origin,
        target=target,
    )


def _fault_of_context(text: str) -> str:
    """Why a function is not taken, as what it is shown in tells: nothing that looks like a secret is ever sent."""
    if not text:
        return "context"
    return "secret" if has_secret(text) else ""
