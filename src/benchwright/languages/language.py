"""What is to be seen in every run of a language, whatever the program does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from benchwright.errors import UsageError


class Observation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the runtime and our driver do by themselves, so that nobody takes it for the program's doing."""

    usual_processes: tuple[str, ...] = ()
    """Paths of the programs that they start, with * and ?, each as often as it is started."""
    usual_forks: int = 0
    """How many processes they create."""
    usual_denied_calls: tuple[str, ...] = ()
    """System calls that they try in vain."""
    own_clock: bool = False
    """Whether programs ask the kernel for the time by themselves, so that a shifted clock does not fool them."""


WORK_FOLDER = "/workspace"
"""Where the sandbox shows a program its files."""

PREPARED_PLACE = "/opt/benchwright/prepared"
"""Where it shows what the toolchain's recipe prepared."""

FILE_PLACEHOLDERS = frozenset({"source", "work", "prepared"})
"""Placeholders of build and run commands besides the tools."""

ProbeVerdict = Literal["passed", "compile_error", "runtime_error", "time_limit", "memory_limit", "output_limit"]

_PLACEHOLDER = re.compile(r"\{([a-z_][a-z0-9_]*)\}")


class Names(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What other systems call the language; None or empty where they do not have it."""

    autocodebench: str | None = None
    """The `language` of AutoCodeBench rows."""
    mceval: str | None = None
    """The first part of McEval task ids."""
    sandboxfusion: tuple[str, ...] = ()
    """Values of SandboxFusion's `language`."""
    piston: tuple[str, ...] = ()
    """Piston's language name first, then its aliases."""

    def all(self) -> tuple[str, ...]:
        """Every foreign name."""
        single = tuple(name for name in (self.autocodebench, self.mceval) if name is not None)
        return (*single, *self.sandboxfusion, *self.piston)


class ToolchainRecipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to find the toolchain on this machine, and how to get it."""

    tools: Mapping[str, tuple[str, ...]]
    """Tool name → command names to look for on PATH, the preferred one first."""
    resolve: Mapping[str, tuple[str, ...]] = {}
    """Tool name → command that prints the tool's real executable on its first line, then one directory per line that
    the tool needs. For tools that may be found through a shim (pyenv, rustup) or in a virtual environment. The command
    may name no other tool."""
    version: tuple[str, ...]
    """Command that prints the version."""
    version_pattern: str
    """Regular expression searched in that output; its groups, joined by a space, are the version's text."""
    keep_env: tuple[str, ...] = ()
    """Variables, besides PATH and HOME, that the tool's shims need to find the real one."""
    paths: tuple[str, ...] = ()
    """Further paths to show in the sandbox where they exist; `~`, `*` and `?` are expanded, `{prefix}` is the folder of
    toolchains that we installed."""
    root: str = ""
    """A folder with a system of its own, `{prefix}` as above, in which the tools are looked for if PATH has none that
    work. Its system folders are then shown in the sandbox in place of the machine's."""
    hide: tuple[str, ...] = ()
    """Folders, below /usr and below each home, to show empty; `*` and `?` are expanded. What the machine's owner
    installed for other uses must not decide what a program can do."""
    install: Mapping[str, tuple[str, ...]] = {}
    """Installer (apt, npm, …) → packages that bring the toolchain."""
    hint: str = ""
    """One line for people on where else to get it."""
    files: Mapping[str, FileSet] = {}
    """Name → files beside the tools that some mode needs; commands name them as they name tools."""
    prepare: tuple[str, ...] = ()
    """Command template that fills the folder `{prepared}` once for each version of the toolchain, with what every
    build or run would otherwise make again; `{language}` is the language's own folder, and a file set that is not here
    is the empty text. Builds and runs see the folder, read-only, under the same name."""


class FileSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Files that belong together, such as the archives of a test framework."""

    any: tuple[tuple[str, ...], ...]
    """Alternatives, the preferred one first; the first whose paths (files or folders, `{prefix}` as above, `*` for any
    name) all exist is taken, joined by `:`. The folders that contain them are shown in the sandbox."""
    install: Mapping[str, tuple[str, ...]] = {}
    """Installer → packages that bring them."""


class PackageSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Packages of the language that programs can be run with: an environment."""

    pypi: tuple[str, ...]
    """Packages of PyPI, each with its version."""
    place: str
    """Where the sandbox shows them."""
    env: Mapping[str, str]
    """Environment variables that make them found."""


class Mode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another way to build and run programs of the language, such as under our test driver."""

    source: str
    """File name of the main source in the work folder."""
    build: tuple[str, ...] = ()
    """Command template that builds; empty where nothing is built."""
    run: tuple[str, ...]
    """Command template that runs."""
    limits: Mapping[str, int | float] = {}
    """Changes to the language's limits of a run."""
    build_limits: Mapping[str, int | float] = {}
    """Changes to the language's limits of a build."""
    env: Mapping[str, str] = {}
    """Further environment variables; `{prepared}` stands for its folder."""
    preload: tuple[str, ...] = ()
    """Modules that a warm interpreter has imported already in this mode."""


class Syntax(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the judge must know about the language's grammar."""

    grammar: str
    """Name of the tree-sitter grammar."""
    literals: Mapping[str, tuple[str, ...]] = {}
    """integer, float, string, boolean → node types of such literals."""
    statements: tuple[str, ...] = ()
    """Node types that end the search for the check that a literal belongs to."""
    blocks: tuple[str, ...] = ()
    """Node types whose children are statements, whatever their types."""
    conditions: str = ""
    """Tree-sitter query that captures as `condition` what a check asks for."""
    negation: str = "!({})"
    """What turns a condition round."""
    opening: str = ""
    """What a text begins with in this grammar, where tests may leave it out."""
    calls: str = ""
    """Tree-sitter query that captures calls as `call` and what they call as `callee`, where the grammar has no field
    `function`."""
    stub: str = ""
    """What a function's body becomes in a stub of a solution; best something that runs, and gives nothing."""
    bodies: str = ""
    """Tree-sitter query that captures such bodies as `body`, where the grammar has no field `body` of functions."""
    definitions: str = ""
    """Tree-sitter query that captures as `name` what a text defines, where the grammar has no field `name`."""
    prefix: bool = False
    """Whether operators stand before their operands, as in `(+ a b)`."""
    swaps: Mapping[str, Mapping[str, str]] = {}
    """arithmetic, comparison, logic, bits, range, step → operator → what it becomes in a mutant, where
    `judging/change.py` does not say it; the empty text keeps an operator as it is."""
    nothing: str = ""
    """The statement that does nothing, where a block may not be empty."""
    comment: str = ""
    """What begins a comment, where the grammar is another language's: mutants are then made word by word."""


class Checks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How checks in tests are found and made soft: a soft check records whether it held, and the tests continue.

    In templates, `{code}` is the original text, `{id}` the number of the check, `{tag}` a random identifier that also
    starts every recorded line, and `{same}` and `{other}` are two more random identifiers. A check is recorded as a
    line `<tag><id><mark>` on standard error, or in the file `<tag>` of the work folder: `+` it held, `-` it did not;
    `(` a call starts, `)` it returned, `!` it raised. What is recorded between `(` and its end belongs to the call."""

    like: str = ""
    """Id of a language whose checks these are; fields that are set here replace its own."""
    query: str = ""
    """Tree-sitter query. `@check` is the whole check, and one more capture, named after a form, is what the form's
    template replaces. `@body` limits a match to bodies that report a failure, `@callee` to calls of assertions and of
    the tests' own checking functions, `@message` is a text that only a failure would show, and
    `@silent` one outside of checks that nothing depends on: both are replaced by `silence`."""
    forms: Mapping[str, str] = {}
    """Form → template. `holds` takes a condition that must be true and gives true, `refuses` one that must be false and
    gives false; conditions joined by operators are split. All other forms are replaced as they are; one without `{id}`
    is no check, but what the others need. `<form>_async` is used instead of a form where the code has an `await`: other
    checks may run meanwhile, so it records no `(`."""
    read_as: tuple[tuple[str, str], ...] = ()
    """Regular expression → replacement, made before the text is parsed, where the grammar cannot see the checks. It is
    filled with spaces to the length of what it replaces, so that every place stays where it is."""
    prelude: str = ""
    """Inserted before the tests' text: the functions that the forms use."""
    prelude_after: str = ""
    """Tree-sitter query: the prelude goes behind the last match."""
    epilogue: str = ""
    """Appended to the tests' text."""
    both: tuple[str, ...] = ("&&", "and")
    """Operators that need both operands."""
    either: tuple[str, ...] = ("||", "or")
    """Operators that need one operand."""
    negations: tuple[str, ...] = ("!", "not")
    """Operators that negate."""
    assertions: str = "^_?(assert|expect|should|verify|check|ensure|require|refute|must|test_eq|eq$|equal|is$|ok$|fail)"
    """Regular expression for the names of assertions, matched without regard to case."""
    expected: Literal["first", "last"] = "last"
    """Where assertions take the expected value."""
    failure: str = ""
    """Regular expression that finds the report of a failure in a `@body`; empty: the usual words."""
    others: tuple[tuple[str, str], ...] = ()
    """Regular expression → replacement that turns an expected value without literals into another of its type."""
    uncollected: str = ""
    """Regular expression whose group is the name of a test that our driver does not run."""
    turned: Mapping[str, str] = {}
    """Operator → what turns it round, where the usual one is of other languages; empty: it cannot be turned."""
    silence: str = '""'
    """What replaces a `@message` or a `@silent` text."""


class Answers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What helps to find the language's code in a model's answer; all of it may be left out."""

    declarations: str = ""
    """Tree-sitter query that captures as `name` what a text defines, where neither `syntax.definitions` nor the
    grammar's fields `name` and `declarator` tell: types, modules, imported names."""
    pattern: str = ""
    """Regular expression whose groups are what a line defines, for a language whose `syntax.grammar` is another's."""
    imports: tuple[str, ...] = ()
    """Node types of the parts of a text that say what it needs from elsewhere."""
    imports_once: bool = False
    """Whether it is an error to import something twice."""
    heads: tuple[str, ...] = ()
    """Node types of the parts that stand before the imports, once in a text."""
    lists: tuple[str, ...] = ()
    """Node types right below the root that only hold the parts of the text."""
    around: tuple[str, ...] = ()
    """Node types of words around a program, where the grammar allows any."""
    preamble: str = ""
    """What every text begins with, and answers may leave out."""
    preamble_pattern: str = ""
    """Regular expression that finds it."""
    closer: str = ""
    """What closes the body of a function."""
    indented: bool = False
    """Whether bodies are told by their indentation."""
    overloads: bool = False
    """Whether several definitions of one name may belong together."""
    wrapper: str = ""
    """What must stand around functions, with `{name}` and `{code}`, where they cannot stand alone."""
    members: str = ""
    """Tree-sitter query that captures as `member` the functions that stand alone nevertheless."""
    containers: str = ""
    """Tree-sitter query that captures as `name` the names of such wrappers, where the question fixes the name and an
    answer that has one other may be given it."""


class Generation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a model is told that writes problems in the language; the worked example lies in the folder `generation`."""

    naming: str = ""
    """One line: how functions, types and constants are named."""
    idioms: tuple[str, ...] = ()
    """Sentences on what a good solution looks like, and on what to avoid so that it gives the same everywhere."""
    tests: tuple[str, ...] = ()
    """Sentences on what tests look like: how a check fails, how tests are started, what they import."""
    file: tuple[str, ...] = ()
    """Sentences on what a file of a real project must become so that tests can be joined with it."""


class Probe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A small program that shows that the language works in the sandbox here."""

    name: str
    """Unique in the language."""
    file: str
    """Its source, in the language's `probes` folder; it runs under the language's own main file name."""
    stdin: str = ""
    """Its standard input."""
    args: tuple[str, ...] = ()
    """Its arguments."""
    stdout: str | None = None
    """Exactly what it must print. None: anything."""
    verdict: ProbeVerdict = "passed"
    """What a plain run of it must give."""


class Language(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How source text becomes a run."""

    id: str
    """The one name used everywhere inside; the name of the language's directory."""
    name: str
    """The name for people."""
    aliases: tuple[str, ...] = ()
    """Further names that users, editors and Markdown fences give it."""
    extensions: tuple[str, ...]
    """Endings of its files, each with its dot."""
    names: Names = Names()
    """Its names in foreign systems."""
    source: str
    """File name of the main source in the work folder."""
    build: tuple[str, ...] = ()
    """Command template that builds; empty where nothing is built."""
    run: tuple[str, ...]
    """Command template that runs; the program's arguments are appended."""
    env: Mapping[str, str] = {}
    """Environment variables of build and run."""
    limits: Mapping[str, int | float] = {}
    """Changes to the sandbox's default limits of a run, by field name."""
    build_limits: Mapping[str, int | float] = {}
    """Changes to the sandbox's default limits of a build, by field name."""
    modes: Mapping[str, Mode] = {}
    """Other ways to build and run, by name; the judge uses them."""
    syntax: Syntax | None = None
    """None where the judge cannot read the language."""
    checks: Checks | None = None
    """How checks in tests are made soft; None where they cannot be."""
    answers: Answers = Answers()
    """What helps to find its code in a model's answer."""
    generation: Generation = Generation()
    """What a model is told that writes problems in it."""
    observation: Observation = Observation()
    """What is to be seen in every run."""
    warm: bool = False
    """Whether an interpreter may be kept warm and forked for each run."""
    preload: tuple[str, ...] = ()
    """Modules that a warm interpreter has imported already when it serves programs that mention one of them. Only such
    that keep no state, draw no random numbers and add no submodules to other packages."""
    environments: Mapping[str, PackageSet] = {}
    """Package sets by name; a program asks for one."""
    toolchain: ToolchainRecipe
    """How to find and get its compiler or interpreter."""
    probes: tuple[Probe, ...]
    """Programs that show that it works here."""
    directory: Path
    """Where its data lies."""

    def all_names(self) -> tuple[str, ...]:
        """Every name by which it can be asked for, without repetition."""
        return tuple(dict.fromkeys((self.id, self.name, *self.aliases, *self.names.all())))

    def mode(self, name: str) -> Mode:
        """How to build and run; the empty name is the plain way."""
        if not name:
            return Mode(source=self.source, build=self.build, run=self.run)
        try:
            return self.modes[name]
        except KeyError:
            raise UsageError(f"{self.id} has no mode {name!r}", f"it has {', '.join(self.modes) or 'none'}") from None

    def probe_source(self, probe: Probe) -> bytes:
        """The text of a probe."""
        return (self.directory / "probes" / probe.file).read_bytes()

    def generation_example(self, name: str) -> str:
        """A text of the worked example: solution, inputs or tests; empty where the language has none."""
        file = self.directory / "generation" / f"{name}{self.extensions[0]}"
        return file.read_text(encoding="utf-8") if file.is_file() else ""


def placeholders(argv: Iterable[str]) -> set[str]:
    """The names in braces of a command template."""
    return {name for argument in argv for name in _PLACEHOLDER.findall(argument)}


def fill(argv: Iterable[str], values: Mapping[str, str], source: str = "", work: str = WORK_FOLDER) -> tuple[str, ...]:
    """The command that a template stands for; `source` is relative to the work folder."""
    values = {"source": f"{work}/{source}", "work": work, "prepared": PREPARED_PLACE, **values}
    return tuple(_PLACEHOLDER.sub(lambda match: values[match[1]], argument) for argument in argv)
