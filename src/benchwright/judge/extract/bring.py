"""The imports that an answer brings along, in code that has its own."""

from __future__ import annotations

import re

from benchwright.judge.extract.reading import Reading
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree, parse

_FIRST = re.compile("comment|inner_attribute|^future_import|php_tag|hash_bang|pragma")
"""Node types that stay before imports."""
_SPEC = re.compile(r"^[ \t]*(?:import[ \t]+)?([\w.]+[ \t]+)?\"([^\"\n]+)\"[ \t]*;?[ \t]*(?://.*)?$", re.MULTILINE)
"""A package that Go imports, with the name that it is given."""
_GROUP = re.compile(r"((?:pub[ \t]+)?use[ \t]+[\w:]+::)\{([^{}]*)\}[ \t]*;")
_WORDS = re.compile(r"[^\W\d]\w*")
_KEYWORDS = frozenset({"import", "from", "as", "use", "pub", "type", "default", "self", "crate", "super", "extern"})


def place_for_imports(tree: Tree, reading: Reading) -> int:
    """The byte before which further imports stand."""
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
    """Those of the imports that the code of the tree lacks. Where importing twice is an error, they are taken apart."""
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
    """The code without imports of packages that it does not use, where that is an error."""
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
    """A group of imports with each in a line of its own."""
    return re.sub(r"[();]", "\n", text)


def _apart(text: str) -> list[str]:
    """A group of names from one place as one import for each."""
    found = _GROUP.fullmatch(text.strip())
    return [f"{found[1]}{name.strip()};" for name in found[2].split(",") if name.strip()] if found else [text]


def _names(text: str) -> frozenset[str]:
    """The names that an import makes known."""
    text = re.sub(r"\"[^\"]*\"|'[^']*'", "", text)
    if re.match(r"\s*(?:pub\s+)?use\b", text):
        names = [part.rpartition("::")[2] for part in re.split(r"[{},;]", text)]
        return frozenset(word for name in names for word in _WORDS.findall(name)[-1:]) - _KEYWORDS
    return frozenset(_WORDS.findall(text)) - _KEYWORDS


def _flat(text: str) -> str:
    return " ".join(text.split())
