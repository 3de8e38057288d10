"""Put the function that an answer writes into the code around its hole, with the imports it needs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from benchwright.judging.extract.assemble import text_at
from benchwright.judging.extract.complete import Completed
from benchwright.judging.extract.dependencies import Needed, find_needed
from benchwright.judging.extract.parts import place_of
from benchwright.judging.extract.reading import Reading, Unit
from benchwright.judging.extract.relocate import moved, new_body
from benchwright.judging.extract.target import Hole, Written, find_written, indentation, parameter_names, whole_of
from benchwright.languages.join import encode
from benchwright.languages.syntax import Edits, Tree, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node


_KINDS = frozenset({"async", "*", "suspend"})
"""Words that change what kind of function it is, even with the same body."""
_ADDED = frozenset({"static", "get", "set"})
"""Words that answers may omit but not add."""


def is_other_kind(written: Written, hole: Hole) -> bool:
    """Whether calling the written function does something other than calling the one around the hole: it is async, or
    yields values one by one. In that case its signature is used as written."""
    mine, theirs = _words(hole.node, hole.tree), _words(written.node, written.tree)
    return (mine & _KINDS) != (theirs & _KINDS) or bool((theirs - mine) & _ADDED)


def new_decorators(written: Written, hole: Hole) -> list[str]:
    """Return decorators that the written function has and the one around the hole lacks. Those around the hole stay."""
    known = {_name(each) for each in _decorators(hole.node, hole.tree)}
    return [each for each in _decorators(written.node, written.tree) if _name(each) not in known]


def _decorators(node: Node, tree: Tree) -> list[str]:
    whole = whole_of(node)
    if whole.type != "decorated_definition":
        return []
    return [tree.text_of(each).strip() for each in whole.children if each.type == "decorator"]


def _name(decorator: str) -> str:
    found = re.match(r"@\s*([\w.]+)", decorator)
    return found[1].rpartition(".")[2] if found else decorator


def _words(node: Node, tree: Tree) -> frozenset[str]:
    body = node.child_by_field_name("body")
    before = [each for each in node.children if body is None or each.start_byte < body.start_byte]
    before += [inner for each in before if "modifier" in each.type for inner in each.children]
    found = {tree.text_of(each) for each in before if not each.child_count}
    return frozenset(found | ({"*"} if "generator" in node.type else set()))


_PART_OF = {"attribute": "attribute", "keyword_argument": "name", "field_expression": "field", "pair": "key"}
"""Node types in which a field holds a name that does not refer to a variable or function."""


def renamed(text: str, names: frozenset[str], hole: Hole, written: Written, reading: Reading) -> str | None:
    """Rename identifiers in a text; None if they cannot be distinguished from others with the same spelling."""
    tree = reading.tree(text)
    if tree is None or written.wrapped or names & set(parameter_names(written.node, written.tree)):
        return None
    taken = set(re.findall(r"\w+", text + hole.text.decode(errors="surrogateescape")))
    others = {name: _free_name(name, taken) for name in names}
    edits = Edits(tree.text)
    for node in descendants(tree.root):
        if node.child_count or (name := tree.text_of(node)) not in others:
            continue
        if "shorthand" in node.type:
            return None
        around = node.parent
        field = _PART_OF.get(around.type) if around is not None else None
        other = around is not None and field is not None and around.child_by_field_name(field) == node
        if node.type == "identifier" and not other:
            edits.replace(node, others[name])
    return edits.apply().decode(errors="surrogateescape")


def _free_name(name: str, taken: set[str]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


_FIRST = re.compile("comment|inner_attribute|^future_import|php_tag|hash_bang|pragma")
"""Node types that stay before imports."""
_SPEC = re.compile(r"^[ \t]*(?:import[ \t]+)?([\w.]+[ \t]+)?\"([^\"\n]+)\"[ \t]*;?[ \t]*(?://.*)?$", re.MULTILINE)
"""A package that Go imports, with its alias."""
_GROUP = re.compile(r"((?:pub[ \t]+)?use[ \t]+[\w:]+::)\{([^{}]*)\}[ \t]*;")
_WORDS = re.compile(r"[^\W\d]\w*")
_KEYWORDS = frozenset({"import", "from", "as", "use", "pub", "type", "default", "self", "crate", "super", "extern"})


def place_for_imports(tree: Tree, reading: Reading) -> int:
    """Return the byte before which to insert imports."""
    at = 0
    for node in tree.root.children:
        text = tree.text_of(node).lstrip()
        words = node.type == "expression_statement" and text[:1] in "\"'"
        if not (_FIRST.search(node.type) or words or node.type in reading.answers.heads):
            if "comment" not in node.type:
                break
            continue
        end = tree.text.find(b"\n", max(node.end_byte - 1, 0))
        at = end + 1 if end >= 0 else len(tree.text)
    return at


def new_imports(imports: list[str], tree: Tree, reading: Reading) -> list[str]:
    """Return the imports that the code of the tree lacks. They are split up if importing twice is an error."""
    known = [tree.text_of(node) for node in tree.root.children if node.type in reading.answers.imports]
    if reading.language.id == "go":
        have = {found[2] for text in known for found in _SPEC.finditer(text)}
        specs = dict.fromkeys((found[1] or "", found[2]) for text in imports for found in _SPEC.finditer(_lines(text)))
        return [f'import {alias}"{path}"' for alias, path in specs if path not in have]
    flat = {_flat(text) for text in known}
    fresh = list(dict.fromkeys(text.strip() for text in imports if _flat(text) not in flat))
    if not reading.answers.imports_once:
        return sorted(fresh, key=lambda text: "__future__" not in text)
    have = {word for text in known for word in _names(text)}
    kept: list[str] = []
    for text in (each for one in fresh for each in _apart(one)):
        if not _names(text) or _names(text) - have:
            kept.append(text)
            have |= _names(text)
    return kept


def without_unused(code: str, reading: Reading) -> str:
    """Remove unused imports, in languages where they are an error."""
    syntax = reading.language.syntax
    if reading.language.id != "go" or syntax is None:
        return code
    tree = parse(syntax.grammar, encode(code))
    nodes = [node for node in tree.root.children if node.type in reading.answers.imports]
    rest = tree.text[max((node.end_byte for node in nodes), default=0) :].decode(errors="surrogateescape")
    data = tree.text
    for node in reversed(nodes):
        text = tree.text_of(node)
        kept = _SPEC.sub(lambda found: found[0] if _is_used(found, rest) else "", text)
        if kept != text:
            kept = "" if not re.search(r"\"", kept) else re.sub(r"\n[ \t]*(?=\n)", "", kept)
            data = data[: node.start_byte] + kept.encode(errors="surrogateescape") + data[node.end_byte :]
    return data.decode(errors="surrogateescape")


def _is_used(found: re.Match[str], rest: str) -> bool:
    alias = (found[1] or "").strip()
    if alias in ("_", "."):
        return True
    last = re.sub(r"/v\d+$", "", found[2]).rpartition("/")[2]
    names = {alias} if alias else {last, last.partition(".")[0], last.rpartition("-")[2]}
    return any(re.search(rf"\b{re.escape(name)}\s*\.", rest) for name in names)


def _lines(text: str) -> str:
    """Split a group of imports into one per line."""
    return re.sub(r"[();]", "\n", text)


def _apart(text: str) -> list[str]:
    """Split an import of several names from one place into one import per name."""
    found = _GROUP.fullmatch(text.strip())
    return [f"{found[1]}{name.strip()};" for name in found[2].split(",") if name.strip()] if found else [text]


def _names(text: str) -> frozenset[str]:
    """Return the names that an import defines."""
    text = re.sub(r"\"[^\"]*\"|'[^']*'", "", text)
    if re.match(r"\s*(?:pub\s+)?use\b", text):
        names = [part.rpartition("::")[2] for part in re.split(r"[{},;]", text)]
        return frozenset(word for name in names for word in _WORDS.findall(name)[-1:]) - _KEYWORDS
    return frozenset(_WORDS.findall(text)) - _KEYWORDS


def _flat(text: str) -> str:
    return " ".join(text.split())


def splice(text: str, hole: Hole, name: str, reading: Reading) -> Completed | None:
    """Return the surrounding code with the function that the text writes; None if it writes none of this name."""
    written = find_written(text, hole, name, reading)
    if written is None:
        return None
    needed = find_needed(written, hole, reading)
    if needed.changed and (other := renamed(text, needed.changed, hole, written, reading)) is not None:
        again = find_written(other, hole, name, reading)
        if again is not None:
            made = _made(again, find_needed(again, hole, reading), hole, reading)
            return msgspec.structs.replace(made, repairs=(*made.repairs, "changed definitions renamed"))
    return _made(written, needed, hole, reading)


def _made(written: Written, needed: Needed, hole: Hole, reading: Reading) -> Completed:
    other = is_other_kind(written, hole)
    start, end, put = _replacement(written, hole, reading, whole=other)
    decorators = new_decorators(written, hole)
    imports = [
        text_at(written.top, each.start, each.end) for each in reading.units(written.top) if _brings(each, reading)
    ]
    imports = new_imports(imports, hole.tree, reading)
    unit = place_of(hole.node)
    at = min(place_for_imports(hole.tree, reading), unit.start_byte)
    data = hole.text
    head = min(hole.node.start_byte, start)
    column = indentation(data[data.rfind(b"\n", 0, head) + 1 : head].decode(errors="surrogateescape"))
    last = max(unit.end_byte, end)
    following = _after(data[end:last], encode("".join(f"\n\n{column}{each}" for each in needed.members)), put)
    pieces = (
        data[:at],
        encode("".join(f"{each}\n" for each in imports)),
        data[at : unit.start_byte],
        encode("".join(f"{each}\n\n" for each in needed.before)),
        data[unit.start_byte : head],
        encode("".join(f"{each}\n{column}" for each in decorators)),
        data[head:start],
        encode(put),
        following,
        encode("".join(f"\n\n{each}\n" for each in needed.after)),
        data[last:],
    )
    code = without_unused(b"".join(pieces).decode(errors="surrogateescape"), reading)
    added = needed.before or needed.after or needed.members
    repairs = {
        "imports added": imports,
        "definitions added": added,
        "decorators added": decorators,
        "head as written": other,
        "parts left out": needed.left_out,
    }
    return Completed(
        code=code, how="function", repairs=tuple(key for key, is_so in repairs.items() if is_so), ended=False
    )


def _replacement(written: Written, hole: Hole, reading: Reading, *, whole: bool) -> tuple[int, int, str]:
    """Return the byte range of the surrounding code to replace, and its new text.

    If the parameters have the same names, the given signature stays, with its decorators, modifiers and types, and only
    the body changes. This does not apply if the whole function is wanted.
    """
    same = not whole and parameter_names(written.node, written.tree) == parameter_names(hole.node, hole.tree)
    if same and (replaced := new_body(written.tree, written.node, hole, reading)) is not None:
        return replaced
    mine, other = hole.node, written.node
    if mine.type != other.type:
        mine, other = whole_of(mine), whole_of(other)
    line = hole.text[hole.text.rfind(b"\n", 0, mine.start_byte) + 1 : mine.start_byte].decode(errors="surrogateescape")
    put = moved(written.tree, other, indentation(line), reading)
    # The filler of the hole may end a line that the function itself does not.
    end = max(mine.end_byte, hole.end) if reading.answers.indented else mine.end_byte
    return mine.start_byte, end, put.rstrip() + ("\n" if end > mine.end_byte else "")


def _after(rest: bytes, members: bytes, put: str) -> bytes:
    """Return what follows the function: new members, and the existing rest."""
    return members.lstrip(b"\n") + b"\n" + rest if members and put.endswith("\n") else members + rest


def _brings(unit: Unit, reading: Reading) -> bool:
    return unit.kind in reading.answers.imports and not unit.broken
