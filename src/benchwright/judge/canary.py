"""Finds the places where one changed value would make the tests fail: the canary sites, best first.

A site is a literal inside a check. Its value becomes another of the same type, in a real check: an added assertion
could be told from the others by a candidate that counts them, and a value of another type by one that compares types.
Whether a site is valid is found out by running the reference (calibrate.py); here they are only ranked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from benchwright.judge.plan import CanarySite
from benchwright.languages import Language, Syntax
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import Tree, ancestors, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_CHECK_WORD = re.compile(r"assert|expect|equal|check|verify|throws|panic|raise|fail|error|fatal|exit|die|\bis\b", re.I)
_COMPARISONS = frozenset({"==", "!=", "===", "!==", "-eq", "-ne", "=", "eq", "ne", "is", "<>"})
_STRING_TAIL = re.compile(r"(?<![\\%{$&])[A-Za-z0-9](?=[^A-Za-z0-9]*$)")
_MOST_SITES = 200


def mutate(tests: str, site: CanarySite) -> str:
    """The tests' text with the site's value changed."""
    data = encode(clean(tests))
    changed = data[: site.start] + site.replacement.encode() + data[site.end :]
    return changed.decode(errors="surrogateescape")


def find_sites(language: Language, tests: str) -> list[CanarySite]:
    """All candidates, the likeliest first; of equal ones those of rarer idioms and later lines."""
    if language.syntax is None:
        return []
    tree = parse(language.syntax.grammar, encode(clean(tests)))
    ranked = [
        (_rank(tree, node, check), -node.start_point[0], site)
        for node, kind in _literals(tree, language.syntax)
        if (check := _check_of(tree, node, language.syntax)) is not None
        and (site := _site(tree, node, kind, check)) is not None
    ]
    return [site for _, _, site in sorted(ranked, key=lambda entry: entry[:2])][:_MOST_SITES]


def _literals(tree: Tree, syntax: Syntax) -> Iterator[tuple[Node, str]]:
    types = {node_type: kind for kind, node_types in syntax.literals.items() for node_type in node_types}
    query = " ".join(f"({node_type}) @{kind}" for node_type, kind in types.items())
    for match in tree.find(f"[{' '.join(f'({node_type})' for node_type in types)}] @literal" if query else query):
        yield match["literal"], types[match["literal"].type]


def _check_of(tree: Tree, node: Node, syntax: Syntax) -> Node | None:
    """The nearest statement around the literal, if it looks like a check."""
    for around in ancestors(node):
        if around.type in syntax.statements:
            head = tree.text_of(around)[:2000]
            return around if _CHECK_WORD.search(head) or _compares(around) else None
    return None


def _compares(node: Node) -> bool:
    return any(child.type in _COMPARISONS or _compares(child) for child in node.children)


def _rank(tree: Tree, node: Node, check: Node) -> int:
    """Lower is likelier: an operand of a comparison or an argument of the assertion, with no call around it."""
    calls = sum("call" in around.type or "invocation" in around.type for around in _between(node, check))
    compared = any(any(child.type in _COMPARISONS for child in around.children) for around in _between(node, check))
    asserted = bool(_CHECK_WORD.match(tree.text_of(check).lstrip()))
    return calls * 2 + (0 if compared else 1) + (0 if asserted else 1)


def _between(node: Node, check: Node) -> Iterator[Node]:
    for around in ancestors(node):
        yield around
        if around == check:
            return


def _site(tree: Tree, node: Node, kind: str, check: Node) -> CanarySite | None:
    text = tree.text_of(node)
    changed = _change(text, kind)
    if changed is None or changed == text:
        return None
    return CanarySite(
        start=node.start_byte,
        end=node.end_byte,
        replacement=changed,
        line=node.start_point[0] + 1,
        idiom=_idiom(tree, check),
    )


def _idiom(tree: Tree, check: Node) -> str:
    """What the check is written with: its first word, as in `assert`, `assertEquals`, `t.Errorf`, `if`."""
    found = re.match(r"[\w.:]+|\[+", tree.text_of(check).lstrip())
    return f"{check.type} {found[0] if found else ''}".strip()


def _change(text: str, kind: str) -> str | None:
    match kind:
        case "integer":
            return _next_digit(text)
        case "float":
            return _next_digit(text)
        case "boolean":
            return _flip(text)
        case _:
            return _next_letter(text)


def _next_digit(text: str) -> str | None:
    """The number with its first digit changed, so that tolerances do not hide it."""
    found = re.match(r"(0[xXoObB])?[_']*(\d)", text)
    if found is None:
        return None
    digit = found[2]
    another = {"0": "1", "1": "0"}.get(digit, "1") if found[1] else str(int(digit) % 9 + 1)
    return text[: found.start(2)] + another + text[found.end(2) :]


def _flip(text: str) -> str | None:
    flipped = {"true": "false", "false": "true", "yes": "no", "no": "yes"}.get(text.lower())
    if flipped is None:
        return None
    return flipped.upper() if text.isupper() else flipped.capitalize() if text[0].isupper() else flipped


def _next_letter(text: str) -> str | None:
    """The string with its last letter or digit changed; what may belong to an escape or a format is left alone."""
    found = _STRING_TAIL.search(text)
    if found is None or "\\" in text[max(0, found.start() - 4) : found.start()]:
        return None
    letter = found[0]
    another = {"z": "y", "Z": "Y", "9": "8"}.get(letter) or chr(ord(letter) + 1)
    return text[: found.start()] + another + text[found.end() :]


def spread(sites: Iterable[CanarySite], most: int) -> list[CanarySite]:
    """At most so many of the sites, one of each idiom before a second of any."""
    by_idiom: dict[str, list[CanarySite]] = {}
    for site in sites:
        by_idiom.setdefault(site.idiom, []).append(site)
    chosen: list[CanarySite] = []
    while len(chosen) < most and by_idiom:
        for idiom in list(by_idiom):
            chosen.append(by_idiom[idiom].pop(0))
            if not by_idiom[idiom]:
                del by_idiom[idiom]
    return chosen[:most]
