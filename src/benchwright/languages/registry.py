"""Load the language directories, and look up languages by name or file extension."""

from __future__ import annotations

import difflib
import functools
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any

import msgspec

from benchwright.errors import ToolchainMissing, UnknownLanguage, UsageError
from benchwright.languages.grammar import Checks
from benchwright.languages.language import FILE_PLACEHOLDERS, Language, PackageSet, placeholders
from benchwright.languages.toolchain import find_toolchain, find_tools, toolchains_prefix
from benchwright.plugins import plugin_folder, plugins

Keys = Callable[[Language], set[str]]


def load(directory: Path, plugged: Mapping[str, EntryPoint] = MappingProxyType({})) -> dict[str, Language]:
    """Load every language with a `language.toml` in a folder of `directory`, and those of plugins, sorted by id."""
    found = [read_language(file) for file in sorted(directory.glob("*/language.toml"))]
    found += [_plugged(entry) for entry in plugged.values()]
    loaded = {language.id: language for language in sorted(found, key=lambda language: language.id)}
    for share in (_with_shared_checks, _with_shared_packages, _with_shared_libraries):
        loaded = {id: share(each, loaded) for id, each in loaded.items()}
    return loaded


def _plugged(entry: EntryPoint) -> Language:
    file = plugin_folder(entry) / "language.toml"
    if file.parent.name != entry.name:
        raise UsageError(
            f"{file}: the folder is not named {entry.name!r}",
            "name the entry point and the folder after the language id",
        )
    return msgspec.structs.replace(read_language(file), package=entry.module)


def _with_shared_checks(language: Language, loaded: Mapping[str, Language]) -> Language:
    """Fill in the checks that the language inherits."""
    own = language.checks
    if own is None or not own.like:
        return language
    other = loaded[own.like].checks if own.like in loaded else None
    if other is None:
        raise UsageError(f"{language.directory / 'language.toml'}: checks.like: {own.like!r} has no checks")
    changes = {name: value for name, value in msgspec.structs.asdict(own).items() if value != getattr(Checks(), name)}
    changes["forms"] = {**other.forms, **own.forms}
    return msgspec.structs.replace(language, checks=msgspec.structs.replace(other, **changes))


def _with_shared_packages(language: Language, loaded: Mapping[str, Language]) -> Language:
    """Fill in the environments that the language shares with another."""
    shared = {name: packages.like for name, packages in language.environments.items() if packages.like}
    for name, other in shared.items():
        if other not in loaded or name not in loaded[other].environments:
            raise UsageError(f"{language.directory / 'language.toml'}: {other!r} has no environment {name!r}")
    found = {name: loaded[other].environments[name] for name, other in shared.items()}
    return msgspec.structs.replace(language, environments={**language.environments, **found}) if found else language


def _with_shared_libraries(language: Language, loaded: Mapping[str, Language]) -> Language:
    """Fill in the libraries that the language shares with another."""
    other = language.libraries.like if language.libraries else ""
    if not other:
        return language
    if other not in loaded or loaded[other].libraries is None:
        raise UsageError(f"{language.directory / 'language.toml'}: libraries.like: {other!r} has no libraries")
    return msgspec.structs.replace(language, libraries=loaded[other].libraries)


def read_language(file: Path) -> Language:
    """Read and validate one `language.toml`."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        language = _convert(data, file.parent)
        problems = list(_problems(language))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError, re.error) as error:
        problems = [str(error)]
    if problems:
        raise UsageError(f"{file}: {'; '.join(problems)}", hint="see languages/language.py for the fields")
    return language


def index_names(languages: Mapping[str, Language]) -> dict[str, Language]:
    """Map every id, alias and foreign name, case-folded, to its language."""
    return _index(languages, lambda language: {name.casefold() for name in language.all_names()}, "name")


def index_extensions(languages: Mapping[str, Language]) -> dict[str, Language]:
    """Map extensions to languages; case-sensitive, because `.C` and `.c` differ."""
    return _index(languages, lambda language: set(language.extensions), "extension")


def _index(languages: Mapping[str, Language], keys_of: Keys, kind: str) -> dict[str, Language]:
    index: dict[str, Language] = {}
    for language in languages.values():
        for key in keys_of(language):
            other = index.setdefault(key, language)
            if other is not language:
                file = language.directory / "language.toml"
                raise UsageError(f"{file}: the {kind} {key!r} is already used by {other.id}")
    return index


def _convert(data: dict[str, Any], directory: Path) -> Language:
    own = {"id", "directory", "package"} & data.keys()
    if own:
        raise msgspec.ValidationError(f"{', '.join(sorted(own))} must not be set: they follow from the folder")
    place = {"id": directory.name, "directory": directory, "package": f"{__package__}.{directory.name}"}
    return msgspec.convert({**data, **place}, Language)


def _problems(language: Language) -> Iterator[str]:
    yield from _template_problems(language)
    yield from _recipe_problems(language)
    yield from _probe_problems(language)
    for extension in language.extensions:
        if not extension.startswith("."):
            yield f"the extension {extension!r} must start with a dot"


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
            yield f"{field}: unknown placeholder {{{name}}}; expected one of {', '.join(sorted(allowed))}"
        if not argv and not field.endswith(("build", "prepare")):
            yield f"{field}: the command is empty"


def _recipe_problems(language: Language) -> Iterator[str]:
    recipe = language.toolchain
    for tool, commands in recipe.tools.items():
        if tool in FILE_PLACEHOLDERS or placeholders([f"{{{tool}}}"]) != {tool}:
            yield f"toolchain.tools: {tool!r} is not a valid tool name"
        if not commands:
            yield f"toolchain.tools.{tool}: no commands to look for"
    for tool in sorted(recipe.resolve.keys() - recipe.tools.keys()):
        yield f"toolchain.resolve: {tool!r} is not one of the tools"
    re.compile(recipe.version_pattern)


def _probe_problems(language: Language) -> Iterator[str]:
    seen: set[str] = set()
    for probe in language.probes:
        if probe.name in seen:
            yield f"probes: duplicate name {probe.name!r}"
        seen.add(probe.name)
        if not (language.directory / "probes" / probe.file).is_file():
            yield f"probes: {probe.name!r} has no file probes/{probe.file}"
    if not seen:
        yield "probes: at least one is required"


@functools.cache
def languages() -> Mapping[str, Language]:
    """Return all known languages by id, sorted."""
    folder = Path(__file__).parent
    builtin = frozenset(file.parent.name for file in folder.glob("*/language.toml"))
    return MappingProxyType(load(folder, plugins("languages", builtin)))


def find_language(name: str) -> Language:
    """Return the language with this id, alias or foreign name, in any case."""
    index = _names()
    try:
        return index[name.strip().casefold()]
    except KeyError:
        raise UnknownLanguage(f"unknown language {name!r}", hint=_advice(name, index)) from None


def language_of_file(path: str | PurePath) -> Language | None:
    """Return the language of a file by its extension; the longest known extension wins."""
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
    """Return the package environment of this name, with its language."""
    for language in languages().values():
        if name in language.environments:
            return language, language.environments[name]
    return None


def packages_folder(language: Language, name: str) -> Path:
    """Return the folder of an environment. Compiled packages from PyPI fit one version of the toolchain, so each
    version has its own; languages share those from npm."""
    prefix = Path(toolchains_prefix())
    if language.environments[name].npm:
        return prefix / "npm" / f"packages-{name}" / "node_modules"
    return prefix / "pypi" / f"{language.id}-{name}-{short_version(language)}"


def short_version(language: Language) -> str:
    """Return major and minor version, such as `3.11`."""
    found = re.search(r"\d+\.\d+", find_tools(language).version)
    return found[0] if found else ""


def toolchain_versions(names: Iterable[str]) -> dict[str, str]:
    """Map languages to the versions of their installed toolchains; `missing` if there is none."""
    found: dict[str, str] = {}
    for name in sorted(set(names)):
        try:
            found[name] = find_toolchain(find_language(name)).version
        except (ToolchainMissing, UnknownLanguage):
            found[name] = "missing"
    return found
