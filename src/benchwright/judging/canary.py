"""Find canary sites: places in the tests where changing one value makes a correct solution fail."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec

from benchwright.judging.change import changed_value
from benchwright.judging.names import opened
from benchwright.judging.plan import CanarySite
from benchwright.judging.question import Question, run_joined
from benchwright.judging.verdict import Verdict
from benchwright.languages import Language, Syntax
from benchwright.languages.join import clean, encode, join
from benchwright.languages.syntax import Tree, ancestors, descendants, parse
from benchwright.sandbox.protocol import Sandbox

if TYPE_CHECKING:
    from tree_sitter import Node


_CHECK_WORD = re.compile(
    r"(?-i:@test)|@?assert|expect|equal|check|verify|throws|panic|raise|fail|error|fatal|exit|die|\bis\b", re.IGNORECASE
)
_USE = re.compile("qualified|scoped|invocation|call|command|annotation|attribute|argument|access|creation|reference")
"""Nodes that use a name rather than define it."""
_KEY = re.compile("subscript|index|element_access|array_access")
"""Nodes that look something up by a literal key."""
_FUNCTION = re.compile("function|method_declaration|^method$|^singleton_method$|^subroutine")
_OPPOSITES = {
    "==": "!=", "!=": "==", "===": "!==", "!==": "===", "<": ">=", ">": "<=", "<=": ">", ">=": "<",
    "-eq": "-ne", "-ne": "-eq", "eq": "ne", "ne": "eq", "is": "is not", "is not": "is", "in": "not in", "not in": "in",
    "assertEquals": "assertNotEquals", "assertEqual": "assertNotEqual", "assert_equal": "assert_not_equal",
    "AreEqual": "AreNotEqual", "shouldBe": "shouldNotBe",
}  # fmt: skip
_COMPARISONS = frozenset({"==", "!=", "===", "!==", "-eq", "-ne", "eq", "ne", "is", "<>", "=~", "test_operator"})
_ARGUMENT = r"\(?[\w:\"'.+-]+\)?"
_EXIT = r"(?:_|os_|set_|system|[\w-]+:)?exit(?:process|with|_status|success|failure)?!?|quit|q|halt|stop|die|kill-emacs"
_STATUS = re.compile(
    rf"\(?\s*(?:raise\s+)?(?:return|(?:[\w$\[\]]+(?:\.|::|->|/))*(?:{_EXIT}))"
    rf"\s*\(?\s*(?:{_ARGUMENT}(?:[\s,=]+{_ARGUMENT}){{0,3}})?\s*\)*\s*;?",
    re.IGNORECASE,
)
"""A statement that only returns a value or exits with one, such as `return 0` or `exit(0)`. It checks nothing."""
_TALK = frozenset({"echo", "printf", "print", "println", "log", "exit", "return", "sleep"})

_Value = TypeVar("_Value")

Tier = Literal["value", "table", "comparison", "condition"]
TIERS: tuple[Tier, ...] = ("value", "table", "comparison", "condition")
"""Kinds of sites; earlier ones catch more kinds of cheating."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A possible site that has not been validated."""

    site: CanarySite
    """The change to make."""
    last_line: int
    """Last line of the enclosing check."""
    tier: Tier
    """What kind of site it is."""
    rank: int
    """The lower, the more likely it is an expected value."""
    region: int
    """Start of the enclosing function, or of the top-level statement outside functions."""
    plain: bool = False
    """Whether it is certainly an expected value: an assertion compares with it."""


def mutate(tests: str, site: CanarySite) -> str:
    """Return the tests with the site's value changed."""
    data = encode(clean(tests))
    changed = data[: site.start] + site.replacement.encode() + data[site.end :]
    return changed.decode(errors="surrogateescape")


def find_candidates(language: Language, tests: str, reference: str) -> list[Candidate]:
    """Return all candidates, the most likely first. Among equals, later ones come first: a run that reaches them has
    passed the earlier ones."""
    syntax = language.syntax
    if syntax is None:
        return []
    text, shift = opened(syntax, tests)
    tree = parse(syntax.grammar, text)
    own = defined_names(syntax, opened(syntax, reference)[0])
    turned = language.checks.turned if language.checks is not None else {}
    found = (*_values(tree, syntax, own), *_comparisons(tree, syntax, turned), *_conditions(tree, syntax))
    best_first = sorted(found, key=lambda each: (TIERS.index(each.tier), each.rank, -each.site.start))
    return [_moved(each, -shift) for each in best_first] if shift else best_first


def _moved(candidate: Candidate, by: int) -> Candidate:
    site = msgspec.structs.replace(candidate.site, start=candidate.site.start + by, end=candidate.site.end + by)
    return msgspec.structs.replace(candidate, site=site, region=candidate.region + by)


def defined_names(syntax: Syntax, text: bytes) -> frozenset[str]:
    """Return the names that the text defines."""
    tree = parse(syntax.grammar, text)
    if syntax.definitions:
        return frozenset(tree.text_of(match["name"]) for match in tree.find(syntax.definitions))
    names: set[str] = set()
    for field in ("name", "declarator"):
        try:
            found = tree.find(f"(_ {field}: (_) @name) @holder")
            names |= {tree.text_of(match["name"]) for match in found if not _USE.search(match["holder"].type)}
        except ValueError:  # the grammar has no such field
            continue
    return frozenset(names)


def spread(
    sites: Iterable[CanarySite], most: int, kind_of: Callable[[CanarySite], object] = lambda site: site.idiom
) -> list[CanarySite]:
    """Choose at most `most` sites, one of each kind before a second of any. By default the kind is the idiom."""
    by_kind: dict[object, list[CanarySite]] = {}
    for site in sites:
        by_kind.setdefault(kind_of(site), []).append(site)
    chosen: list[CanarySite] = []
    while len(chosen) < most and by_kind:
        for kind in list(by_kind):
            chosen.append(by_kind[kind].pop(0))
            if not by_kind[kind]:
                del by_kind[kind]
    return chosen[:most]


def _values(tree: Tree, syntax: Syntax, own: frozenset[str]) -> Iterator[Candidate]:
    """Yield literals, except arguments of the solution's functions and text that is only printed."""
    kinds = {node_type: kind for kind, node_types in syntax.literals.items() for node_type in node_types}
    callees = _Callees(tree, syntax)
    # A statement may contain thousands of literals: look at it, and at each list in it, only once.
    is_check = _by_node(lambda statement: _is_check(tree, statement))
    is_asserted = _by_node(lambda statement: _is_asserted(tree, statement))
    is_status = _by_node(lambda statement: bool(_STATUS.fullmatch(tree.text_of(statement).strip())))
    has_comparison = _by_node(lambda node: any(map(_is_comparison, node.children)))
    last_end = _by_node(lambda node: node.named_children[-1].end_byte)
    idiom = _by_node(lambda statement: _idiom(tree, statement))
    for match in tree.find(f"[{' '.join(f'({node_type})' for node_type in kinds)}] @literal") if kinds else ():
        node = match["literal"]
        around = list(_up_to_statement(node, syntax))
        changed = changed_value(tree.text_of(node), kinds[node.type])
        if not _ends_in_statement(around, syntax) or changed is None:
            continue
        if any((callee := callees.of(each)) in own or callee.lower() in _TALK for each in around):
            continue
        check = around[-1]
        if is_status(check):
            continue
        tier: Tier = "value" if is_check(check) else "table"
        compared, asserted = any(map(has_comparison, around)), is_asserted(check)
        rank = _rank(callees, node, around, last_end) + (not compared) + (not asserted)
        plain = compared and asserted and not any(_KEY.search(each.type) for each in around)
        yield _candidate(node, check, idiom(check), changed, tier, rank, plain)


def _comparisons(tree: Tree, syntax: Syntax, turned: Mapping[str, str]) -> Iterator[Candidate]:
    """Yield the operators of checks, inverted, and assertions of equality. `turned` are the language's operators."""
    opposites = {**_OPPOSITES, **{operator: other for operator, other in turned.items() if other and operator != "="}}
    is_check = _by_node(lambda statement: _is_check(tree, statement))
    for node in descendants(tree.root):
        if node.child_count == 0 and (opposite := _split_opposite(tree, node) or opposites.get(tree.text_of(node))):
            around = list(_up_to_statement(node, syntax))
            if _ends_in_statement(around, syntax) and is_check(around[-1]):
                yield _candidate(node, around[-1], _idiom(tree, around[-1]), opposite, "comparison", len(around))


def _split_opposite(tree: Tree, node: Node) -> str:
    """Return what inverts `==` or `!=` in place of its first character, if each character has a node."""
    whole = node.parent if node.parent is not None and node.parent.child_count == 1 else node
    after = whole.next_sibling
    if after is None or after.start_byte != node.end_byte or tree.text_of(after) != "=":
        return ""
    return {"=": "!", "!": "="}.get(tree.text_of(node), "")


def _conditions(tree: Tree, syntax: Syntax) -> Iterator[Candidate]:
    """Yield the conditions of checks, negated."""
    for match in tree.find(syntax.conditions) if syntax.conditions else ():
        node = match["condition"]
        around = list(_up_to_statement(node, syntax))
        if _ends_in_statement(around, syntax):
            text = syntax.negation.replace("{}", tree.text_of(node))
            yield _candidate(node, around[-1], _idiom(tree, around[-1]), text, "condition", 0)


def _by_node(function: Callable[[Node], _Value]) -> Callable[[Node], _Value]:
    """Call the function only once for each node."""
    known: dict[int, _Value] = {}

    def remembered(node: Node) -> _Value:
        if node.id not in known:
            known[node.id] = function(node)
        return known[node.id]

    return remembered


def _candidate(
    node: Node, check: Node, idiom: str, replacement: str, tier: Tier, rank: int, plain: bool = False
) -> Candidate:
    site = CanarySite(
        start=node.start_byte,
        end=node.end_byte,
        replacement=replacement,
        line=node.start_point[0] + 1,
        idiom=idiom,
    )
    last_line = check.end_point[0] + 1
    return Candidate(site=site, last_line=last_line, tier=tier, rank=rank, region=_region(node), plain=plain)


def _region(node: Node) -> int:
    around = [node, *ancestors(node)]
    functions = [each for each in around if _FUNCTION.search(each.type)]
    outermost = functions[-1] if functions else around[max(0, len(around) - 2)]
    return outermost.start_byte


def _up_to_statement(node: Node, syntax: Syntax) -> Iterator[Node]:
    for around in ancestors(node):
        yield around
        if _is_statement(around, syntax):
            return


def _ends_in_statement(around: list[Node], syntax: Syntax) -> bool:
    return bool(around) and _is_statement(around[-1], syntax)


def _is_statement(node: Node, syntax: Syntax) -> bool:
    inside = node.parent.type if node.parent is not None else ""
    return node.type in syntax.statements or inside in syntax.blocks


def _is_check(tree: Tree, statement: Node) -> bool:
    return bool(_CHECK_WORD.search(tree.text_of(statement)[:2000])) or _compares(statement)


def _compares(node: Node) -> bool:
    return any(_is_comparison(each) for each in descendants(node))


def _is_comparison(node: Node) -> bool:
    """Most grammars have one node type per operator; some have one for all operators."""
    if node.type in ("operator", "custom_operator"):
        return node.text is not None and node.text.decode(errors="replace") in _COMPARISONS
    return node.type in _COMPARISONS


class _Callees:
    """Looks up which function each call in a tree calls."""

    def __init__(self, tree: Tree, syntax: Syntax) -> None:
        self._tree = tree
        found = tree.find(syntax.calls) if syntax.calls else ()
        self._told = {match["call"].id: match["callee"] for match in found}

    def of(self, node: Node) -> str:
        """Return the last name of what the node calls; empty if the node is not a call."""
        called = self._told.get(node.id) or node.child_by_field_name("function")
        if called is None and ("invocation" in node.type or node.type in ("command", "object_creation_expression")):
            called = node.child_by_field_name("name") or node.child_by_field_name("type")
        if called is None:
            return ""
        text = self._tree.text_of(called)
        # Lisp names contain more than word characters.
        names = [text] if called.child_count == 0 else re.findall(r"\w+", text)
        return names[-1] if names else ""


def _rank(callees: _Callees, node: Node, around: list[Node], last_end: Callable[[Node], int]) -> int:
    """Rank a literal lower, that is better, the fewer calls enclose it and if it comes last in its list."""
    calls = sum(1 for each in around if callees.of(each))
    parent = around[0].parent if around[0].named_child_count == 1 else around[0]
    last = parent is None or last_end(parent) <= node.end_byte + 1
    return calls * 2 + (not last)


def _is_asserted(tree: Tree, check: Node) -> bool:
    return bool(_CHECK_WORD.match(tree.text_of(check).lstrip(" \t\n(")))


def _idiom(tree: Tree, check: Node) -> str:
    """Return what the check is written with: its first word, such as `assert`, `assertEquals`, `t.Errorf` or `if`."""
    found = re.match(r"@?[\w.:]+|\[+", tree.text_of(check).lstrip(" \t\n("))
    return f"{check.type} {found[0] if found else ''}".strip()


WANTED_SITES = 6
"""Maximum number of valid sites in a plan."""
_TRIED_SITES = 12


async def valid_sites(
    sandbox: Sandbox, question: Question, language: Language, solution: str, *, wanted: int = WANTED_SITES
) -> list[CanarySite]:
    """Find sites where this solution fails once a value of the tests is changed.

    Each function of the tests gets its sites from the first tier that has any for it, because a cheat may target a
    single test. Returns at most `wanted` sites; if `wanted` is below the default, the search stops as soon as it has
    that many.
    """
    candidates = find_candidates(language, question.tests, solution)
    sites: list[CanarySite] = []
    covered: set[int] = set()
    for tier in TIERS:
        if len(sites) >= wanted < WANTED_SITES:
            break
        chosen = {each.site: each for each in candidates if each.tier == tier and each.region not in covered}
        found = await _try(sandbox, question, language, solution, chosen, wanted)
        covered |= {chosen[site].region for site in found}
        sites += found
    return spread(sites, wanted)


async def noticed_sites(sandbox: Sandbox, question: Question, language: Language, solution: str) -> list[CanarySite]:
    """Find sites where a solution that is not known to be correct fails.

    If the tests contain values that are certainly expected ones, it must notice a change to one of those. An object
    that equals everything would still notice an inverted comparison.
    """
    candidates = find_candidates(language, question.tests, solution)
    plain = {each.site: each for each in candidates if each.plain}
    if plain:
        return await _try(sandbox, question, language, solution, plain, WANTED_SITES)
    return await valid_sites(sandbox, question, language, solution)


async def _try(
    sandbox: Sandbox,
    question: Question,
    language: Language,
    solution: str,
    chosen: Mapping[CanarySite, Candidate],
    wanted: int,
) -> list[CanarySite]:
    """Try several sites concurrently until enough are found.

    Sites that fail at their own check come first. If an idiom has none of those, because its values are in a table or a
    helper of the tests does the checking, any failing check will do.
    """
    queue = spread(chosen, _TRIED_SITES, lambda site: (chosen[site].region, site.idiom))
    exact: list[CanarySite] = []
    loose: list[CanarySite] = []
    while queue and (missing := wanted - len(exact)) > 0:
        batch, queue = queue[:missing], queue[missing:]
        trials = (_failing_line(sandbox, question, language, solution, site) for site in batch)
        for site, line in zip(batch, await asyncio.gather(*trials), strict=True):
            if line is not None:
                (exact if site.line <= line <= chosen[site].last_line else loose).append(site)
    idioms = {site.idiom for site in exact}
    return [*exact, *(site for site in loose if site.idiom not in idioms)]


async def _failing_line(
    sandbox: Sandbox, question: Question, language: Language, solution: str, site: CanarySite
) -> int | None:
    """Return the line of the check that fails when the value is changed, or the site's line if unknown; None if no
    check of the tests failed."""
    joined = join(language, solution, mutate(question.tests, site))
    judgement = await run_joined(sandbox, question, language, joined)
    place = judgement.place
    if judgement.verdict is not Verdict.WRONG_ANSWER or (place is not None and place.part != "tests"):
        return None
    return place.line if place is not None else site.line
