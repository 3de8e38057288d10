"""Find where a small fault can be injected into a solution: the operators of mutation testing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from benchwright.judging.change import CALLS, INFIX, PREFIX, TRUTHS, changed_value
from benchwright.languages import Syntax
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree, ancestors, descendants

if TYPE_CHECKING:
    from tree_sitter import Node


_INSIDE = re.compile(r"interpolation|substitution|expansion|^expr_string", re.IGNORECASE)
"""Code embedded in a string."""
_APART = re.compile(
    r"type|comment|import|include|preproc_(?!if|else)|annotation|attribute_(item|list|decl|spec|group)|generic"
    r"|package_(decl|clause|header)|use_declaration|using_(dir|decl)|signature|pragma|bound|array_declarator|format_spec"
    r"|interface|^spec$|^declare_|escape|regex|quot|_redirect$|^redirection|^dis_expr$",
    re.IGNORECASE,
)
_TEXT = re.compile(r"string|heredoc|char_lit|quoted", re.IGNORECASE)
_NEEDS = re.compile(
    r"#?\s*(?:import|include|from|use|using|require|open|alias)(?:\s+[\"'\w{*.]|\s*[\"<][\w/.]+[\">])"
    r"|(?:@(?:spec|typep?|doc|moduledoc|callback|impl|behaviour|import|include)|-\s*(?:export|import|spec|type|module|record|define))\b"
    r"|&[\w.]+/"
)
"""Start of parts that import something or define types."""
_ENTRY = re.compile(
    r"(?:(?:public|static|void|int|def|func|fn|fun|function|sub|proc|defun|async|pub)\s+)+main\b"
    r"|[(]def(?:n|un|ine)\s+[(]?-?main\b|main\s*(?:::|=)"
    r"|(?:if|unless)\b[^\n]{0,40}(?:__name__|__FILE__|\$0|require\.main|PROGRAM_FILE|caller)"
)
"""Start of the part that runs only if the solution is run as a program."""
_TALK = re.compile(
    r"\b(?:throw|raise|panic|error|err|exception|fail|failwith|die|abort|assert|warn|log|logger|stderr|exit|expect|unwrap"
    r"|print|println|printf|fprintf|console|puts|debug|trace|require|precondition|fatal\w*|usage)\b|Error|Exception|>&2",
)
_SILENT = re.compile(
    r"\s*(?:(?:print|println|printf|fprintf|puts|log|free|delete|defer|setlocale|assert|echo)\b"
    r"|(?:console|fmt|IO|Console|Debug|System\.out|System\.err|logger)\.|(?:std::)?c(?:out|err)\b|[dD]ebug|set -"
    r"|[\w.>()-]*(?:close|flush|reserve|shrink_to_fit)\b)"
)
"""Statements whose removal the tests do not notice."""
_DECLARES = re.compile(
    r"\s*(?:my|our|local|let|var|val|const|variable|global|def\w*|module|class|test|describe|super)\b"
)
_BINDS = re.compile(r"\s*(?:let|var|val|case|my|const|auto|int|size_t)\b|.*(?::=|\bis\s+\w+\s+\w)")
_GIVES_VALUE = re.compile(r".*(?<![=!<>~/:])=(?![=~<:])")
_BLOCK = re.compile(r"block|^module$|body|statements|source|program|do_block")
_MOST_QUOTES = 7
"""Bytes around a string: three quotes on either side, and the end of a statement."""
_ROOM = re.compile(r"[\w.:<>]*(?:alloc|reserve|capacity|make|StringBuilder|exit)[\w<>]*\s*\(", re.IGNORECASE)
_OPENERS = frozenset("([{,;:=") | {"return", "->", "=>", "then", "else", "do", "in"}
_CLOSERS = frozenset(")]},;")


def is_not_code(tree: Tree, node: Node) -> bool:
    """Whether the node is in a type, a comment, a string or an import, where there is no code to change."""
    in_text = True
    for each in ancestors(node):
        if _INSIDE.search(each.type):
            in_text = False
        if _APART.search(each.type) or (
            in_text and _TEXT.search(each.type) and node.child_count == 0 and _differs(node, each)
        ):
            return True
        head = tree.text[each.start_byte : each.start_byte + 80].decode(errors="replace")
        if each.parent is not None and (_NEEDS.match(head) or _ENTRY.match(head)):
            return True
    return False


def _differs(node: Node, around: Node) -> bool:
    """Whether the node is not the string `around` itself or its content: those are a value that can be changed."""
    return not _TEXT.search(node.type) and node.type not in ("content", "line_str_text") and around is not node


def is_operand(tree: Tree, before: Node | None, after: Node | None) -> bool:
    """Whether there is an operand on either side."""
    if before is None or after is None:
        return False
    return tree.text_of(before) not in _OPENERS and tree.text_of(after) not in _CLOSERS


def is_message(tree: Tree, node: Node) -> bool:
    """Whether the node is in a message for people or in documentation, whose wording no test should require."""
    around = [each for each in ancestors(node) if each.end_byte - each.start_byte < 300]
    return _stands_alone(node) or any(_TALK.search(tree.text_of(each)) for each in around[:7])


def _stands_alone(node: Node) -> bool:
    """Whether a string is a statement and not the last one, whose value may be returned."""
    for each in (node, *ancestors(node)):
        around = each.parent
        if around is not None and _BLOCK.search(around.type):
            quotes = each.end_byte - each.start_byte - (node.end_byte - node.start_byte)
            return each.next_named_sibling is not None and quotes <= _MOST_QUOTES
    return False


def is_silent(tree: Tree, node: Node) -> bool:
    """Whether a statement goes unnoticed by tests or declares something. Printing in a shell does not count: it is how
    commands return values."""
    text = tree.text_of(node)
    return bool(_DECLARES.match(text) or _NEEDS.match(text)) or (node.type != "command" and bool(_SILENT.match(text)))


def is_size(tree: Tree, node: Node) -> bool:
    """Whether the number is a size to reserve, where more does no harm, or an exit status that the tests never see."""
    heads = (tree.text[each.start_byte : each.start_byte + 60].decode(errors="replace") for each in ancestors(node))
    return any(_ROOM.match(head) for head, _ in zip(heads, range(8), strict=False))


def binds_names(condition: str, *, equals_compares: bool) -> bool:
    """Whether a condition declares names that the rest needs. A `=` does, unless the language uses it to compare."""
    return bool(_BINDS.match(condition)) or (not equals_compares and bool(_GIVES_VALUE.match(condition)))


_INTEGER = re.compile(r"(0|[1-9]\d{0,3})((?:[iu](?:8|16|32|64|128|size)|u?l{0,2}|lu|n)?)", re.IGNORECASE)
"""No large numbers: they mostly mean "no limit" or a size, and one more or less makes no difference."""
_PLAIN_TEXT = re.compile(r"(?=.{,60}$)[^%{$\\#~A-Za-z0-9]*[A-Za-z0-9][^%{$\\#~]*")
"""Short, without format specifiers, interpolation or escapes."""
_NEIGHBOUR = re.compile(
    r"redirect|pipe|regex|pattern|generic|member|arity|annotation|catch|union|elem$|^sym_lit$|^ERROR$"
)
"""Parents of tokens that are between two others but are not operators."""
_PLAIN_EQUALS = re.compile("assign|binding|declar|defin|default|field|argument|param|entry|pair|property|let|set|for")
"""Parents of a `=` that assigns a value."""
_BITS = re.compile("binary|bit|and_expression|or_expression", re.IGNORECASE)
_CHOICE = re.compile(r"(if|when|unless|if-not|when-not)$")
_CHOOSES = re.compile("ternary|^conditional(_expression)?$")
_CONDITION_CALL = re.compile("call|invocation|macro|assert|apply|command|pragma", re.IGNORECASE)
_STATEMENT = re.compile(
    r"expression_statement|assign|(?<!function_)call|command$|update|invocation|^set$|^subroutine_call|^exp$|^Statement$"
)
_ENDING = re.compile(r"\s*(?:return|break|continue|throw|raise|next|last|redo|exit|leave)\b", re.IGNORECASE)
_CHOICE_BODY = re.compile(r"if|else|when|then|case|condition|cond|switch|catch|rescue|except", re.IGNORECASE)

_GIVES = re.compile(r"set\s+(?:-\w+\s+)*(\w+)\s|\s*[$@%]?([A-Za-z_]\w*)[^=<>!]{0,40}?(?::=|<-|=(?![=>]))")
"""The name that a statement assigns to."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """A small change to a text."""

    operator: str
    """The kind of change, such as `arithmetic`."""
    start: int
    """First byte of the replaced range."""
    end: int
    """First byte after the range."""
    after: str
    """Text that replaces the range."""


def find_faults(tree: Tree, syntax: Syntax, *, typed: bool) -> Iterator[Fault]:
    """Yield all faults, in no particular order; some may not be valid in the language. In a typed language, a block
    that must have a value keeps its last expression."""
    kinds = {node_type: kind for kind, node_types in syntax.literals.items() for node_type in node_types}
    infix = merged(PREFIX if syntax.prefix else INFIX, syntax.swaps)
    operator = _prefix_fault if syntax.prefix else _infix_fault
    for node in descendants(tree.root):
        text = tree.text_of(node) if node.end_byte - node.start_byte < 400 else ""
        found = [*_literal_faults(tree, node, text, kinds[node.type])] if node.type in kinds else []
        if node.child_count == 0 and text:
            found += [*_boolean_fault(node, text, kinds, syntax), *operator(tree, node, text, infix)]
            found += [*_call_fault(tree, node, text)]
        if found and not is_not_code(tree, node):
            yield from found
    yield from _conditions(tree, syntax)
    if not syntax.prefix:
        yield from _statements(tree, syntax, typed)


def merged(swaps: Mapping[str, Mapping[str, str]], own: Mapping[str, Mapping[str, str]]) -> dict[str, tuple[str, str]]:
    """Map each operator to its kind and replacement; the language's own operators take precedence."""
    found: dict[str, tuple[str, str]] = {}
    for table in (swaps, own):
        for kind, pairs in table.items():
            found |= {before: (kind, after) for before, after in pairs.items()}
    return {before: (kind, after) for before, (kind, after) in found.items() if after}


def _change(operator: str, node: Node, after: str, end: int | None = None) -> Fault:
    return Fault(operator=operator, start=node.start_byte, end=end or node.end_byte, after=after)


def _infix_fault(tree: Tree, leaf: Node, text: str, swaps: Mapping[str, tuple[str, str]]) -> Iterator[Fault]:
    node = _whole(leaf)
    parent, following = node.parent, node.next_sibling
    if parent is None or following is None or not is_operand(tree, node.prev_sibling, following):
        return
    word = text.lower()
    pair = f"{word} {tree.text_of(following).lower()}" if not following.is_named else word
    kind, after = swaps.get(pair) or swaps.get(word) or ("", "")
    if not after or _NEIGHBOUR.search(parent.type):
        return
    if (word == "=" and _PLAIN_EQUALS.search(parent.type)) or (kind == "bits" and not _BITS.search(parent.type)):
        return
    if kind == "arithmetic" and _joins_texts(tree, node):
        return
    if kind == "step":
        yield _change(kind, node, "", following.end_byte)
        return
    yield _change(kind, leaf, _as_written(text, after), following.end_byte if pair in swaps and pair != word else None)


def _prefix_fault(tree: Tree, leaf: Node, text: str, swaps: Mapping[str, tuple[str, str]]) -> Iterator[Fault]:
    node = _whole(leaf)
    before, parent = node.prev_sibling, node.parent
    kind, after = swaps.get(text.lower(), ("", ""))
    if not after or parent is None or before is None or node.next_sibling is None:
        return
    given = not text[0].isalnum() and "list" in parent.type  # as an argument: (sort numbers <)
    if before.type == "(" or given:
        yield _change(kind, leaf, after)


def _call_fault(tree: Tree, leaf: Node, text: str) -> Iterator[Fault]:
    """Swap the function for its counterpart, for functions that have the same name in every language."""
    parent = leaf.parent
    called = tree.text[leaf.end_byte : leaf.end_byte + 1] == b"("
    if text in CALLS and called and parent is not None and not _PLAIN_EQUALS.search(parent.type):
        yield _change("arithmetic", leaf, CALLS[text])


def _whole(leaf: Node) -> Node:
    """Return the outermost node that consists only of the leaf."""
    node = leaf
    while node.parent is not None and node.parent.child_count == 1:
        node = node.parent
    # An infix operator that is a quoted name.
    return node.parent if node.parent is not None and node.parent.type == "infix_id" else node


def _joins_texts(tree: Tree, node: Node) -> bool:
    """Whether an operand is a string, so that the operator cannot be arithmetic."""
    sides = (node.prev_sibling, node.next_sibling)
    return any(side is not None and re.search("[\"'`]", tree.text_of(side)) for side in sides)


def _as_written(before: str, after: str) -> str:
    return after.upper() if before.isupper() else after


def _boolean_fault(node: Node, text: str, kinds: Mapping[str, str], syntax: Syntax) -> Iterator[Fault]:
    before = node.prev_sibling
    if syntax.prefix and before is not None and before.type == ":":
        return
    after = TRUTHS.get(text.lower())
    if after is None and syntax.prefix and kinds.get(node.type) == "boolean":
        clause = before is not None and before.type == "(" and text == "t"  # the `else` of a conditional
        after = changed_value(text, "boolean") if text in ("t", "nil") and not clause else None
    if after is not None:
        yield _change(
            "boolean",
            node,
            after.capitalize() if text[0].isupper() and text[1:].islower() else _as_written(text, after),
        )


def _literal_faults(tree: Tree, node: Node, text: str, kind: str) -> Iterator[Fault]:
    bare = node.type == "simple_word"  # where strings need no quotes
    if kind in ("integer", "float") or bare:
        found = _INTEGER.fullmatch(text)
        before, parent = node.prev_sibling, node.parent
        alone = parent is not None and parent.type == "expression_statement" and parent.named_child_count == 1
        if found is None or alone or is_size(tree, node) or (before is not None and _names_by_number(tree, before)):
            return
        number = int(found[1])
        for other in (number + 1, number - 1):
            if other >= 0:
                yield _change("constant", node, f"{other}{found[2]}")
    elif kind == "string" and _PLAIN_TEXT.fullmatch(text) and not is_message(tree, node):
        yield _change("string", node, changed_value(text, "string") or text)


def _names_by_number(tree: Tree, before: Node) -> bool:
    """Whether the number that follows is a name: a tuple field or the argument of a short lambda."""
    sign = tree.text_of(before)
    return sign == "." or (sign == "&" and before.prev_sibling is None)


def _conditions(tree: Tree, syntax: Syntax) -> Iterator[Fault]:
    """Negate the conditions of `if`s, but not those of assertions."""
    for match in (*(tree.find(syntax.conditions) if syntax.conditions else ()), *_choices(tree)):
        condition, name = match["condition"], match.get("name")
        asks = name is not None and not _CHOICE.match(tree.text_of(name))
        holder = condition.parent
        if asks or holder is None or (name is None and _CONDITION_CALL.search(holder.type)):
            continue
        text = tree.text_of(condition)
        if not binds_names(text, equals_compares="=" in syntax.swaps.get("comparison", {})) and not is_not_code(
            tree, condition
        ):
            yield _change("condition", condition, syntax.negation.format(text))


def _choices(tree: Tree) -> Iterator[dict[str, Node]]:
    """Yield the conditions of conditional expressions."""
    try:
        found = list(tree.find("(_ condition: (_) @condition) @holder"))
    except ValueError:  # the grammar has no such field
        return
    yield from ({"condition": each["condition"]} for each in found if _CHOOSES.search(each["holder"].type))


def _statements(tree: Tree, syntax: Syntax, typed: bool) -> Iterator[Fault]:
    """Remove statements that define no names, so that the rest still makes sense."""
    for block in descendants(tree.root):
        if block.type not in syntax.blocks or block.parent is None:
            continue
        for node in block.named_children:
            if _can_go(tree, node, block) and not (typed and _is_value(node)) and not is_not_code(tree, node):
                lines = "\n" * tree.text_of(node).count("\n")
                yield _change("statement", node, (syntax.nothing or "") + lines)


def _can_go(tree: Tree, node: Node, block: Node) -> bool:
    if _ENDING.match(tree.text_of(node)):
        return any(_CHOICE_BODY.search(each.type) for each in (block, block.parent) if each is not None)
    if (
        not _STATEMENT.search(node.type)
        or tree.text_of(node).startswith("(void)")
        or (node.type == "exp" and node.next_named_sibling is None)
    ):
        return False
    return not is_silent(tree, node) and not _names_something(tree, node)


def _is_value(node: Node) -> bool:
    """Whether the node may be the value of its block."""
    return node.next_named_sibling is None and not re.search("statement|assign", node.type, re.IGNORECASE)


def _names_something(tree: Tree, node: Node) -> bool:
    """Whether the node assigns to a name that does not occur before it."""
    found = _GIVES.match(tree.text_of(node))
    if found is None:
        return False
    word = re.compile(rf"(?<!\w){re.escape(found[1] or found[2])}(?!\w)".encode())
    return word.search(tree.text, 0, node.start_byte) is None


_TEXTS = r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|/\*[\s\S]*?\*/|\$/[\s\S]*?/\$'
_WORD = (
    r"(?P<truth>\b(?:true|false)\b)|(?P<number>(?<![\w.])\d+(?![\w.]))"
    r"|(?P<operator>(?<=\s)[^\s\w\"']+(?=\s)|(?<=\s)[A-Za-z]+(?=\s))"
)
_DECIDES = re.compile(
    r"\s*(?:if|elseif|else if|while|until|do|loop|return|case|when)\b|.*\b(?:if|unless|test)\b", re.IGNORECASE
)
"""Lines in which a `=` compares, in languages where it can."""

_NEEDED_LINE = re.compile(r"\s*(?:import|imports|package|require|use|using)\b|.*\bexit\b", re.IGNORECASE)


def find_word_faults(text: bytes, syntax: Syntax) -> Iterator[Fault]:
    """Yield faults found without a grammar: operators between spaces, constants and truth values outside strings and
    comments."""
    code = text.decode(errors="surrogateescape")
    swaps = merged({kind: pairs for kind, pairs in INFIX.items() if kind not in ("bits", "step")}, syntax.swaps)
    single = "" if syntax.comment == "'" else r"|'(?:\\.|[^'\\\n])*'"
    comment = rf"|(?<!\S){re.escape(syntax.comment)}[^\n]*|{re.escape(syntax.comment)} [^\n]*"
    for found in re.finditer(f"{_TEXTS}{single}{comment}|{_WORD}", code, re.IGNORECASE):
        line = code[code.rfind("\n", 0, found.start()) + 1 : found.start()]
        if _NEEDED_LINE.match(line):
            continue
        for operator, after in _changes(found, swaps, line):
            start = len(encode(code[: found.start()]))
            yield Fault(operator=operator, start=start, end=start + len(encode(found[0])), after=after)


def _changes(found: re.Match[str], swaps: dict[str, tuple[str, str]], line: str) -> Iterator[tuple[str, str]]:
    word = found[0]
    if found["truth"]:
        after = TRUTHS[word.lower()]
        yield "boolean", after.capitalize() if word[0].isupper() else after
    elif found["number"] and len(word) < 5 and (word == "0" or word[0] != "0"):
        yield from (("constant", str(other)) for other in (int(word) + 1, int(word) - 1) if other >= 0)
    elif found["operator"] and word.lower() in swaps and (word != "=" or _DECIDES.match(line)):
        kind, after = swaps[word.lower()]
        yield kind, after.capitalize() if word[0].isupper() else after
