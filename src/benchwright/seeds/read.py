"""Read seeds from a source: read, cut, filter, remove duplicates, balance."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

import msgspec

from benchwright.errors import UsageError
from benchwright.languages import Language, find_language, languages
from benchwright.metrics.near_duplicates import NearDuplicates
from benchwright.seeds.cut import CutFile, Fragment, cut
from benchwright.seeds.filters import fault_of_file, fault_of_names, fault_of_text, folder_key
from benchwright.seeds.material import Material
from benchwright.seeds.seed import Harvest, Origin, Seed, SeedOptions, SourceText
from benchwright.seeds.sources import open_source

Item = TypeVar("Item")


class Placed(Protocol):
    """Anything with an origin."""

    @property
    def origin(self) -> Origin:
        """Return where it comes from."""
        ...


PlacedItem = TypeVar("PlacedItem", bound=Placed)


def balanced(seeds: Iterable[PlacedItem]) -> Iterator[PlacedItem]:
    """Yield one seed per repository in turn, each time from another of its files. Files are ordered by their digests:
    ordered by name, the first few would all come from one folder."""
    groups = _grouped(seeds, lambda seed: seed.origin.source)
    return round_robin(_by_file(group) for _, group in sorted(groups.items()))


def _by_file(seeds: list[PlacedItem]) -> Iterator[PlacedItem]:
    files = _grouped(seeds, lambda seed: seed.origin.path)
    return round_robin(iter(files[path]) for path in sorted(files, key=_digest))


def round_robin(sequences: Iterable[Iterator[Item]]) -> Iterator[Item]:
    """Yield the first item of each sequence, then the second of each, and so on."""
    waiting = list(sequences)
    while waiting:
        still: list[Iterator[Item]] = []
        for sequence in waiting:
            for item in sequence:
                yield item
                still.append(sequence)
                break
        waiting = still


def _grouped(seeds: Iterable[PlacedItem], key: Callable[[PlacedItem], str]) -> dict[str, list[PlacedItem]]:
    groups: dict[str, list[PlacedItem]] = {}
    for seed in seeds:
        groups.setdefault(key(seed), []).append(seed)
    return groups


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode(errors="surrogateescape")).digest()


class Distinct:
    """Keeps track of accepted items, and counts why others were dropped."""

    def __init__(self, near_duplicate: float, most: int | None, dropped: Counter[str]) -> None:
        self._alike = NearDuplicates(near_duplicate) if near_duplicate else None
        self._most = most
        self._dropped = dropped
        self._seen: set[str] = set()
        self._taken = 0

    @property
    def is_full(self) -> bool:
        """Whether the wanted number is reached."""
        return self._most is not None and self._taken >= self._most

    def takes(self, name: str, text: str) -> bool:
        """Whether to accept the seed with this id; `text` is compared with earlier ones."""
        if self.is_full:
            reason = "more than wanted"
        elif name in self._seen:
            reason = "duplicate"
        else:
            self._seen.add(name)
            alike = self._alike is not None and self._alike.add(name, text) is not None
            reason = "near duplicate" if alike else ""
        self._dropped.update([reason] if reason else [])
        self._taken += not reason
        return not reason


class _Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A file with its fragments that may become seeds."""

    source: SourceText
    cut: CutFile
    whole: Fragment | None
    fragments: tuple[Fragment, ...]
    faults: tuple[str, ...]


def read_seeds(source: str, options: SeedOptions | None = None) -> Harvest:
    """Read the seeds of a file or folder of code, a git repository, a JSONL or Parquet file, or a dataset on the
    Hub."""
    options = _checked(options or SeedOptions())
    dropped: Counter[str] = Counter()
    found: list[Seed] = []
    for material in open_source(source, options):
        found += _seeds_of(material, options, dropped)
    distinct = Distinct(options.near_duplicate, options.most, dropped)
    seeds = tuple(seed for seed in balanced(found) if distinct.takes(seed.id, seed.text))
    read = len(seeds) + dropped.total()
    return Harvest(seeds=seeds, read=read, dropped=dict(sorted(dropped.items())))


def _seeds_of(material: Material, options: SeedOptions, dropped: Counter[str]) -> Iterator[Seed]:
    candidates: list[_Candidate] = []
    around: dict[tuple[str, str], set[str]] = {}
    for source in material.texts:
        fault = fault_of_file(source, options)
        if fault:
            dropped[fault] += 1
        language = languages().get(source.language)
        sees = language is not None and language.shares_folder and not source.row
        if fault and not (sees and fault == "generated"):
            continue
        pieces = cut(source.text, _language(source.language), row=source.row)
        if sees:
            around.setdefault(folder_key(source.origin.path, source.language), set()).update(pieces.names)
        if not fault:
            candidates.append(_sifted(source, pieces, options, dropped))
    for candidate in candidates:
        origin = candidate.source.origin
        names = frozenset(around.get(folder_key(origin.path, candidate.source.language), ()))
        yield from _seeds_of_file(candidate, material, names, dropped)


def _sifted(source: SourceText, pieces: CutFile, options: SeedOptions, dropped: Counter[str]) -> _Candidate:
    """Remove fragments that are unsuitable judging by their text alone, to save memory."""
    whole = pieces.whole if pieces.whole is not None and "file" in options.ask_for else None
    if whole is not None:
        fault = fault_of_text(whole, whole.text, options)
        # A file that is too large is not counted as a dropped fragment: its parts are used instead.
        if fault and (fault != "size" or not pieces.fragments):
            dropped[fault] += 1
        whole = whole if not fault else None
    wanted = [fragment for fragment in pieces.fragments if fragment.kind in options.ask_for]
    faults = [fault_of_text(fragment, _sent(fragment), options) for fragment in wanted]
    kept = tuple(fragment for fragment, fault in zip(wanted, faults, strict=True) if not fault)
    slim = msgspec.structs.replace(pieces, whole=None, fragments=())
    bare = msgspec.structs.replace(source, text="")
    return _Candidate(source=bare, cut=slim, whole=whole, fragments=kept, faults=tuple(filter(None, faults)))


def _seeds_of_file(
    candidate: _Candidate, material: Material, around: frozenset[str], dropped: Counter[str]
) -> Iterator[Seed]:
    """Yield the whole file if it is self-contained, otherwise its parts."""
    source, language = candidate.source, _language(candidate.source.language)

    def stands(fragment: Fragment) -> bool:
        fault = fault_of_names(fragment, candidate.cut, language, material.own, around) if not source.row else ""
        dropped.update([fault] if fault else [])
        return not fault

    if candidate.whole is not None and stands(candidate.whole):
        yield _seed(source, candidate.whole)
    else:
        dropped.update(candidate.faults)
        yield from (_seed(source, fragment) for fragment in candidate.fragments if stands(fragment))


def _sent(fragment: Fragment) -> str:
    """Return the full text of the seed: the imports and the fragment."""
    head = "\n".join(dict.fromkeys(each.text for each in fragment.imports))
    return f"{head}\n\n{fragment.text}" if head else fragment.text


def _seed(source: SourceText, fragment: Fragment) -> Seed:
    text = _sent(fragment)
    known = source.origin.line == 0 and not source.row
    return Seed(
        id=hashlib.sha256(text.encode()).hexdigest()[:16],
        text=text,
        language=source.language,
        kind=fragment.kind,
        origin=msgspec.structs.replace(source.origin, line=fragment.line, end_line=fragment.end_line)
        if known
        else source.origin,
    )


def _language(name: str) -> Language | None:
    return languages()[name] if name else None


def _checked(options: SeedOptions) -> SeedOptions:
    if not 1 <= options.min_lines <= options.max_lines:
        raise UsageError(
            f"min_lines {options.min_lines} and max_lines {options.max_lines} exclude everything",
            "use 1 ≤ min_lines ≤ max_lines",
        )
    if not 0 <= options.near_duplicate <= 1:
        raise UsageError(f"near_duplicate must be a share, not {options.near_duplicate}", "use a number from 0 to 1")
    return msgspec.structs.replace(options, languages=tuple(find_language(name).id for name in options.languages))
