"""Parse the texts of one answer with the language's grammar, within limits: what they define, mention and need."""

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
"""Nodes that use a name rather than define it."""
_OTHER = re.compile(rf"{_USE.pattern}|param|field|pair|attribute|label|property_sig|variable_list|for_")
"""The same, plus nodes whose name is not visible outside."""
_TYPE_USES = frozenset({"user_type", "generic_type", "template_type"})
"""Nodes that take the place of a name but are not one."""
_FUNCTION = re.compile(
    "func|method|^(def)?proc|proc_|procedure|subroutine|lambda|closure|arrow|fun_decl", re.IGNORECASE
)
_BODY = re.compile("body|block|compound|match$|statements|statement_list|variable_decl|declVars|declarations")
_PARAMETER = re.compile("param|declArg|^patterns$")


def is_name(text: str) -> bool:
    """Whether the text can be an identifier."""
    return len(text) <= _LONGEST_NAME and _WORD.fullmatch(text) is not None


def is_talk(node: Node, at: int) -> bool:
    """Whether the node is in a string or comment that starts before the byte."""
    return any(each.start_byte < at and _TALK.search(each.type) for each in (node, *ancestors(node)))


def defined_in(tree: Tree, syntax: Syntax, answers: Answers) -> Iterator[tuple[str, int]]:
    """Yield the names that a text defines for other code, each with its byte position."""
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
    """Yield nodes in name fields, except in nodes of the excluded types."""
    for field in ("name", "declarator"):
        try:
            found = list(tree.find(f"(_ {field}: (_) @name) @holder"))
        except ValueError:  # the grammar has no such field
            continue
        for match in found:
            if not excluded.search(match["holder"].type) and match["name"].type not in _TYPE_USES:
                yield match["name"]


def _parts(text: str) -> Iterator[str]:
    """Yield the name as written, and its last part."""
    name = text.strip(_SIGILS)
    if is_name(name):
        yield name
        if "::" in name:
            yield name.rpartition("::")[2]


def words_of(tree: Tree) -> frozenset[str]:
    """Return the words the text mentions outside comments and strings."""
    return frozenset(word for word, _ in _words(tree, tree.root))


def words_below(tree: Tree, node: Node) -> frozenset[str]:
    """Return the words below one node, in the same way."""
    return frozenset(word for word, _ in _words(tree, node))


def free_words_of(tree: Tree, heads: tuple[str, ...] = ()) -> frozenset[str]:
    """Return the words that the text mentions where they are not local variables or parameters, nor the name of its
    package."""
    scopes: dict[str, list[tuple[int, int]]] = {}
    for node in (*_fields(tree, _USE), *_parameters(tree)):
        scope = _scope(node)
        place = (scope.start_byte, scope.end_byte) if scope is not None else (0, len(tree.text))
        for name in _parts(tree.text_of(node)):
            scopes.setdefault(name, []).append(place)
    return frozenset(
        word
        for word, at in _words(tree, tree.root, heads)
        if not any(start <= at < end for start, end in scopes.get(word, ()))
    )


def immediate_words_of(tree: Tree) -> frozenset[str]:
    """Return the words that the text mentions outside the bodies of functions."""
    words: set[str] = set()
    remaining = [tree.root]
    while remaining:
        node = remaining.pop()
        if not node.child_count and not _TALK.search(node.type):
            words.update(_parts(tree.text_of(node)))
        elif _PARAMETER.search(node.type) and "type" not in node.type:
            fields = (
                each.child_by_field_name(field)
                for each in (node, *node.children)
                for field in ("value", "type", "default_value")
            )
            remaining += [each for each in fields if each is not None and "type_annotation" not in each.type]
        elif "comment" not in node.type and "type_annotation" not in node.type:
            function = _FUNCTION.search(node.type) is not None
            body = node.child_by_field_name("body") if function else None
            remaining += [
                each for each in node.children if not function or (each != body and not _BODY.search(each.type))
            ]
    return frozenset(words)


def _words(tree: Tree, root: Node, heads: tuple[str, ...] = ()) -> Iterator[tuple[str, int]]:
    """Yield the words below a node, without comments and strings, with their positions."""
    remaining = [root]
    while remaining:
        node = remaining.pop()
        if node.child_count:
            if "comment" not in node.type and (node.type not in heads or node.child_by_field_name("body") is not None):
                remaining += node.children
        elif not _TALK.search(node.type):
            yield from ((word, node.start_byte) for word in _parts(tree.text_of(node)))


def _parameters(tree: Tree) -> Iterator[Node]:
    """Yield the names of parameters, not their types."""
    remaining = [(tree.root, False)]
    while remaining:
        node, inside = remaining.pop()
        inside = inside or _PARAMETER.search(node.type) is not None
        if not (inside and "type" in node.type):
            remaining += [(child, inside) for child in node.children]
            if inside and not node.child_count:
                yield node


def _is_local(node: Node) -> bool:
    """Whether the node is in the body of a function or is one of its parameters."""
    return _scope(node) is not None


def _scope(node: Node) -> Node | None:
    """Return the innermost function whose body or parameters contain the node."""
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
"""A window that compresses to this share of its size only repeats itself."""
_LINE = 500
"""Nothing is defined beyond this column."""
_COMMENT = re.compile("comment")


_HALVES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Lone surrogates, which no file can contain."""


def readable(text: str) -> str:
    """Normalize line ends to LF and remove the byte order mark and everything that cannot be written to a file."""
    return _HALVES.sub("\ufffd", clean(text))


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a text that is complete in itself: an import, a function, a top-level statement."""

    kind: str
    """Type of its syntax node."""
    start: int
    """First byte of the part."""
    end: int
    """First byte after the part."""
    names: frozenset[str]
    """Names that it defines."""
    broken: bool
    """Whether it contains syntax errors."""
    name: str = ""
    """The first name that it defines: its own, if it is a class with members."""

    @property
    def comment(self) -> bool:
        """Whether it is a comment."""
        return bool(_COMMENT.search(self.kind))


class Reading:
    """The grammar of one language, for the texts of one answer."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.answers = language.answers
        self._left = _ALL_BYTES
        self._shift: dict[str, tuple[Tree, int] | None] = {}
        self._units: dict[str, list[Unit]] = {}
        self._used: dict[str, frozenset[str]] = {}

    @property
    def exact(self) -> bool:
        """Whether the grammar is the language's own, so that its errors are meaningful."""
        return self.language.syntax is not None and not self.answers.pattern

    def errors(self, text: str) -> float | None:
        """Return the share of the text that is not valid in the language; None if unknown."""
        tree = self._tree(text)[0] if self.exact else None
        if tree is None:
            return None
        wrong = sum(node.end_byte - node.start_byte or 1 for node in _errors(tree.root)) if tree.root.has_error else 0
        for node in self._parts(tree.root) if self.answers.around else ():
            wrong += len(tree.text_of(node).strip()) if node.type in self.answers.around else 0
        return min(1.0, wrong / max(1, len(tree.text)))

    def is_right(self, text: str) -> bool:
        """Whether the grammar accepts all of the text."""
        return self.errors(text) == 0.0

    def is_lost(self, text: str) -> bool:
        """Whether the grammar makes no sense of the text as a whole."""
        tree = self._tree(text)[0]
        return tree is None or tree.root.is_error

    def hides(self, text: str, at: int) -> bool:
        """Whether the byte is in a string or comment that starts before it."""
        tree, shift = self._tree(text)
        node = tree.root.descendant_for_byte_range(at + shift, at + shift) if tree is not None else None
        return node is not None and is_talk(node, at + shift)

    def is_aside(self, text: str, at: int) -> bool:
        """Whether the byte is in a comment that is not in a function."""
        tree, shift = self._tree(text)
        node = tree.root.descendant_for_byte_range(at + shift, at + shift + 1) if tree is not None else None
        return node is not None and "comment" in node.type and not _is_local(node)

    def hides_fences(self, text: str) -> bool:
        """Whether all fences of the text are in strings or comments."""
        at = 0
        for line in encode(text).split(b"\n"):
            if line.lstrip()[:3] in (b"```", b"~~~") and not self.hides(text, at):
                return False
            at += len(line) + 1
        return True

    def defined(self, text: str) -> frozenset[str]:
        """Return the names of functions, types and everything else that the text defines for the whole program."""
        if self.answers.pattern:
            lines = (re.match(self.answers.pattern, line[:_LINE]) for line in text.split("\n"))
            return frozenset(name for found in lines if found for name in found.groups() if name)
        return frozenset(name for unit in self.units(text) for name in unit.names)

    def used(self, text: str) -> frozenset[str]:
        """Return the words of the text outside comments and strings."""
        if text not in self._used:
            tree = self._tree(text)[0]
            words = words_of(tree) if tree is not None else frozenset(filter(is_name, re.findall(r"\w+", text)))
            self._used[text] = words
        return self._used[text]

    def free(self, text: str) -> frozenset[str]:
        """Return the words of the text that refer to nothing it defines, not even a parameter."""
        tree = self._tree(text)[0] if self.exact else None
        return (free_words_of(tree, self.answers.heads) if tree is not None else self.used(text)) - self.defined(text)

    def immediate(self, text: str) -> frozenset[str]:
        """Return the words of the text that refer to nothing it defines and that it needs at once, not only when a
        function is called."""
        tree = self._tree(text)[0] if self.exact else None
        return immediate_words_of(tree) - self.defined(text) if tree is not None else frozenset()

    def units(self, text: str) -> list[Unit]:
        """Return the parts of the text; empty if it was not parsed."""
        if text not in self._units:
            self._units[text] = self._find_units(text)
        return self._units[text]

    def _find_units(self, text: str) -> list[Unit]:
        tree, shift = self._tree(text)
        if tree is None or self.language.syntax is None or not self.exact:
            return []
        names_at = ((at, name) for name, at in defined_in(tree, self.language.syntax, self.answers))
        found = sorted(names_at, key=lambda each: (each[0], -len(each[1]), each[1]))
        places = [at for at, _ in found]
        units: list[Unit] = []
        for node in self._parts(tree.root):
            start, end = max(0, node.start_byte - shift), node.end_byte - shift
            if end <= start:
                continue
            first, last = (bisect.bisect_left(places, at) for at in (node.start_byte, node.end_byte))
            names = frozenset(name for _, name in found[first:last])
            own = found[first][1] if first < last else ""
            broken = node.is_error or node.has_error
            accessor = node.type in ("getter", "setter") and units and "property" in units[-1].kind
            if (accessor or node.type.endswith("_body")) and any(
                not unit.comment for unit in units
            ):  # of the signature before it
                head = units.pop()
                while head.comment:
                    head = units.pop()
                start, names, broken = head.start, names | head.names, broken or head.broken
                own = head.name or own
            kind = "property_declaration" if accessor else node.type
            units.append(Unit(kind=kind, start=start, end=end, names=names, broken=broken, name=own))
        return units

    def tree(self, text: str) -> Tree | None:
        """Parse a text, with the opening its grammar requires; None if it was not parsed."""
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
        # Each invalid byte becomes one character: queries cannot read it, and positions stay the same.
        data, syntax = text.encode(errors="replace"), self.language.syntax
        if syntax is None or len(data) > min(MOST_BYTES, self._left) or _repeats(data):
            return None
        self._left -= len(data)
        opening = syntax.opening.encode() if syntax.opening.strip() not in text else b""
        # A comment that ends with the text instead of a line makes some scanners loop forever.
        end = b"" if data.endswith(b"\n") else b"\n"
        return parse(syntax.grammar, opening + data + end), len(opening)


def _errors(root: Node) -> Iterator[Node]:
    """Yield the outermost error nodes and missing nodes."""
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
    """Return the names that the tests use and do not define, including those of the standard library.

    In languages where functions need a container, as in Java, the result also has qualified names such as
    `Solution.add`. It contains the character that closes a body if the tests close one they have not opened.
    """
    return _names(language.id, readable(tests))


def defined_by(language: Language, solution: str) -> list[frozenset[str]]:
    """Return the names of functions and classes for each part of a solution.

    A class with its methods is one part, unless functions cannot exist outside a class: then each is a separate part.
    """
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
    """Yield members qualified by their owner; a variable counts as the class it was created from."""
    classes = {found[1]: found[2] for found in _MADE.finditer(tests)}
    classes |= {found[2]: found[1] for found in _DECLARED.finditer(tests)}
    for found in _CHAIN.finditer(tests):
        owner, _, member = found[0].strip(".").rpartition(".")
        if owner:
            yield f"{classes.get(owner, owner)}.{member}"
    for found in _CALLED_NEW.finditer(tests):
        yield f"{found[1]}.{found[2]}"
