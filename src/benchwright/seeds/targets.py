"""Read targets from a source: functions of real code, each with the context it needs."""

from __future__ import annotations

import difflib
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import Language, languages
from benchwright.languages.functions import Function, body_of, calls_of, functions_of
from benchwright.languages.imports import imports_of
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import parse
from benchwright.seeds.context import Contexts
from benchwright.seeds.filters import fault_of_file, hard_fault, has_odd_signs, has_secret, score, soft_fault
from benchwright.seeds.parts import parts_of
from benchwright.seeds.read import Distinct, balanced
from benchwright.seeds.seed import Harvest, Origin, Seed, SourceText, TargetOptions
from benchwright.seeds.sources import open_source

_MOST_NAMES = 20_000
_SHOWN = 5
_ALIKE = 0.75
"""With a lower value, words that share only an ending would count as misspellings."""
_LEAST_BEGUN = 3
_ONE_COLON = re.compile(r"[^:]*[./][^:]*:[^:]+")
_METHODS = "name methods with their class, as in Shape.area"


class Wanted:
    """The requested patterns, and what was found for each of them."""

    def __init__(self, patterns: tuple[str, ...]) -> None:
        self._patterns = [(pattern, _compiled(pattern)) for pattern in dict.fromkeys(patterns)]
        self._found: dict[str, list[str]] = {pattern: [] for pattern, _ in self._patterns}
        self._faults: dict[str, str] = {}
        self._names: list[str] = []

    def has(self, path: str, name: str) -> bool:
        """Whether a function is requested; it is recorded as found."""
        if not self._patterns:
            return True
        place = f"{path}::{name}"
        if len(self._names) < _MOST_NAMES:
            self._names.append(place)
        matching = [pattern for pattern, compiled in self._patterns if _matches(compiled, path, name)]
        for pattern in matching:
            self._found[pattern].append(place)
        return bool(matching)

    def is_named(self, path: str, name: str) -> bool:
        """Whether the function is named in full."""
        return any(not _is_open(pattern) and _matches(compiled, path, name) for pattern, compiled in self._patterns)

    def names_file(self, path: str) -> bool:
        """Whether a pattern names this file in full."""
        return any(
            "::" in each and not _is_open(each) and compiled[0].fullmatch(path) for each, compiled in self._patterns
        )

    def note_fault(self, path: str, name: str, reason: str) -> None:
        """Record why a function, or a whole file, is dropped."""
        if self._patterns:
            self._faults.setdefault(f"{path}::{name}", reason)

    def check(self) -> None:
        """Raise UsageError for patterns that match nothing, or that name several functions."""
        for pattern, compiled in self._patterns:
            found = self._found[pattern]
            if not found:
                raise self._absent(pattern, compiled)
            if _is_open(pattern):
                continue
            if len(found) > 1:
                if len(set(found)) == 1:
                    raise UsageError(
                        f"{found[0]} is defined {len(found)} times", "name a function that is defined once"
                    )
                shown = ", ".join(sorted(set(found))[:_SHOWN])
                raise UsageError(f"{pattern} matches {len(found)} functions", f"choose from {shown}")
            fault = self._faults.get(found[0])
            if fault:
                raise UsageError(f"{found[0]} cannot be a target: {fault}", "see docs/seeds.md for the reasons")

    def _absent(self, pattern: str, compiled: tuple[re.Pattern[str], re.Pattern[str]]) -> UsageError:
        for place, fault in self._faults.items():
            path, _, name = place.rpartition("::")
            if not name and "::" in pattern and compiled[0].fullmatch(path):
                return UsageError(f"{pattern}: {path} is dropped: {fault}", "see docs/seeds.md for the reasons")
        message = f"no function {pattern} in this source"
        if _ONE_COLON.fullmatch(pattern):
            return UsageError(message, f"write PATH::NAME, as in {pattern.replace(':', '::')}")
        places = list(dict.fromkeys(self._names))
        own = [place for place in places if "::" in pattern and compiled[0].fullmatch(place.rpartition("::")[0])]
        near = _near(pattern, own or places)
        if own and not near:
            return UsageError(message, f"choose from {', '.join(own[:_SHOWN])}{' and others' * (len(own) > _SHOWN)}")
        return UsageError(message, f"did you mean {', '.join(near)}?" if near else _METHODS)


def _near(pattern: str, places: list[str]) -> list[str]:
    """Return similar names: those with the same last word, otherwise those with a similar spelling."""
    path, _, name = pattern.rpartition("::")
    last = re.split(r"[.*?:]+", name.strip("*?."))[-1].casefold()
    of_last: dict[str, list[str]] = {}
    for place in places:
        of_last.setdefault(re.split(r"[.:]+", place)[-1].casefold(), []).append(place)
    words = [last] if last in of_last else _similar_words(last, of_last)
    found = [place for word in words for place in of_last[word]][:_SHOWN]
    return found if path else [place.rpartition("::")[2] for place in found]


def _similar_words(word: str, words: Iterable[str]) -> list[str]:
    """Return words that start with this one, then those that differ in few letters."""
    known = list(words)
    begun = [each for each in known if len(word) >= _LEAST_BEGUN and each.startswith(word)]
    return list(dict.fromkeys([*begun, *difflib.get_close_matches(word, known, _SHOWN, cutoff=_ALIKE)]))[:_SHOWN]


def _is_open(pattern: str) -> bool:
    return "*" in pattern or "?" in pattern


def _compiled(pattern: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return expressions for the path, whose first folders may be omitted, and for the name."""
    path, _, name = pattern.rpartition("::")
    return re.compile(f"(?:.*/)?{_expression(path.removeprefix('./'))}" if path else ".*", re.DOTALL), re.compile(
        _expression(name), re.DOTALL
    )


def _expression(pattern: str) -> str:
    signs = (".*" if sign == "*" else "." if sign == "?" else re.escape(sign) for sign in pattern)
    return re.sub(r"(?:\.\*)+", ".*", "".join(signs))


def _matches(compiled: tuple[re.Pattern[str], re.Pattern[str]], path: str, name: str) -> bool:
    return compiled[1].fullmatch(name) is not None and compiled[0].fullmatch(path) is not None


__all__ = ["TargetOptions", "read_targets"]


class _Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A function that may become a target."""

    origin: Origin
    """Where the function is."""
    language: str
    """Id of the function's language."""
    function: Function
    """The function's position and properties."""
    text: str
    """Full source of the function."""
    contexts: Contexts
    """Contexts of the functions in its file."""
    score: int
    """How good a target it makes; higher is better."""


def read_targets(source: str, options: TargetOptions | None = None) -> Harvest:
    """Read seeds that each name a function to fill in, from any source that `read_seeds` accepts. The first ones are
    spread over repositories and files; in each file the best come first."""
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
    """Return the functions of a file, or the one that a row names. A row may contain a method without its class."""
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
    """Return why a function is dropped, judging by its context: nothing that looks like a secret is ever sent."""
    if not text:
        return "context"
    return "secret" if has_secret(text) else ""
