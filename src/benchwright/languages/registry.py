"""Loads the language directories, and looks languages up by name or file extension."""

from __future__ import annotations

import difflib
import functools
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any

import msgspec

from benchwright.errors import ToolchainMissing, UnknownLanguage, UsageError
from benchwright.languages.language import FILE_PLACEHOLDERS, Checks, Language, PackageSet, placeholders
from benchwright.languages.toolchain import find_toolchain, find_tools, toolchains_prefix

Keys = Callable[[Language], set[str]]


def load(directory: Path) -> dict[str, Language]:
    """Every language that has a folder with a `language.toml` in `directory`, sorted by id."""
    found = (read_language(file) for file in sorted(directory.glob("*/language.toml")))
    loaded = {language.id: language for language in found}
    return {id: _with_shared_checks(language, loaded) for id, language in loaded.items()}


def _with_shared_checks(language: Language, loaded: Mapping[str, Language]) -> Language:
    """The language with the checks of the one that its own are like."""
    own = language.checks
    if own is None or not own.like:
        return language
    other = loaded[own.like].checks if own.like in loaded else None
    if other is None:
        raise UsageError(f"{language.directory / 'language.toml'}: checks.like: {own.like!r} has no checks")
    changes = {name: value for name, value in msgspec.structs.asdict(own).items() if value != getattr(Checks(), name)}
    changes["forms"] = {**other.forms, **own.forms}
    return msgspec.structs.replace(language, checks=msgspec.structs.replace(other, **changes))


def read_language(file: Path) -> Language:
    """The language that one `language.toml` describes."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        language = _convert(data, file.parent)
        problems = list(_problems(language))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError, re.error) as error:
        problems = [str(error)]
    if problems:
        raise UsageError(f"{file}: {'; '.join(problems)}", hint="the fields are described in languages/language.py")
    return language


def index_names(languages: Mapping[str, Language]) -> dict[str, Language]:
    """Case-folded name → language, over ids, aliases and foreign names."""
    return _index(languages, lambda language: {name.casefold() for name in language.all_names()}, "name")


def index_extensions(languages: Mapping[str, Language]) -> dict[str, Language]:
    """Extension → language; exact case, as `.C` and `.c` differ."""
    return _index(languages, lambda language: set(language.extensions), "extension")


def _index(languages: Mapping[str, Language], keys_of: Keys, kind: str) -> dict[str, Language]:
    index: dict[str, Language] = {}
    for language in languages.values():
        for key in keys_of(language):
            other = index.setdefault(key, language)
            if other is not language:
                file = language.directory / "language.toml"
                raise UsageError(f"{file}: the {kind} {key!r} belongs to {other.id} already")
    return index


def _convert(data: dict[str, Any], directory: Path) -> Language:
    own = {"id", "directory"} & data.keys()
    if own:
        raise msgspec.ValidationError(f"{', '.join(sorted(own))} must not be set: the folder says it")
    return msgspec.convert({**data, "id": directory.name, "directory": directory}, Language)


def _problems(language: Language) -> Iterator[str]:
    yield from _template_problems(language)
    yield from _recipe_problems(language)
    yield from _probe_problems(language)
    for extension in language.extensions:
        if not extension.startswith("."):
            yield f"the extension {extension!r} lacks its dot"


def _template_problems(language: Language) -> Iterator[str]:
    recipe = language.toolchain
    tools = set(recipe.tools)
    known = tools | set(recipe.files) | FILE_PLACEHOLDERS
    commands = [
        ("build", language.build, known),
        ("run", language.run, known),
        *((f"modes.{name}.build", mode.build, known) for name, mode in language.modes.items()),
        *((f"modes.{name}.run", mode.run, known) for name, mode in language.modes.items()),
        ("toolchain.prepare", recipe.prepare, tools | set(recipe.files) | {"prepared", "language"}),
        ("toolchain.version", recipe.version, tools),
        *((f"toolchain.resolve.{tool}", argv, {tool}) for tool, argv in recipe.resolve.items()),
    ]
    for field, argv, allowed in commands:
        for name in sorted(placeholders(argv) - allowed):
            yield f"{field}: unknown placeholder {{{name}}}; known are {', '.join(sorted(allowed))}"
        if not argv and not field.endswith(("build", "prepare")):
            yield f"{field}: the command is empty"


def _recipe_problems(language: Language) -> Iterator[str]:
    recipe = language.toolchain
    for tool, commands in recipe.tools.items():
        if tool in FILE_PLACEHOLDERS or placeholders([f"{{{tool}}}"]) != {tool}:
            yield f"toolchain.tools: {tool!r} cannot be the name of a tool"
        if not commands:
            yield f"toolchain.tools.{tool}: no command to look for"
    for tool in sorted(recipe.resolve.keys() - recipe.tools.keys()):
        yield f"toolchain.resolve: {tool!r} is not one of the tools"
    re.compile(recipe.version_pattern)


def _probe_problems(language: Language) -> Iterator[str]:
    seen: set[str] = set()
    for probe in language.probes:
        if probe.name in seen:
            yield f"probes: two are named {probe.name!r}"
        seen.add(probe.name)
        if not (language.directory / "probes" / probe.file).is_file():
            yield f"probes: {probe.name!r} has no file probes/{probe.file}"
    if not seen:
        yield "probes: a language needs at least one"


@functools.cache
def languages() -> Mapping[str, Language]:
    """Every language we know, by id, sorted."""
    return MappingProxyType(load(Path(__file__).parent))


def find_language(name: str) -> Language:
    """The language with this id, alias or foreign name, in any case."""
    index = _names()
    try:
        return index[name.strip().casefold()]
    except KeyError:
        raise UnknownLanguage(f"unknown language {name!r}", hint=_advice(name, index)) from None


def language_of_file(path: str | PurePath) -> Language | None:
    """The language of a file by its extension, the longest known one first."""
    index = _extensions()
    parts = PurePath(path).name.split(".")[1:]
    extensions = ["." + ".".join(parts[start:]) for start in range(len(parts))]
    for extension in (*extensions, *(extension.lower() for extension in extensions)):
        if extension in index:
            return index[extension]
    return None


@functools.cache
def _names() -> Mapping[str, Language]:
    return index_names(languages())


@functools.cache
def _extensions() -> Mapping[str, Language]:
    return index_extensions(languages())


def _advice(name: str, index: Mapping[str, Language]) -> str:
    close = difflib.get_close_matches(name.strip().casefold(), index, n=9)
    nearest = list(_one_per_language(close, index))[:3]
    question = f"did you mean {' or '.join(nearest)}? " if nearest else ""
    return f"{question}`benchwright languages` lists all"


def _one_per_language(names: Iterable[str], index: Mapping[str, Language]) -> Iterable[str]:
    best: dict[str, str] = {}
    for name in names:
        best.setdefault(index[name].id, name)
    return best.values()


def package_set(name: str) -> tuple[Language, PackageSet] | None:
    """The package set of this name, with its language."""
    for language in languages().values():
        if name in language.environments:
            return language, language.environments[name]
    return None


def packages_folder(language: Language, name: str) -> Path:
    """Compiled packages suit one version of the toolchain, so each has its own folder."""
    return Path(toolchains_prefix()) / "pypi" / f"{language.id}-{name}-{short_version(language)}"


def short_version(language: Language) -> str:
    """Major and minor, as in `3.11`."""
    found = re.search(r"\d+\.\d+", find_tools(language).version)
    return found[0] if found else ""


def toolchain_versions(names: Iterable[str]) -> dict[str, str]:
    """Language → version of its toolchain here; `missing` where there is none."""
    found: dict[str, str] = {}
    for name in sorted(set(names)):
        try:
            found[name] = find_toolchain(find_language(name)).version
        except (ToolchainMissing, UnknownLanguage):
            found[name] = "missing"
    return found
