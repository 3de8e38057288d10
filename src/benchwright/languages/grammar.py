"""What `language.toml` says about the text of a language: its grammar, the checks in tests, and code in answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec


class Syntax(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the judge needs to know about the language's grammar."""

    grammar: str
    """Name of the tree-sitter grammar."""
    literals: Mapping[str, tuple[str, ...]] = {}
    """integer, float, string, boolean → node types of such literals."""
    statements: tuple[str, ...] = ()
    """Node types at which the search for the check that contains a literal ends."""
    blocks: tuple[str, ...] = ()
    """Node types whose children are all statements."""
    conditions: str = ""
    """Tree-sitter query that captures the condition of a check as `condition`."""
    negation: str = "!({})"
    """Template that negates a condition."""
    opening: str = ""
    """What a text must start with for this grammar, if tests may omit it."""
    calls: str = ""
    """Tree-sitter query that captures calls as `call` and their callees as `callee`, for grammars without a `function`
    field."""
    stub: str = ""
    """What replaces a function's body in a stub; ideally something that runs and returns nothing."""
    bodies: str = ""
    """Tree-sitter query that captures function bodies as `body`, for grammars without a `body` field on functions."""
    functions: str = ""
    """Tree-sitter query that captures the functions with parameters as `function`, and their parts as `name`,
    `parameters` and `body`, for grammars without fields of these names."""
    assignments: str = ""
    """Tree-sitter query that captures what gives variables a value, as `target` and `value`, if the grammar has no
    usual fields for them: declarations, loops, functions that are called with each element. `pairs` captures a list of
    targets and values in turn."""
    definitions: str = ""
    """Tree-sitter query that captures what a text defines as `name`, for grammars without a `name` field."""
    offered: tuple[str, ...] = ()
    """Names that every solution offers to tests besides those it defines, such as commands that run its file."""
    prefix: bool = False
    """Whether operators precede their operands, as in `(+ a b)`."""
    swaps: Mapping[str, Mapping[str, str]] = {}
    """arithmetic, comparison, logic, bits, range, step → operator → its replacement in a mutant, in addition to those
    in `judging/change.py`. An empty string leaves the operator unchanged."""
    nothing: str = ""
    """The statement that does nothing, if a block must not be empty."""
    comment: str = ""
    """Start of a comment, if the grammar belongs to another language: mutants are then made word by word."""
    preprocessed: bool = False
    """Whether a line that starts with # is a directive, so that parts of a text may not parse on their own."""


class Checks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to find the checks in tests and make them soft: a soft check records whether it held, and the tests continue.

    In templates, `{code}` is the original text, `{id}` the number of the check, `{tag}` a random identifier that also
    starts every recorded line, `{same}` and `{other}` are two more random identifiers, and `{place}` is a number that
    depends only on the tests. A check is recorded as a line `<tag><id><mark>` on standard error, or in the file `<tag>`
    of the work folder: `+` it held, `-` it did not; `(` a call starts, `)` it returned, `!` it raised. Everything
    recorded between `(` and its end belongs to the call.
    """

    like: str = ""
    """Id of a language whose checks to inherit; fields set here override the inherited ones."""
    query: str = ""
    """Tree-sitter query. `@check` captures the whole check, and another capture, named after a form, what the form's
    template replaces. `@body` limits a match to bodies that report a failure, `@callee` to calls of assertions and of
    the tests' own checking functions; `@assertion` marks calls of assertions that `assertions` does not name.
    `@expected` is the expected value, if it is not an argument or an operand of the capture; in comments, its words.
    `@message` is a text that only a failure would show, and `@silent` a text outside checks that nothing depends on;
    both are replaced by `silence`."""
    forms: Mapping[str, str] = {}
    """Form → template. `holds` takes a condition that must be true and returns true, `refuses` one that must be false
    and returns false; conditions joined by operators are split. Other forms replace the whole capture; one without
    `{id}` is not a check, but something the others need. `<form>_async` is used instead of a form if the code contains
    an `await`: other checks may run meanwhile, so it records no `(`."""
    read_as: tuple[tuple[str, str], ...] = ()
    """Regular expression → replacement, applied before parsing if the grammar cannot see the checks. The replacement is
    padded with spaces to the length of what it replaces, so that positions do not change."""
    prelude: str = ""
    """Code inserted before the tests: the functions that the forms use."""
    prelude_after: str = ""
    """Tree-sitter query; the prelude is inserted after the last match."""
    epilogue: str = ""
    """Code appended to the tests."""
    both: tuple[str, ...] = ("&&", "and")
    """Operators that are true only if both operands are."""
    either: tuple[str, ...] = ("||", "or")
    """Operators that are true if either operand is."""
    negations: tuple[str, ...] = ("!", "not")
    """Operators that negate."""
    assertions: str = "^_?(assert|expect|should|verify|check|ensure|require|refute|must|test_eq|eq$|equal|is$|ok$|fail)"
    """Regular expression for the names of assertions, case-insensitive."""
    opposites: tuple[tuple[str, str], ...] = ()
    """Regular expression → replacement that inverts an assertion, used if no other expected value is noticed; it is
    searched in the callee. The first that matches is used."""
    expected: Literal["first", "last"] = "last"
    """Position of the expected value in assertions."""
    failure: str = ""
    """Regular expression that finds the report of a failure in a `@body`; empty for the usual words."""
    others: tuple[tuple[str, str], ...] = ()
    """Regular expression → replacement that turns an expected value without literals into another of its type."""
    raising: str = ""
    """Regular expression for replacements in `others` that raise an error when they are used, even by tests that only
    print."""
    turned: Mapping[str, str] = {}
    """Operator → its inverse, if it differs from the usual one; empty if it cannot be inverted."""
    silence: str = '""'
    """What replaces a `@message` or a `@silent` text."""


class Answers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to find the language's code in a model's answer; every field is optional."""

    declarations: str = ""
    """Tree-sitter query that captures as `name` what a text defines, if neither `syntax.definitions` nor the grammar's
    fields `name` and `declarator` do: types, modules, imported names."""
    pattern: str = ""
    """Regular expression whose groups are what a line defines, for a language whose `syntax.grammar` belongs to
    another."""
    imports: tuple[str, ...] = ()
    """Node types of imports."""
    imports_once: bool = False
    """Whether importing something twice is an error."""
    heads: tuple[str, ...] = ()
    """Node types that come before the imports, once per text."""
    lists: tuple[str, ...] = ()
    """Node types directly below the root that only wrap the parts of the text."""
    around: tuple[str, ...] = ()
    """Node types of text around a program, if the grammar allows any."""
    preamble: str = ""
    """What every text starts with and answers may omit."""
    preamble_pattern: str = ""
    """Regular expression that finds the preamble."""
    closer: str = ""
    """What closes the body of a function."""
    indented: bool = False
    """Whether bodies are delimited by indentation."""
    overloads: bool = False
    """Whether several definitions may share a name."""
    wrapper: str = ""
    """Template to wrap functions in, with `{name}` and `{code}`, if they cannot be at the top level."""
    members: str = ""
    """Tree-sitter query that captures as `member` functions that are at the top level nonetheless."""
    enclosing: str = ""
    """Template of a class named `Enclosing` around `{code}`, if the grammar accepts methods only in a class."""
    session: str = ""
    """Regular expression for lines that notebooks understand and the language does not."""
    order: Literal["", "runs", "uses"] = ""
    """What must come after the definitions that it needs: only code that runs at once, or every use."""
    reopens: bool = False
    """Whether a class may be defined in several parts."""
    ticks: bool = False
    """Whether backticks around a command run it."""
    containers: str = ""
    """Tree-sitter query that captures the names of such wrappers as `name`, if the question prescribes the name and an
    answer with a single, differently named wrapper may be renamed."""
