"""Join Rust: one crate with the solution as root and the tests as a module.

The tests have everything of the root in scope, so that both may import or define the same names. The real `main` is the
driver's, as the symbol that the C library calls: the solution's `main` is an ordinary function.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import msgspec

from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.syntax import Edits, Tree, ancestors, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_LINTS = re.compile(r"#!\[\s*(?:allow|warn|deny|forbid|expect|no_main|cfg\s*\(\s*test|crate_type|crate_name)\b")
_STANDARD_MACROS = (
    "assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "debug_assert_ne", "panic", "matches", "vec",
    "format", "print", "println", "eprint", "eprintln", "write", "writeln", "todo", "unimplemented", "unreachable",
)  # fmt: skip
_ENDS = re.compile(rb"(?<![\w:.])(?:(?:(?:::)?std::)?process::(exit|abort)|(?<!fn )(exit|abort))(?=\s*\()")
_IMPORTS_END = rb"\buse\s+(?:::)?std::(?:process::|\{)[^;]*\b%s\b"
_KNOWN = frozenset({
    "std", "core", "alloc", "crate", "self", "super", "rand", "regex", "md5", "serde", "serde_json", "itertools",
    "proptest", "quickcheck",
})  # fmt: skip
"""First words of paths that are not the solution's crate."""
_PATH = re.compile(r"(?<![\w:$.])(?:::\s*)?([a-z]\w*)::(\{[^;]*?\}|\*|\w+)")
_MACRO_USE = re.compile(r"#\[\s*macro_use\b[^\]]*\]\s*extern\s+crate\s+(\w+)\s*;")
_PROPERTIES = re.compile(rb"\b(?:proptest|quickcheck)!")
_MADE = re.compile(
    rb"#\s*\[\s*test\s*\](?P<attributes>(?:\s*#\s*\[[^\]]*\])*)(?P<function>\s*(?:pub\s*(?:\([^)]*\)\s*)?)?fn\s+(?P<name>\$?\w+)\s*\(\s*\))"
)
"""A test in the text of a macro."""
_REGISTERED = (
    'const _: () = { #[used] #[link_section = "benchwright_tests"] static TEST: &::benchwright_driver::Test ='
    " &::benchwright_driver::Test { name: stringify!(%s), line: line!(),"
    " run: || ::benchwright_driver::succeeded(%s()), ignored: %s, panics: %s }; };"
)
_FIND_REGISTERED = """
extern "C" {
    static __start_benchwright_tests: &'static ::benchwright_driver::Test;
    static __stop_benchwright_tests: &'static ::benchwright_driver::Test;
}
"""
"""What the linker defines: the start and the end of the section."""
_ENTRY = """
#[path = "tests.rs"] mod benchwright_tests;
#[export_name = "main"] extern "C" fn benchwright_entry() -> i32 { ::benchwright_driver::%s }
"""


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests, prepared for joining."""

    text: bytes
    call: str
    """Expression that the driver evaluates to run them."""
    framework: bool = False
    registers: bool = False
    """Whether macros of the tests make tests, whose number only the linker knows."""


class _Function(msgspec.Struct, frozen=True, kw_only=True):
    """A free function of the tests that is not nested in another."""

    node: Node
    name: str
    """Name, qualified by its modules."""
    attributes: dict[str, str]
    """Name → text within the brackets."""
    has_parameters: bool
    prefix: str = ""
    """Added to the name of the function to call."""

    @property
    def called(self) -> str:
        """Name of the function to call, qualified by its modules."""
        around, separator, name = self.name.rpartition("::")
        return f"{around}{separator}{self.prefix}{name}"


def join(parts: Parts) -> Joined:
    """Combine the solution, followed by the entry point, and the tests."""
    tests = _tests(encode(parts.tests))
    crates = "".join(f"extern crate self as {name};\n" for name in _solution_crates(parts))
    macro_crates = [name for name in _MACRO_USE.findall(parts.tests) if name in _KNOWN]
    crates += "".join(f"#[macro_use] extern crate {name};\n" for name in macro_crates)
    shadowed = [name for name in _STANDARD_MACROS if _redefines(parts.solution, name)]
    restored = "".join(f"macro_rules! {name} {{ ($($t:tt)*) => {{ ::std::{name}!($($t)*) }} }}\n" for name in shadowed)
    solution = (
        b"#![no_main] "
        + _solution(parts.solution)
        + b"\n"
        + (crates + restored + _FIND_REGISTERED * tests.registers + _ENTRY % tests.call).encode()
    )
    return Joined(
        files={"solution.rs": solution, "tests.rs": tests.text},
        mode="tests",
        origins={"solution.rs": Origin(part="solution"), "tests.rs": Origin(part="tests")},
        entry="framework" if tests.framework else "text" if "::main()" in tests.call else "call",
        framework="libtest" if tests.framework else "",
    )


def _redefines(solution: str, name: str) -> bool:
    """Whether a macro of the solution may replace the standard one in the tests."""
    if "macro" not in solution and "use " not in solution:
        return False
    return bool(re.search(rf"macro_rules!\s*{name}\b|\bmacro\s+{name}\b|\buse\b[^;]*\b{name}\b", solution))


def _solution_crates(parts: Parts) -> list[str]:
    """Return the names by which the tests mean the solution's crate: what they take from it is in the solution."""
    if "::" not in parts.tests and "extern crate" not in parts.tests:
        return []
    own = r"\b(?:mod|fn|struct|enum|trait|type|as|use)\s+%s\b|\buse\b[^;]*\b%s\b"
    used: dict[str, set[str]] = {"solution": set()}
    for name, members in _PATH.findall(re.sub(r"//[^\n]*", "", parts.tests)):
        used.setdefault(name, set()).update(re.findall(r"\w+|\*", members))
    for name in re.findall(r"\bextern\s+crate\s+(\w+)", parts.tests):
        used.setdefault(name, set()).add("*")
    return sorted(
        name
        for name, members in used.items()
        if name not in _KNOWN
        and not re.search(rf"\b(?:mod|fn|struct|enum|trait|type)\s+{name}\b(?!\s*;)|\bas\s+{name}\b", parts.tests)
        and not re.search(own % (name, name), parts.solution)
        and (name == "solution" or "*" in members or any(_defines(parts.solution, member) for member in members))
    )


def _defines(solution: str, name: str) -> bool:
    return bool(re.search(rf"\b(?:mod|fn|struct|enum|union|trait|type|const|static|macro_rules!)\s+{name}\b", solution))


def _solution(text: str) -> bytes:
    """Remove crate-level attributes that conflict with the tests and the driver."""
    data = encode(text)
    if "#!" not in text:
        return data
    edits = Edits(data)
    tree = Tree("rust", data)
    for node in tree.root.children:
        is_lint = node.type == "inner_attribute_item" and _LINTS.match(tree.text_of(node))
        if is_lint or node.type == "shebang":
            edits.blank(node)
    return edits.apply()


@functools.lru_cache(maxsize=256)
def _tests(text: bytes) -> _Tests:
    text, registers = _register_made(_report_ends(text))
    tree = parse("rust", text)
    edits = Edits(text)
    _switch_on(tree, edits)
    _merge_modules(tree, edits)
    functions = list(_functions(tree))
    chosen = [each for each in functions if "test" in each.attributes]
    properties = list(_properties(tree, edits)) if _PROPERTIES.search(text) else []
    framework = bool(chosen or properties or registers)
    made = "unsafe { &__start_benchwright_tests }, unsafe { &__stop_benchwright_tests }"
    listed = "&[" + ", ".join(map(_test, [*chosen, *properties])) + "]"
    call = f"run_all_tests({listed}, {made})" if registers else f"run_tests({listed})"
    if not framework:
        chosen = [each for each in functions if each.name == "main"]
        chosen = chosen or [each for each in functions if each.name.startswith("test") and not each.has_parameters]
        call = f"run_main(|| {_all_succeed(chosen)}, {len(chosen)})"
    opened: set[int] = set()
    for function in chosen:
        _open(function.node, edits, opened)
    for each in properties:
        if (module := next((node for node in ancestors(each.node) if node.type == "mod_item"), None)) is not None:
            _open(module, edits, opened)
    # Not at the start, where it would precede inner attributes of the text.
    return _Tests(
        text=edits.apply() + b"\n#[allow(unused_imports)] use super::*;\n",
        call=call,
        framework=framework,
        registers=registers,
    )


def _properties(tree: Tree, edits: Edits) -> Iterator[_Function]:
    """Yield the properties in macros, whose text has no syntax tree, and make each visible from the root by a function
    after its macro. Outside a test build, `#[test]` would remove them."""
    for match in tree.find("(macro_invocation macro: (_) @name (token_tree) @text) @whole"):
        kind = tree.text_of(match["name"]).rpartition("::")[2]
        if kind not in ("proptest", "quickcheck"):
            continue
        modules = [
            tree.text_of(module)
            for each in ancestors(match["whole"])
            if each.type == "mod_item" and (module := each.child_by_field_name("name")) is not None
        ]
        if kind == "quickcheck":
            edits.replace(match["name"], "::benchwright_driver::quickcheck")
        wrappers = ""
        tokens = match["text"].children
        for before, node, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if before.type == "#" and re.fullmatch(r"\[\s*test\s*\]", tree.text_of(node)):
                edits.blank(before)
                edits.blank(node)
            if before.type == "fn" and node.type == "identifier" and after.type == "token_tree":
                name = tree.text_of(node)
                wrappers += f" pub(crate) fn benchwright_{name}() {{ {name}() }}"
                path = "::".join([*modules[::-1], name])
                attributes = {"test": "#[test]"}
                yield _Function(
                    node=node, name=path, attributes=attributes, has_parameters=False, prefix="benchwright_"
                )
        edits.insert(match["whole"].end_byte, wrappers)


def _register_made(text: bytes) -> tuple[bytes, bool]:
    """Let the tests that macros make register themselves. Return whether there are any."""
    if b"macro_rules!" not in text or not _MADE.search(text):
        return text, False
    found = False
    macros = (match["macro"] for match in parse("rust", text).find("(macro_definition) @macro"))
    for macro in sorted(macros, key=lambda node: -node.start_byte):
        changed, count = _MADE.subn(_registering, text[macro.start_byte : macro.end_byte])
        text = text[: macro.start_byte] + changed + text[macro.end_byte :]
        found = found or count > 0
    return text, found


def _registering(test: re.Match[bytes]) -> bytes:
    name, attributes = test["name"].decode(), test["attributes"].decode(errors="surrogateescape")
    ignored = "true" if re.search(r"\[\s*ignore\b", attributes) else "false"
    found = re.search(r"\[\s*should_panic\b([^\]]*)\]", attributes)
    expected = re.search(r'=\s*(r?#*".*"#*)', found[1], re.DOTALL) if found else None
    panics = f"Some({expected[1]})" if expected else 'Some("")' if found else "None"
    kept = re.sub(r"#\s*\[\s*(?:ignore|should_panic)\b[^\]]*\]", "", attributes)
    kept += "\n" * (attributes.count("\n") - kept.count("\n"))
    registered = _REGISTERED % (name, name, ignored, panics)
    return (registered + kept).encode(errors="surrogateescape") + test["function"]


def _all_succeed(functions: list[_Function]) -> str:
    return (
        " && ".join(f"::benchwright_driver::succeeded(benchwright_tests::{each.called}())" for each in functions)
        or "true"
    )


def _test(function: _Function) -> str:
    """Return the record of a test for the driver."""
    line = function.node.start_point[0] + 1
    ignored = "true" if "ignore" in function.attributes else "false"
    panics = "None"
    if "should_panic" in function.attributes:
        expected = re.search(r'=\s*(r?#*".*"#*)', function.attributes["should_panic"], re.DOTALL)
        panics = f"Some({expected[1]})" if expected else 'Some("")'
    run = f"|| {_all_succeed([function])}"
    return (
        f'::benchwright_driver::Test {{ name: "{function.name}", line: {line}, run: {run}, '
        f"ignored: {ignored}, panics: {panics} }}"
    )


def _functions(tree: Tree) -> list[_Function]:
    found = []
    for match in tree.find("(function_item name: (identifier) @name parameters: (parameters) @parameters) @function"):
        node = match["function"]
        around = [each for each in ancestors(node) if each.type not in ("source_file", "declaration_list")]
        if any(each.type != "mod_item" for each in around):
            continue
        modules = [tree.text_of(module) for each in around if (module := each.child_by_field_name("name"))]
        name = "::".join([*reversed(modules), tree.text_of(match["name"])])
        has_parameters = bool(match["parameters"].named_children)
        attributes = _attributes(tree, node)
        found.append(_Function(node=node, name=name, attributes=attributes, has_parameters=has_parameters))
    return found


def _attributes(tree: Tree, node: Node) -> dict[str, str]:
    attributes = {}
    before = node.prev_sibling
    while before is not None and before.type in ("attribute_item", "line_comment", "block_comment"):
        if before.type == "attribute_item" and (name := re.match(r"#\s*\[\s*(\w+)", tree.text_of(before))):
            attributes[name[1]] = tree.text_of(before)
        before = before.prev_sibling
    return attributes


def _switch_on(tree: Tree, edits: Edits) -> None:
    """Enable test-only code of the tests. The crate is not built as a test, so that the solution's own tests stay
    out."""
    for match in tree.find("[(attribute_item) (inner_attribute_item)] @attribute"):
        node = match["attribute"]
        plain = re.sub(r"\s+", "", tree.text_of(node)).lstrip("#!").removesuffix(",)]")
        if plain.startswith(("[test]", "[cfg(test)]", "[should_panic", "[ignore")):
            edits.blank(node)
        elif plain.startswith("[cfg(not(test))]"):
            edits.replace(node, "#[cfg(any())]")


def _merge_modules(tree: Tree, edits: Edits) -> None:
    """Let modules in files of their own, which do not exist, and the solution's crate be the root."""
    for match in tree.find("(mod_item name: (_) @name !body) @whole"):
        edits.replace(match["whole"], f"use crate as {tree.text_of(match['name'])};")
        before = match["whole"].prev_sibling
        if before is not None and before.type == "attribute_item" and "path" in tree.text_of(before):
            edits.blank(before)
    for match in tree.find("(extern_crate_declaration name: (_) @name !alias) @whole"):
        edits.blank(match["whole"])
        before = match["whole"].prev_sibling
        if before is not None and before.type == "attribute_item" and "macro_use" in tree.text_of(before):
            edits.blank(before)


def _report_ends(text: bytes) -> bytes:
    """Report the calls that end the program. Most are in macros, whose text has no syntax tree."""
    if b"process" not in text:
        return text
    root = parse("rust", text).root

    def reported(found: re.Match[bytes]) -> bytes:
        node = root.descendant_for_byte_range(found.start(), found.end())
        quoted = node is not None and re.search("string|comment", node.type)
        name = found[1] or found[2]
        is_end = found[1] or re.search(_IMPORTS_END % name, text)
        return found[0] if quoted or not is_end else b"::benchwright_driver::%s_of_tests" % name

    return _ENDS.sub(reported, text)


def _open(function: Node, edits: Edits, opened: set[int]) -> None:
    """Make the function and its modules visible from the root, so that the driver can call it."""
    for node in (function, *(each for each in ancestors(function) if each.type == "mod_item")):
        has_visibility = any(child.type == "visibility_modifier" for child in node.children)
        if node.start_byte in opened or has_visibility:
            continue
        opened.add(node.start_byte)
        edits.insert(node.start_byte, "pub(crate) ")
