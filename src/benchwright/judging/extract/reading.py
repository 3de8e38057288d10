"""Reads the texts of one answer with the language's grammar, within bounds: what they define, mention and need."""

from __future__ import annotations

import bisect
import functools
import re
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from benchwright.languages import Answers, Language, Syntax, find_language
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import Tree, ancestors, parse

if TYPE_CHECKING:
    from tree_sitter import Node


_WORD = re.compile(r"[^\W\d][^\s()\[\]{}\"'`;,]*")
_LONGEST_NAME = 120
_SIGILS = "$@&%:!#"
_TALK = re.compile("comment|string|heredoc|char|str_lit|regex|docstring|_text$")
"""Node types whose text is not code."""
_USE = re.compile(
    "import|argument|use_|qualified|scoped|invocation|call|command|annotation|access|creation|reference|member_expr|end_"
    "|generic|_lit$|template_type"
)
"""Nodes whose name is a use."""
_OTHER = re.compile(rf"{_USE.pattern}|param|field|pair|attribute|label|property_sig|variable_list|for_")
"""These, and those whose name is not seen from elsewhere."""
_TYPE_USES = frozenset({"user_type", "generic_type", "template_type"})
"""Nodes in the place of a name that are none."""
_FUNCTION = re.compile(
    "func|method|^(def)?proc|proc_|procedure|subroutine|lambda|closure|arrow|fun_decl", re.IGNORECASE
)
_BODY = re.compile("body|block|compound|match$|statements|statement_list|variable_decl|declVars|declarations")
_PARAMETER = re.compile("param|declArg")


def is_name(text: str) -> bool:
    """Whether it can be the name of something."""
    return len(text) <= _LONGEST_NAME and _WORD.fullmatch(text) is not None


def is_talk(node: Node, at: int) -> bool:
    """Whether the node is in a string or a comment that begins before the byte."""
    return any(each.start_byte < at and _TALK.search(each.type) for each in (node, *ancestors(node)))


def defined_in(tree: Tree, syntax: Syntax, answers: Answers) -> Iterator[tuple[str, int]]:
    """The names that a text defines for others to see, each with the byte where it stands."""
    for node in _name_nodes(tree, syntax, answers):
        if not _is_local(node):
            for name in _parts(tree.text_of(node)):
                yield name, node.start_byte


def _name_nodes(tree: Tree, syntax: Syntax, answers: Answers) -> Iterator[Node]:
    for query in (syntax.definitions, answers.declarations):
        for match in tree.find(query) if query else ():
            yield match["name"]
    yield from _fields(tree, _OTHER)


def _fields(tree: Tree, excluded: re.Pattern[str]) -> Iterator[Node]:
    """What stands in the place of a name in nodes of other types."""
    for field in ("name", "declarator"):
        try:
            found = list(tree.find(f"(_ {field}: (_) @name) @holder"))
        except ValueError:  # the grammar has no such field
            continue
        for match in found:
            if not excluded.search(match["holder"].type) and match["name"].type not in _TYPE_USES:
                yield match["name"]


def _parts(text: str) -> Iterator[str]:
    """The name as it is written, and its last part."""
    name = text.strip(_SIGILS)
    if is_name(name):
        yield name
        if "::" in name:
            yield name.rpartition("::")[2]


def words_of(tree: Tree) -> frozenset[str]:
    """What the text mentions outside of comments and strings."""
    return frozenset(word for word, _ in _words(tree, tree.root))


def words_below(tree: Tree, node: Node) -> frozenset[str]:
    """The same of a part of the text."""
    return frozenset(word for word, _ in _words(tree, node))


def free_words_of(tree: Tree) -> frozenset[str]:
    """What the text mentions where it is not the name of a variable or a parameter there."""
    scopes: dict[str, list[tuple[int, int]]] = {}
    for node in (*_fields(tree, _USE), *_parameters(tree)):
        scope = _scope(node)
        place = (scope.start_byte, scope.end_byte) if scope is not None else (0, len(tree.text))
        for name in _parts(tree.text_of(node)):
            scopes.setdefault(name, []).append(place)
    return frozenset(
        word
        for word, at in _words(tree, tree.root)
        if not any(start <= at < end for start, end in scopes.get(word, ()))
    )


def _words(tree: Tree, root: Node) -> Iterator[tuple[str, int]]:
    """The words below a node that are not talk, with their places."""
    remaining = [root]
    while remaining:
        node = remaining.pop()
        if node.child_count:
            if "comment" not in node.type:
                remaining += node.children
        elif not _TALK.search(node.type):
            yield from ((word, node.start_byte) for word in _parts(tree.text_of(node)))


def _parameters(tree: Tree) -> Iterator[Node]:
    """The names of parameters; not their types."""
    remaining = [(tree.root, False)]
    while remaining:
        node, inside = remaining.pop()
        inside = inside or _PARAMETER.search(node.type) is not None
        if not (inside and "type" in node.type):
            remaining += [(child, inside) for child in node.children]
            if inside and not node.child_count:
                yield node


def _is_local(node: Node) -> bool:
    """Whether it stands in the body of a function, or is an argument of one."""
    return _scope(node) is not None


def _scope(node: Node) -> Node | None:
    """The innermost function in whose body or parameters the node stands."""
    inner = node
    for around in ancestors(node):
        own = _BODY.search(inner.type) or _PARAMETER.search(inner.type)
        if _FUNCTION.search(around.type) and (own or around.child_by_field_name("body") == inner):
            return around
        inner = around
    return None


MOST_BYTES = 32_768
"""Longer texts are not parsed; solutions are a tenth of that."""
_ALL_BYTES = 6 * MOST_BYTES
_WINDOW = 1024
_REPEATS = 0.06
"""A window that can be written in this share of its bytes only repeats itself."""
_LINE = 500
"""Nothing is defined further right."""
_COMMENT = re.compile("comment")


_HALVES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Halves of characters, which no file can hold."""


def readable(text: str) -> str:
    """The text with `\\n` as the end of lines, without a byte order mark, and such that it can be written to a file."""
    return _HALVES.sub("\ufffd", clean(text))


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a text that stands by itself: an import, a function, a statement of the top level."""

    kind: str
    """Its node type."""
    start: int
    """Its first byte."""
    end: int
    """The byte after its last."""
    names: frozenset[str]
    """What it defines."""
    broken: bool
    """Whether the grammar does not know all of it."""

    @property
    def comment(self) -> bool:
        """Whether it only explains."""
        return bool(_COMMENT.search(self.kind))


class Reading:
    """The grammar of one language, for the texts of one answer."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.answers = language.answers
        self._left = _ALL_BYTES
        self._shift: dict[str, tuple[Tree, int] | None] = {}

    @property
    def exact(self) -> bool:
        """Whether the grammar is the language's own, so that its errors tell something."""
        return self.language.syntax is not None and not self.answers.pattern

    def errors(self, text: str) -> float | None:
        """The share of the text that is not of the language; None where nobody can tell."""
        tree = self._tree(text)[0] if self.exact else None
        if tree is None:
            return None
        wrong = sum(node.end_byte - node.start_byte or 1 for node in _errors(tree.root)) if tree.root.has_error else 0
        for node in self._parts(tree.root) if self.answers.around else ():
            wrong += len(tree.text_of(node).strip()) if node.type in self.answers.around else 0
        return min(1.0, wrong / max(1, len(tree.text)))

    def is_right(self, text: str) -> bool:
        """Whether the grammar knows all of the text."""
        return self.errors(text) == 0.0

    def is_lost(self, text: str) -> bool:
        """Whether the grammar can make nothing of the text as a whole."""
        tree = self._tree(text)[0]
        return tree is None or tree.root.is_error

    def hides(self, text: str, at: int) -> bool:
        """Whether the byte stands in a string or a comment that begins before it."""
        tree, shift = self._tree(text)
        node = tree.root.descendant_for_byte_range(at + shift, at + shift) if tree is not None else None
        return node is not None and is_talk(node, at + shift)

    def hides_fences(self, text: str) -> bool:
        """Whether all fences of the text stand in strings or comments."""
        at = 0
        for line in encode(text).split(b"\n"):
            if line.lstrip()[:3] in (b"```", b"~~~") and not self.hides(text, at):
                return False
            at += len(line) + 1
        return True

    def defined(self, text: str) -> frozenset[str]:
        """Names that the text gives to functions, types and what else the whole program sees."""
        if self.answers.pattern:
            lines = (re.match(self.answers.pattern, line[:_LINE]) for line in text.split("\n"))
            return frozenset(name for found in lines if found for name in found.groups() if name)
        return frozenset(name for unit in self.units(text) for name in unit.names)

    def used(self, text: str) -> frozenset[str]:
        """Words of the text that are not talk."""
        tree = self._tree(text)[0]
        return words_of(tree) if tree is not None else frozenset(filter(is_name, re.findall(r"\w+", text)))

    def free(self, text: str) -> frozenset[str]:
        """Words of the text that name nothing of its own, not even an argument."""
        tree = self._tree(text)[0] if self.exact else None
        return (free_words_of(tree) if tree is not None else self.used(text)) - self.defined(text)

    def units(self, text: str) -> list[Unit]:
        """The parts of the text; none where it was not parsed."""
        tree, shift = self._tree(text)
        if tree is None or self.language.syntax is None or not self.exact:
            return []
        found = sorted((at, name) for name, at in defined_in(tree, self.language.syntax, self.answers))
        places = [at for at, _ in found]
        units: list[Unit] = []
        for node in self._parts(tree.root):
            start, end = max(0, node.start_byte - shift), node.end_byte - shift
            if end <= start:
                continue
            first, last = (bisect.bisect_left(places, at) for at in (node.start_byte, node.end_byte))
            names = frozenset(name for _, name in found[first:last])
            broken = node.is_error or node.has_error
            if node.type.endswith("_body") and any(not unit.comment for unit in units):  # of the signature before it
                head = units.pop()
                while head.comment:
                    head = units.pop()
                start, names, broken = head.start, names | head.names, broken or head.broken
            units.append(Unit(kind=node.type, start=start, end=end, names=names, broken=broken))
        return units

    def tree(self, text: str) -> Tree | None:
        """The tree of a text that begins as its grammar wants it to; None where it was not parsed."""
        tree, shift = self._tree(text)
        return tree if shift == 0 else None

    def _parts(self, node: Node) -> Iterator[Node]:
        for child in node.children:
            if child.type in self.answers.lists:
                yield from self._parts(child)
            elif child.is_named or child.is_error:
                yield child

    def _tree(self, text: str) -> tuple[Tree | None, int]:
        if text not in self._shift:
            self._shift[text] = self._parse(text)
        return self._shift[text] or (None, 0)

    def _parse(self, text: str) -> tuple[Tree, int] | None:
        # Bytes that are no text become a sign each: queries cannot read them, and places stay where they are.
        data, syntax = text.encode(errors="replace"), self.language.syntax
        if syntax is None or len(data) > min(MOST_BYTES, self._left) or _repeats(data):
            return None
        self._left -= len(data)
        opening = syntax.opening.encode() if syntax.opening.strip() not in text else b""
        # A comment that ends with the text instead of a line keeps some scanners busy for ever.
        end = b"" if data.endswith(b"\n") else b"\n"
        return parse(syntax.grammar, opening + data + end), len(opening)


def _errors(root: Node) -> Iterator[Node]:
    """The outermost nodes that the grammar does not know, and those that it misses."""
    remaining = [root]
    while remaining:
        node = remaining.pop()
        if node.is_error or node.is_missing:
            yield node
        elif node.has_error:
            remaining += node.children


def _repeats(data: bytes) -> bool:
    windows = (data[start : start + _WINDOW] for start in range(0, len(data) - _WINDOW + 1, _WINDOW))
    return any(len(zlib.compress(window, 1)) < _REPEATS * _WINDOW for window in windows)


_OPENERS = {"}": "{", ")": "("}
_CHAIN = re.compile(r"[^\W\d][\w.]*[?!]?")
_MADE = re.compile(r"\b(\w+)\s*=\s*new\s+(\w+)")
_DECLARED = re.compile(r"\b(\w+)\s+(\w+)\s*=\s*new\s*\(")
_CALLED_NEW = re.compile(r"\bnew\s+(\w+)\s*\([^()\n]{0,200}\)\s*\)?\s*\.\s*(\w+)")


def names_of_tests(language: Language, tests: str) -> frozenset[str]:
    """Names that the tests use and do not define themselves; those of the language's library are among them. Where
    functions need something around them, as in Java, also which functions the tests want of what: `Solution.add`. The
    sign that closes a body is among them where tests close one that they have not opened."""
    return _names(language.id, readable(tests))


def defined_by(language: Language, solution: str) -> list[frozenset[str]]:
    """The names that each part of a solution gives to functions and classes. A class is one part with its methods,
    except where functions cannot stand without a class: there each is a part of its own."""
    reading = Reading(language)
    text = readable(solution)
    if reading.answers.wrapper:
        return [frozenset({name}) for name in sorted(reading.defined(text))]
    return [unit.names for unit in reading.units(text) if unit.names]


@functools.lru_cache(maxsize=1024)
def _names(language: str, tests: str) -> frozenset[str]:
    reading = Reading(find_language(language))
    names = set(reading.free(tests))
    if reading.answers.wrapper:
        names.update(_qualified(tests))
    closer = reading.answers.closer
    if closer in _OPENERS and tests.count(closer) > tests.count(_OPENERS[closer]):
        names.add(closer)
    return frozenset(names)


def _qualified(tests: str) -> Iterator[str]:
    """Members with what they are members of; a variable stands for the class that it was made from."""
    classes = {found[1]: found[2] for found in _MADE.finditer(tests)}
    classes |= {found[2]: found[1] for found in _DECLARED.finditer(tests)}
    for found in _CHAIN.finditer(tests):
        owner, _, member = found[0].strip(".").rpartition(".")
        if owner:
            yield f"{classes.get(owner, owner)}.{member}"
    for found in _CALLED_NEW.finditer(tests):
        yield f"{found[1]}.{found[2]}"
