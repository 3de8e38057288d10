"""Join Go: three files of package main; the generated one calls the tests through the driver."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Literal

from benchwright.languages.go.source import Source
from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.syntax import Tree, ancestors, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node


DRIVER, GOTEST = "benchwright_driver", "benchwright_gotest"
"""Names of the driver's packages in the files that import them."""

_MEMBERS = "(selector_expression operand: (identifier) @operand field: (field_identifier) @field) @whole"
_ASSERTIONS = """
(call_expression function: (selector_expression operand: (identifier) @package)
 arguments: (argument_list . (identifier) @given))
"""
_EXITS = {
    ("os", "Exit"): "Exit({0}.Exit)",
    ("syscall", "Exit"): "Exit({0}.Exit)",
    ("log", "Fatal"): "Fatal({0}.Print)",
    ("log", "Fatalln"): "Fatal({0}.Println)",
    ("log", "Fatalf"): "Fatalf({0}.Printf)",
}
_FAILING = frozenset({"Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow"})
_FUNCTIONS = frozenset({"function_declaration", "method_declaration", "func_literal"})
_ONE_PARAMETER = re.compile(r"\(\s*(?:\w+\s+)?\*\s*(\w+)\.([TMF])\s*,?\s*\)")
_TESTING_TYPE = re.compile(r"\*?\s*(\w+)\.(T|B|F|TB)")


def watch_exits(tests: Source) -> None:
    """Redirect the tests' own ways to end the program to the driver."""
    if b"Exit" not in tests.tree.text and b"Fatal" not in tests.tree.text:
        return
    packages = tests.packages
    for match in tests.tree.find(_MEMBERS):
        name = tests.text_of(match["operand"])
        replacement = _EXITS.get((packages.get(name, ""), tests.text_of(match["field"])))
        if replacement is not None and not tests.is_local(match["operand"]):
            tests.edits.replace(match["whole"], f"{DRIVER}.{replacement.format(name)}")
            tests.add_import(DRIVER, "benchwright/driver")


def watch_units(tests: Source) -> None:
    """Report functions that the tests' main function simply calls, one after another, as individual tests."""
    for statement in _statements(tests.functions["main"]):
        call = statement.named_children[0] if statement.type == "expression_statement" else None
        if call is None or call.type != "call_expression":
            continue
        name, arguments = (call.child_by_field_name(field) for field in ("function", "arguments"))
        called = tests.text_of(name)
        function = tests.functions.get(called) if called != "main" else None
        if function is not None and arguments is not None and not arguments.named_children and is_bare(function):
            tests.edits.replace(call, f'{DRIVER}.Unit("{called}", {called})')
            tests.add_import(DRIVER, "benchwright/driver")


def watch_checks(tests: Source) -> None:
    """Redirect calls that report a failed check through the driver: the framework does not report where and how a check
    failed."""
    for match in tests.tree.find(_MEMBERS):
        method, name = tests.text_of(match["field"]), tests.text_of(match["operand"])
        if method not in _FAILING and method not in ("Run", "Fuzz", "Helper"):
            continue
        kind = _testing_type(tests, match["operand"], name)
        if (kind and method in _FAILING) or (kind + method) in ("TRun", "FFuzz"):
            tests.edits.replace(match["whole"], f"{GOTEST}.{method}({name})")
        elif kind and method == "Helper" and (statement := _statement_of(match["whole"])) is not None:
            tests.edits.insert(statement.start_byte, f"{GOTEST}.Helper(); ")
        else:
            continue
        tests.add_import(GOTEST, "benchwright/gotest")
    for match in tests.tree.find(_ASSERTIONS):
        package, given = tests.text_of(match["package"]), tests.text_of(match["given"])
        is_installed = tests.packages.get(package, "").startswith(_INSTALLED)
        if is_installed and package != "suite" and _testing_type(tests, match["given"], given) == "T":
            tests.edits.replace(match["given"], f"{GOTEST}.Checked{{{given}}}")
            tests.add_import(GOTEST, "benchwright/gotest")


def is_bare(function: Node) -> bool:
    """Whether a function has no parameters and returns nothing."""
    parameters = function.child_by_field_name("parameters")
    return parameters is not None and not parameters.named_children and not _has_more(function)


def testing_parameter(source: Source, function: Node) -> str:
    """Return `T` for a test of the framework, `F` for a fuzz test, `M` for its main function; empty for others."""
    found = _ONE_PARAMETER.fullmatch(source.text_of(function.child_by_field_name("parameters")))
    return found[2] if found and not _has_more(function) and source.packages.get(found[1]) == "testing" else ""


def _has_more(function: Node) -> bool:
    return any(function.child_by_field_name(field) is not None for field in ("result", "type_parameters"))


def _statements(function: Node) -> list[Node]:
    body = function.child_by_field_name("body")
    lists = body.named_children if body is not None else []
    return [statement for each in lists if each.type == "statement_list" for statement in each.named_children]


def _statement_of(selector: Node) -> Node | None:
    """Return the statement that consists of a call to this method."""
    call = selector.parent
    statement = call.parent if call is not None else None
    return statement if statement is not None and statement.type == "expression_statement" else None


def _testing_type(tests: Source, node: Node, name: str) -> str:
    """Return which of the framework's types a parameter of this name has, in the nearest function that has one."""
    for around in ancestors(node):
        parameters = around.child_by_field_name("parameters") if around.type in _FUNCTIONS else None
        for parameter in parameters.named_children if parameters is not None else ():
            if name in map(tests.text_of, parameter.children_by_field_name("name")):
                found = _TESTING_TYPE.fullmatch(tests.text_of(parameter.child_by_field_name("type")))
                return found[2] if found and tests.packages.get(found[1]) == "testing" else ""
    return ""


Entry = Literal["text", "call", "framework"]

_OWN = "benchwright_"
"""Prefix of generated names."""

_PROTECTED = re.compile(
    "panic|recover|true|false|nil|iota|error|any|len|cap|make"
    "|bool|string|byte|rune|uintptr|u?int(8|16|32|64)?|float(32|64)|complex(64|128)"
)
"""Built-in names that tests rely on. Honest solutions do define others, such as `max` or `print`."""

_USUAL = {
    path.rpartition("/")[2]: path
    for path in (
        *("bufio", "bytes", "cmp", "container/heap", "container/list", "context", "encoding/json", "errors", "fmt"),
        *("io", "log", "maps", "math", "math/big", "math/rand", "os", "reflect", "regexp", "runtime", "slices", "sort"),
        *("strconv", "strings", "sync", "sync/atomic", "testing", "time", "unicode", "unicode/utf8"),
    )
}
"""Packages that tests may use without importing them, relying on the solution's imports."""

_INSTALLED = ("github.com/stretchr/testify",)
"""Modules that tests can import."""

_TEST_NAME = re.compile(r"Test(?![a-z])")
_FUZZ_NAME = re.compile(r"Fuzz(?![a-z])")
_EXAMPLE_NAME = re.compile(r"Example(?![a-z])")
_OUTPUT = re.compile(r"(?i)\s*(unordered )?output:[ \t]*")
_RECORD = re.compile(r"/\*benchwright (\w+ \d+)\*/")
_CALLED_NAME = re.compile(r"[Tt]est")


def join(parts: Parts) -> Joined:
    """Combine the three files. The driver's package is initialized before all others, so the order of files does not
    matter."""
    solution = Source(Tree("go", encode(parts.solution)))
    tests = Source(parse("go", encode(parts.tests)))
    _forbid_driver(solution)
    _merge_packages(solution, tests)
    _share_imports(solution, tests)
    names = _solution_names(solution, tests)
    solution.rename(names)
    tests.unqualify(names)
    framework = _framework_tests(tests)
    main, entry = _framework_main(tests, framework) if framework else _plain_main(tests)
    watch_exits(tests)
    return Joined(
        files={"main.go": main.encode(), "solution.go": solution.finish(), "tests.go": tests.finish()},
        mode="tests",
        origins={"solution.go": Origin(part="solution"), "tests.go": Origin(part="tests")},
        entry=entry,
        framework="go test" if framework else "",
    )


def _forbid_driver(solution: Source) -> None:
    """Keep the solution from importing the driver's packages; a path may also be written with escapes."""
    for each in solution.imports:
        if each.path_node is not None and ("benchwright" in each.path or "\\" in each.path):
            solution.edits.replace(each.path_node, '"no/such/package"')


def _merge_packages(solution: Source, tests: Source) -> None:
    """Let external tests, which import the solution as a package, use it as a part of their own."""
    package = next((tests.text_of(node)[8:] for node in tests.tree.root.children if node.type == "package_clause"), "")
    tested = package.strip().removesuffix("_test") if package.strip().endswith("_test") else ""
    for each in [*tests.imports]:
        last = each.path.rpartition("/")[2]
        if each.path.startswith(_INSTALLED) or each.path in _USUAL.values():
            continue
        used = {tests.text_of(member) for name, member in tests.members if tests.text_of(name) == each.name}
        foreign = "." in each.path.partition("/")[0]
        named = tested != "" and (foreign or "/" not in each.path) and tested in (each.name, last)
        if (named or (each.name == "." and (foreign or last in ("main", "solution")))) or (
            (foreign or last in ("main", "solution")) and used & solution.declared
        ):
            tests.merge_package(each)


def _share_imports(solution: Source, tests: Source) -> None:
    """Share imports: in a single file, each part could use what the other imports, and import what only the other
    uses."""
    for own, other in ((solution, tests), (tests, solution)):
        for each in own.imports:
            if each.name not in own.packages_used and each.name in other.packages_used:
                own.make_blank(each)
        for name in sorted(own.packages_used - own.packages.keys() - other.declared):
            path = other.packages.get(name) or (_USUAL.get(name) if own is tests else None)
            if path:
                own.add_import(name, path)


def _solution_names(solution: Source, tests: Source) -> dict[str, str]:
    """Return new names for the solution's entry point, for what the tests define as well, and for built-ins it
    redefines.

    If nothing that only the solution defines is used by the tests, they contain a copy of what they should test, and
    the clash remains.
    """
    clashing = (solution.declared & tests.declared) - {"_", "init", "main"}
    own = solution.declared - clashing - {"main"}
    if not tests.is_merged and not any(re.search(rf"\b{name}\b".encode(), tests.tree.text) for name in own):
        clashing = {name for name in clashing if _TEST_NAME.match(name)}
    names = clashing | set(filter(_PROTECTED.fullmatch, solution.declared)) | (solution.functions.keys() & {"main"})
    return {name: f"{_OWN}solution_{name}" for name in names}


def _framework_tests(tests: Source) -> list[str]:
    """Return the record of each function that the framework runs, for the driver."""
    records, examples = [], []
    for name, function in tests.functions.items():
        record = f'"{name}", Place: "tests.go:{function.start_point[0] + 1}"'
        parameter = testing_parameter(tests, function)
        if _TEST_NAME.match(name) and parameter == "T":
            records.append(f"{GOTEST}.Test{{Name: {record}, Function: {name}}}")
        elif _FUZZ_NAME.match(name) and parameter == "F":
            records.append(f"{GOTEST}.Test{{Name: {record}, Fuzz: {name}}}")
        elif _EXAMPLE_NAME.match(name) and is_bare(function) and (output := _output(tests, function)):
            examples.append(f"{GOTEST}.Test{{Name: {record}, Example: {name}, {output}}}")
    return records + examples if records or "main" not in tests.functions else []


def _output(tests: Source, example: Node) -> str:
    """Return what an example must print, as fields of its record; empty if it says nothing about that. As in Go, its
    last comment says so."""
    group: list[Node] = []
    soft = ""
    for node in sorted(filter(_is_comment, descendants(example)), key=lambda node: node.start_byte):
        if found := _RECORD.fullmatch(tests.text_of(node)):
            soft = found[1]
            continue
        if not group or node.start_point[0] > group[-1].end_point[0] + 1:
            group = []
        group.append(node)
    lines = [line for node in group for line in _comment_lines(tests.text_of(node))]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
    found = _OUTPUT.match(text)
    if found is None or example.child_by_field_name("body") is None:
        return ""
    fields = [f"Output: {json.dumps(text[found.end() :], ensure_ascii=False)}"]
    fields += ["Unordered: true"] if found[1] else []
    return ", ".join([*fields, f'Record: "{soft}"'] if soft else fields)


def _is_comment(node: Node) -> bool:
    return node.type == "comment"


def _comment_lines(comment: str) -> list[str]:
    if comment.startswith("/*"):
        return [line.rstrip() for line in comment[2:-2].split("\n")]
    return [comment[2:].removeprefix(" ").rstrip()]


def _framework_main(tests: Source, records: list[str]) -> tuple[str, Entry]:
    """Let the framework run all tests, whatever the text does with them in a main function."""
    tests.rename(_main_name(tests))
    watch_checks(tests)
    own_main = tests.functions.get("TestMain")
    is_main = own_main is not None and testing_parameter(tests, own_main) == "M"
    arguments = ["TestMain" if is_main else "nil", *records]
    return _main_file(GOTEST, "gotest", f"{GOTEST}.Main({', '.join(arguments)})"), "framework"


def _plain_main(tests: Source) -> tuple[str, Entry]:
    """Call the tests' main function, or else the tests that nothing calls."""
    if "main" in tests.functions:
        watch_units(tests)
        tests.rename(_main_name(tests))
        return _main_file(DRIVER, "driver", f"{DRIVER}.Run({_main_name(tests)['main']})"), "text"
    tests.rename(_main_name(tests))
    uncalled = [name for name, node in tests.functions.items() if _CALLED_NAME.match(name) and is_bare(node)]
    if uncalled:
        calls = "; ".join(f'{DRIVER}.Unit("{name}", {name})' for name in uncalled)
        return _main_file(DRIVER, "driver", f"{DRIVER}.Run(func() {{ {calls} }})"), "call"
    # Checks may also run while the package is initialized.
    executed = int("init" in tests.functions or "_" in tests.declared)
    return _main_file(DRIVER, "driver", f"{DRIVER}.End({executed})"), "text"


def _main_name(tests: Source) -> dict[str, str]:
    """Return the new name of `main` in the tests: their own or, if they have none, the solution's."""
    return {"main": f"{_OWN}{'tests' if 'main' in tests.functions else 'solution'}_main"}


def _main_file(name: str, package: str, statement: str) -> str:
    return f'package main\n\nimport {name} "benchwright/{package}"\n\nfunc main() {{ {statement} }}\n'
