"""Find other values for the literals of a test set."""

from __future__ import annotations

import functools
import hashlib
import itertools
import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from benchwright.judging.change import changed_value, nearby_value
from benchwright.judging.origins import Origins

if TYPE_CHECKING:
    from tree_sitter import Node

CONSTRUCTS = re.compile(r"(?i)of|as_?list|\w*(list|array|set|map|vector|seq|tuple|vec|some|just|ok)(_?of)?|from|wrap")
"""Names of functions that build a collection of their arguments."""
_LISTS = re.compile("list|array|tuple|vector|initializer|table_constructor|literal_value")
_DIGITS = re.compile("[0-9]")
_LEADING_ZERO = re.compile("-?0[0-9]")
_QUOTES = "'\"`"
_SPECIAL = re.compile(r"[^\w .,;:!?()-]")
"""Characters that may mean something to a language inside a text."""
_ANSWER = re.compile("yes|no|true|false|none|null|ok|error|valid|invalid|even|odd", re.IGNORECASE)
_LABEL = re.compile(rf"[A-Z][A-Za-z_]*|(?i:{_ANSWER.pattern})")
_LENIENT = {
    "number": re.compile(r"[<>]|abs|close|approx|near|almost|delta|tol|eps|round|within|ulp", re.IGNORECASE),
    "string": re.compile(r"low|up|case|fold|strip|trim|split|squeeze|normal|ignor|chomp|words|replace", re.IGNORECASE),
}
"""What in a check suggests that it accepts small differences between values of a kind."""
_APPROXIMATE = re.compile(r"(?i)\babs|fabs|close|approx|almost|near|delta|toler|\btol|eps|within|\b1e-")
"""Comparisons that accept every value near the expected one."""
_DRAWS = 5
"""How many literals of a value to try until one is a part of it."""
_NEIGHBOURS = 40
"""How many literals before and after a literal to search for another of the same kind."""


class Edit(msgspec.Struct, frozen=True, array_like=True, order=True):
    """A replacement in the tests' text."""

    start: int
    """First byte of the replaced range."""
    end: int
    """First byte after the range."""
    text: str
    """Replacement for the bytes in the range."""


class Option(msgspec.Struct, frozen=True, array_like=True):
    """One way to alter a check."""

    kind: Literal["value", "made", "turned"]
    """`value` writes another value into the text. `made` replaces the expected value at run time: the form `other`
    alters it, the form `same` leaves it unaltered. `turned` inverts the comparison."""
    edits: tuple[Edit, ...]
    """What to replace. For `made`, the text stays and the form is wrapped around it."""
    nearby: bool = False
    """Whether the value changes only slightly, which checks with a tolerance do not notice."""


class OtherValues(Origins):
    """Other values for literals, and for lists of them."""

    swapped = False
    """Whether the list before this one is altered by a swap."""

    counting = True
    """Whether what is altered is an expected value rather than a message."""

    @functools.cached_property
    def _turns(self) -> dict[str, dict[int, int]]:
        """Kind → start of each expected value of that kind → its number."""
        return {group: {} for group in _LENIENT}

    def _other_literal(self, literal: Node) -> str | None:
        """Find the nearest literal of the same kind with a different text of about the same length that is not passed
        to the solution: a value that could plausibly be expected."""
        text = self.tree.text_of(literal)
        if self.kinds[literal.type] == "boolean" or not text:
            return None
        start = bisect_left(self.literal_starts, literal.start_byte) + 1
        around = (*self.literals[start : start + _NEIGHBOURS], *self.literals[max(0, start - _NEIGHBOURS) : start])
        for other in around:
            found = self.tree.text_of(other)
            if other.type != literal.type or found == text or not found or self._is_argument(other):
                continue
            alike = _DIGITS.sub("", found) == _DIGITS.sub("", text) if text[0].isdigit() else "\n" not in found
            if alike and abs(len(found) - len(text)) <= 1 + len(text) // 2:
                return self._blended(text, found, self._draw(literal)) or found
        return None

    def _is_name(self, text: str) -> bool:
        """Whether a text is a label, such as "YES". It becomes another label: anything else would stand out."""
        return bool(_LABEL.fullmatch(text.strip(_QUOTES))) or self.literal_texts[text] > 1

    def _blended(self, text: str, other: str, draw: int) -> str | None:
        """Mix two literals into one that the tests do not contain, with the start or the end of the first. Compilers
        store equal constants only once, so a cheat that reads the expected values from the constants, in order, would
        miss one that occurs twice."""
        bare, other_bare = text.strip(_QUOTES), other.strip(_QUOTES)
        both = bare + other_bare
        if self._is_name(text) or _SPECIAL.search(both) or both.isdigit() != bare[:1].isdigit():
            return None
        for cut in _from(len(bare) // 2, len(bare)):
            for inner in (bare[:cut] + other_bare[cut:], other_bare[:cut] + bare[cut:])[:: 1 if draw % 2 else -1]:
                mixed = text.replace(bare, inner, 1)
                # Some languages read 010 as octal, others reject it.
                if mixed not in self.literal_texts and not _LEADING_ZERO.match(mixed):
                    return mixed
        return None

    def _literal_options(self, check: Node, within: Node, inputs: frozenset[int] = frozenset()) -> list[Option]:
        """Return options for one part of the value, its last literal and its first.

        A part is a literal that is not in a further expression. Which one is chosen depends on the whole text: if it
        were always the last, an equality that ignores all the others would never be noticed.
        """
        literals = self._literals_in(within)
        draw = self._draw(within)
        tried = [literals[(draw + number) % len(literals)] for number in range(min(_DRAWS, len(literals)))]
        drawn = next((each for each in tried if self._is_part(each, within)), None)
        return self._value_options(check, [each for each in (drawn, *literals[-1:], *literals[:1]) if each], inputs)

    def _swap_options(self, expected: Node) -> list[Option]:
        """Return the option to swap two neighbours in a list of literals, for every second list."""
        expected = self._inside_parentheses(expected)
        cells = [each for each in expected.named_children if "comment" not in each.type]
        if not _LISTS.search(expected.type) or not all(self._is_plain(each, expected) for each in cells):
            return []
        texts = [self.tree.text_of(each) for each in cells]
        unequal = [number for number, (one, next_one) in enumerate(itertools.pairwise(texts)) if one != next_one]
        self.swapped = not self.swapped
        if not unequal or not self.swapped:
            return []
        at = unequal[self._draw(expected) % len(unequal)]
        first, second = cells[at], cells[at + 1]
        edits = (
            Edit(first.start_byte, first.end_byte, texts[at + 1]),
            Edit(second.start_byte, second.end_byte, texts[at]),
        )
        return [Option("value", edits)]

    def _is_plain(self, cell: Node, within: Node) -> bool:
        literals = self._literals_in(cell)
        return len(literals) == 1 and self._is_part(literals[0], within)

    def _draw(self, node: Node) -> int:
        """A number that depends on the whole text of the tests and on the place in it."""
        digest = hashlib.sha256(self._seed + str(node.start_byte).encode()).digest()
        return int.from_bytes(digest[:4], "big")

    @functools.cached_property
    def _seed(self) -> bytes:
        return hashlib.sha256(self.text).digest()

    @functools.cached_property
    def _computing(self) -> dict[int, bool]:
        """Node → whether it computes a value from those in it."""
        return {}

    def _is_part(self, literal: Node, within: Node) -> bool:
        """Whether only collections are between a literal and the value it is in."""
        around = literal.parent
        while around is not None and around.start_byte >= within.start_byte and around.end_byte <= within.end_byte:
            if around.id not in self._computing:
                builds = self._is_call(around) and CONSTRUCTS.fullmatch(self._callee(around))
                computes = len(self._operator(around)[1]) == 2 or (self._is_call(around) and not builds)
                self._computing[around.id] = computes
            if self._computing[around.id]:
                return False
            if around.id == within.id:
                break
            around = around.parent
        return True

    def _value_options(self, check: Node, literals: list[Node], inputs: frozenset[int]) -> list[Option]:
        """Return options for literals, each replaced by another literal of the tests and by a made-up one. If the check
        repeats the literal, as in a message, both occurrences change."""
        options: list[Option] = []
        approximate = _APPROXIMATE.search(self.tree.text_of(check))
        nearby = self._nearby(check, literals[0]) if literals else None
        for literal in {each.id: each for each in literals}.values():
            text = self.tree.text_of(literal)
            draw = self._draw(literal)
            others: tuple[str | None, ...] = (
                self._other_literal(literal),
                changed_value(text, self.kinds[literal.type], draw),
            )
            if self.kinds[literal.type] == "string" and draw % 4 > 1 and not self._is_name(text):
                others = others[::-1]
            if approximate and self.kinds[literal.type] in ("integer", "float"):
                others = others[1:]  # another value of the tests may be near enough
            near = nearby if literal.id == literals[0].id else None
            for changed in dict.fromkeys(each for each in (near, *others) if each is not None):
                edits = {(literal.start_byte, literal.end_byte): changed}
                if len(text) > 2:
                    edits |= {
                        (each.start_byte, each.end_byte): self.tree.text_of(each).replace(text, changed)
                        for each in self._literals_in(check)
                        if text in self.tree.text_of(each)
                        and not self._is_inside(each, inputs)
                        and (each.id == literal.id or not self._is_argument(each))
                    }
                changes = tuple(Edit(start, end, new) for (start, end), new in sorted(edits.items()))
                options.append(Option("value", changes, changed == near))
        return options

    def _nearby(self, check: Node, literal: Node) -> str | None:
        """Return a slightly different value for every second number and two of three strings, unless the check seems
        to accept it."""
        if not self.own:
            return None  # it may be an input of the solution, which need not distinguish such values
        text, kind = self.tree.text_of(literal), self.kinds[literal.type]
        group = "number" if kind in ("integer", "float") else kind
        if group not in _LENIENT or _LENIENT[group].search(self._checking_text(check)):
            return None
        if group == "string" and (self.literal_texts[text] > 1 or _ANSWER.fullmatch(text.strip(_QUOTES))):
            return None
        turns = self._turns[group]
        if self.counting:
            turns.setdefault(literal.start_byte, len(turns))
        turn = turns.get(literal.start_byte)
        if turn is None or (turn % 3 == 2 if group == "string" else turn % 2):
            return None
        before = self.text[literal.start_byte - 1 : literal.start_byte].decode(errors="replace")
        quote = before if before in tuple(_QUOTES) else ""
        changed = nearby_value(f"{quote}{text}{quote}", kind, turn % 3 + 2 * (turn // 3) + 4 * self._draw(literal))
        return None if changed is None else changed[len(quote) : len(changed) - len(quote)]

    def _checking_text(self, check: Node) -> str:
        """The text of a check and of the tests' functions that it calls."""
        called = [self.functions[word][1] for word in {*self._words_in(check)} if word in self.functions]
        return "\n".join(map(self.tree.text_of, (check, *called)))

    def _is_inside(self, node: Node, others: frozenset[int]) -> bool:
        around: Node | None = node if others else None
        while around is not None and around.id not in others:
            around = around.parent
        return around is not None


def _from(middle: int, end: int) -> Iterator[int]:
    """The numbers between 1 and `end`, those in the middle first."""
    return iter((*range(middle, end), *range(middle - 1, 0, -1)))
