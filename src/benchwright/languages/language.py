"""The Language record: the fields of `language.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from benchwright.errors import UsageError
from benchwright.languages.grammar import Answers, Checks, Syntax


class Observation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the runtime and the driver do in every run, so that it is not attributed to the program."""

    usual_processes: tuple[str, ...] = ()
    """Paths of the programs they start, with * and ?, each listed as often as it is started."""
    usual_forks: int = 0
    """Number of processes they create."""
    usual_denied_calls: tuple[str, ...] = ()
    """System calls that they try and the sandbox denies."""
    own_clock: bool = False
    """Whether programs read the time directly from the kernel, so that a shifted clock has no effect on them."""


WORK_FOLDER = "/workspace"
"""Path of the work folder inside the sandbox."""

PREPARED_PLACE = "/opt/benchwright/prepared"
"""Path, inside the sandbox, of the files that the toolchain's `prepare` command made."""

FILE_PLACEHOLDERS = frozenset({"source", "work", "prepared"})
"""Placeholders of build and run commands in addition to the tools."""

ProbeVerdict = Literal["passed", "compile_error", "runtime_error", "time_limit", "memory_limit", "output_limit"]

_PLACEHOLDER = re.compile(r"\{([a-z_][a-z0-9_]*)\}")


class Names(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What other systems call the language; None or empty if they do not support it."""

    autocodebench: str | None = None
    """Value of `language` in AutoCodeBench rows."""
    mceval: str | None = None
    """First part of McEval task ids."""
    sandboxfusion: tuple[str, ...] = ()
    """Values of SandboxFusion's `language` field."""
    piston: tuple[str, ...] = ()
    """Piston's language name, followed by its aliases."""

    def all(self) -> tuple[str, ...]:
        """Return every foreign name."""
        single = tuple(name for name in (self.autocodebench, self.mceval) if name is not None)
        return (*single, *self.sandboxfusion, *self.piston)


class ToolchainRecipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to find the toolchain on this machine, and how to install it."""

    tools: Mapping[str, tuple[str, ...]]
    """Tool name → commands to look for on PATH, in order of preference."""
    resolve: Mapping[str, tuple[str, ...]] = {}
    """Tool name → command that prints the tool's real executable on its first line, then one directory per line that
    the tool needs. For tools that may be found through a shim (pyenv, rustup) or in a virtual environment. The command
    must not refer to other tools."""
    version: tuple[str, ...]
    """Command that prints the version."""
    version_pattern: str
    """Regular expression searched in that output; its groups, joined by spaces, are the version."""
    keep_env: tuple[str, ...] = ()
    """Variables, in addition to PATH and HOME, that the tool's shims need to find the real executable."""
    paths: tuple[str, ...] = ()
    """Additional paths to show in the sandbox if they exist; `~`, `*` and `?` are expanded, and `{prefix}` is the
    folder of toolchains installed by benchwright."""
    root: str = ""
    """Folder with a separate root file system (`{prefix}` as above), searched if PATH has no working tools. Its system
    folders then replace the machine's in the sandbox."""
    hide: tuple[str, ...] = ()
    """Folders, below /usr and below each home, to show as empty; `*` and `?` are expanded. Software installed on the
    machine for other purposes must not affect what a program can do."""
    install: Mapping[str, tuple[str, ...]] = {}
    """Installer (apt, npm, …) → packages that contain the toolchain."""
    hint: str = ""
    """One line for people on other ways to install it."""
    files: Mapping[str, FileSet] = {}
    """Name → files, in addition to the tools, that some modes need; commands refer to them as to tools."""
    prepare: tuple[str, ...] = ()
    """Command template that fills the folder `{prepared}` once per version of the toolchain, with files that every
    build or run would otherwise make again. `{language}` is the language's directory, and a missing file set expands to
    an empty string. Builds and runs see the folder, read-only, under the same name."""


class FileSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Files that belong together, such as the archives of a test framework."""

    any: tuple[tuple[str, ...], ...]
    """Alternatives, in order of preference. The first whose paths (files or folders, `{prefix}` as above, `*` for any
    name) all exist is used, joined by `:`. The folders that contain them are shown in the sandbox."""
    install: Mapping[str, tuple[str, ...]] = {}
    """Installer → packages that contain the files."""
    provides: tuple[str, ...] = ()
    """How names of the packages in these files start, as messages that match `missing` spell them. Commands can do
    without such a set: it then expands to an empty string, and the compiler's message names what is missing."""


class PackageSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set of packages that programs can be run with: an environment."""

    like: str = ""
    """Id of a language whose environment of this name it is; the other fields are then not used."""
    pypi: tuple[str, ...] = ()
    """PyPI packages, each with its version."""
    npm: tuple[str, ...] = ()
    """npm packages, each with its version, in an environment without `pypi`."""
    place: str = ""
    """Path of the packages inside the sandbox."""
    env: Mapping[str, str] = {}
    """Environment variables that let programs find the packages."""
    modules: tuple[str, ...] = ()
    """Modules that programs can import, besides those named like their package."""
    preload: tuple[tuple[str, ...], ...] = ()
    """Groups of modules that warm interpreters import in advance, as in the language's own `preload`; without any,
    programs with these packages start cold. Modules that start threads or draw random numbers do not qualify."""


class Mode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another way to build and run programs in the language, such as under the test driver."""

    source: str
    """File name of the main source in the work folder."""
    build: tuple[str, ...] = ()
    """Command template of the build; empty if there is nothing to build."""
    run: tuple[str, ...]
    """Command template of the run."""
    limits: Mapping[str, int | float] = {}
    """Overrides of the language's run limits."""
    build_limits: Mapping[str, int | float] = {}
    """Overrides of the language's build limits."""
    env: Mapping[str, str] = {}
    """Additional environment variables; `{prepared}` expands to the prepared folder."""
    preload: tuple[str, ...] = ()
    """Modules that a warm interpreter has already imported in this mode."""
    warm_run: tuple[str, ...] = ()
    """Command template that starts a warm interpreter, if it is not `run`. It must open the source like `run`."""
    explained: str = ""
    """Mode in which failing tests are repeated to find out where they failed, if this one is built without that
    information because it makes builds expensive."""


class CompilerService(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A compiler that stays loaded between builds. It must never execute what it compiles: all programs share it."""

    command: tuple[str, ...]
    """Command template that starts it. The protocol is described in docs/adding-a-language.md."""
    after: str
    """The word of a build command after which the arguments for the service start."""
    files: tuple[str, ...]
    """Patterns of the files that a program may consist of, all directly in the work folder. A fresh compiler builds
    programs with other files, because the compiler might load those as extensions."""
    limits: Mapping[str, int | float] = {}
    """Overrides of the limits of a build, for the service."""


class Libraries(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How imports name libraries, and which of them every program can use."""

    like: str = ""
    """Id of a language with the same libraries; the other fields are then not used."""
    named: Literal["package", "namespace", "module", "path", "crate", "header", "scheme"] = "module"
    """What an import looks like: `java.util.List`, `System.Text`, `"fs/promises"`, `"encoding/json"`, `std::fmt`,
    `<vector>` or `'dart:io'`."""
    standard: tuple[str, ...] = ()
    """First parts of the names of standard libraries, unless the form of the name identifies them."""


class Generation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Instructions for models that write problems in the language. The worked example is in the folder `generation`."""

    naming: str = ""
    """One line on how to name functions, types and constants."""
    idioms: tuple[str, ...] = ()
    """Sentences on what a good solution looks like, and on what to avoid so that results are the same everywhere."""
    tests: tuple[str, ...] = ()
    """Sentences on what tests look like: how a check fails, how tests are started, what they import."""
    file: tuple[str, ...] = ()
    """Sentences on how to turn a file of a real project into one that tests can be joined with."""


class Probe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A small program that verifies that the language works in the sandbox."""

    name: str
    """Name, unique within the language."""
    file: str
    """Source file in the language's `probes` folder; it runs under the language's main file name."""
    stdin: str = ""
    """Standard input of the run."""
    args: tuple[str, ...] = ()
    """Command-line arguments of the run."""
    stdout: str | None = None
    """The exact output it must print; None for any output."""
    verdict: ProbeVerdict = "passed"
    """The verdict that a plain run must have."""


class Language(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A language: how its source text is built, run and judged."""

    id: str
    """Identifier used throughout benchwright; the name of the language's directory."""
    name: str
    """Display name of the language."""
    aliases: tuple[str, ...] = ()
    """Further names that users, editors and Markdown fences use for it."""
    extensions: tuple[str, ...]
    """File extensions, each with its dot."""
    names: Names = Names()
    """Names of the language in other systems."""
    source: str
    """File name of the main source in the work folder."""
    build: tuple[str, ...] = ()
    """Command template of the build; empty if there is nothing to build."""
    run: tuple[str, ...]
    """Command template of the run; the program's arguments are appended."""
    env: Mapping[str, str] = {}
    """Environment variables of build and run."""
    comment: str = ""
    """Start of a comment that extends to the end of the line."""
    imports: tuple[str, ...] = ()
    """Patterns of imports; the group is the package. Without any, they are written as in Python."""
    libraries: Libraries | None = None
    """How to classify imports; None if libraries cannot be identified."""
    shares_folder: bool = False
    """Whether files see the definitions of other files in their folder without importing them."""
    missing: tuple[str, ...] = ()
    """Patterns of messages about a module or package that is not installed; the group is its name."""
    unavailable: Mapping[str, str] = {}
    """Test framework that benchwright cannot run → regular expression that finds its use in tests; the name may refer
    to groups. If the reference fails such tests, they are a defect that names the framework."""
    limits: Mapping[str, int | float] = {}
    """Overrides of the sandbox's default run limits, by field name."""
    build_limits: Mapping[str, int | float] = {}
    """Overrides of the sandbox's default build limits, by field name."""
    modes: Mapping[str, Mode] = {}
    """Other ways to build and run, by name; used by the judge."""
    service: CompilerService | None = None
    """A compiler that can be kept loaded; None if every build needs a new process."""
    syntax: Syntax | None = None
    """What the judge needs to know about the grammar; None if it cannot parse the language."""
    checks: Checks | None = None
    """How to make the checks in tests soft; None if that is not supported."""
    answers: Answers = Answers()
    """How to find its code in a model's answer."""
    generation: Generation = Generation()
    """Instructions for models that write problems in it."""
    observation: Observation = Observation()
    """What happens in every run, whatever the program does."""
    coverage_like: str = ""
    """Id of a language whose coverage tools also measure this one; empty if it has its own, or none."""
    warm: bool = False
    """Whether an interpreter may be kept warm and forked for each run."""
    warm_run: tuple[str, ...] = ()
    """Command template that starts a warm interpreter, if it is not `run`. It must open the source like `run`."""
    warm_descriptors: bool = False
    """Whether the interpreter opens descriptors before the program does. Runs with a message, where two numbers are
    taken, then get interpreters of their own."""
    warm_except: str = ""
    """Regular expression for the start of a source that needs a fresh interpreter, because it sets options."""
    warm_program: str = ""
    """File name of the interpreter, if `run` starts it through other programs."""
    warm_env: Mapping[str, tuple[str, ...]] = {}
    """Variables that a run may set and still start warm: none, or all of them to their first value, their second, and
    so on. Each such set gets its own interpreters, so values that clients could choose freely do not belong here."""
    warm_memory_bytes: int = 0
    """The smallest memory limit with which a run starts warm: a warm interpreter may use more memory than a fresh one.
    """
    preload: tuple[tuple[str, ...], ...] = ()
    """Groups of modules that a warm interpreter has already imported, each for programs that import one of the group.
    Only modules that keep no state, draw no random numbers and add no submodules to other packages."""
    environments: Mapping[str, PackageSet] = {}
    """Package environments by name. A program that names none gets the one that has most of what it imports."""
    toolchain: ToolchainRecipe
    """How to find and install its compiler or interpreter."""
    probes: tuple[Probe, ...]
    """Programs that verify that the language works on this machine."""
    directory: Path
    """Directory with the language's data."""
    package: str
    """Python package of its directory, which contains `join.py` if it can be judged by tests."""

    def all_names(self) -> tuple[str, ...]:
        """Return every name it can be looked up by, without duplicates."""
        return tuple(dict.fromkeys((self.id, self.name, *self.aliases, *self.names.all())))

    def mode(self, name: str) -> Mode:
        """Return how to build and run in a mode; the empty name is the plain mode."""
        if not name:
            return Mode(source=self.source, build=self.build, run=self.run, warm_run=self.warm_run)
        try:
            return self.modes[name]
        except KeyError:
            raise UsageError(
                f"{self.id} has no mode {name!r}", f"its modes: {', '.join(self.modes) or 'none'}"
            ) from None

    def probe_source(self, probe: Probe) -> bytes:
        """Read the source of a probe."""
        return (self.directory / "probes" / probe.file).read_bytes()

    def generation_example(self, name: str) -> str:
        """Read a text of the worked example: solution, inputs or tests; empty if the language has none."""
        file = self.directory / "generation" / f"{name}{self.extensions[0]}"
        return file.read_text(encoding="utf-8") if file.is_file() else ""


def placeholders(argv: Iterable[str]) -> set[str]:
    """Return the names in braces in a command template."""
    return {name for argument in argv for name in _PLACEHOLDER.findall(argument)}


def fill(argv: Iterable[str], values: Mapping[str, str], source: str = "", work: str = WORK_FOLDER) -> tuple[str, ...]:
    """Expand a command template; `source` is relative to the work folder."""
    values = {"source": f"{work}/{source}", "work": work, "prepared": PREPARED_PLACE, **values}
    return tuple(_PLACEHOLDER.sub(lambda match: values[match[1]], argument) for argument in argv)
