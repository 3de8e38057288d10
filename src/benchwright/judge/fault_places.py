"""What stands around a place of a solution, as far as it decides whether a fault there makes sense."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchwright.languages.syntax import Tree, ancestors

if TYPE_CHECKING:
    from tree_sitter import Node

_INSIDE = re.compile(r"interpolation|substitution|expansion|^expr_string", re.IGNORECASE)
"""Code in the middle of a text."""
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
"""How parts begin that say what a text needs, or what types it has."""
_ENTRY = re.compile(
    r"(?:(?:public|static|void|int|def|func|fn|fun|function|sub|proc|defun|async|pub)\s+)+main\b"
    r"|[(]def(?:n|un|ine)\s+[(]?-?main\b|main\s*(?:::|=)"
    r"|(?:if|unless)\b[^\n]{0,40}(?:__name__|__FILE__|\$0|require\.main|PROGRAM_FILE|caller)"
)
"""How the part begins that runs only where the solution is a program of its own."""
_TALK = re.compile(
    r"\b(?:throw|raise|panic|error|err|exception|fail|failwith|die|abort|assert|warn|log|logger|stderr|exit|expect|unwrap"
    r"|print|println|printf|fprintf|console|puts|debug|trace|require|precondition|fatal\w*|usage)\b|Error|Exception|>&2",
)
_SILENT = re.compile(
    r"\s*(?:(?:print|println|printf|fprintf|puts|log|free|delete|defer|setlocale|assert|echo)\b"
    r"|(?:console|fmt|IO|Console|Debug|System\.out|System\.err|logger)\.|(?:std::)?c(?:out|err)\b|[dD]ebug|set -"
    r"|[\w.>()-]*(?:close|flush|reserve|shrink_to_fit)\b)"
)
"""Statements whose absence the tests do not notice."""
_DECLARES = re.compile(
    r"\s*(?:my|our|local|let|var|val|const|variable|global|def\w*|module|class|test|describe|super)\b"
)
_BINDS = re.compile(r"\s*(?:let|var|val|case|my|const|auto|int|size_t)\b|.*(?::=|\bis\s+\w+\s+\w)")
_GIVES_VALUE = re.compile(r".*(?<![=!<>~/:])=(?![=~<:])")
_BLOCK = re.compile(r"block|^module$|body|statements|source|program|do_block")
_MOST_QUOTES = 7
"""Bytes around a text: three quotes on either side, and the end of a statement."""
_ROOM = re.compile(r"[\w.:<>]*(?:alloc|reserve|capacity|make|StringBuilder|exit)[\w<>]*\s*\(", re.IGNORECASE)
_OPENERS = frozenset("([{,;:=") | {"return", "->", "=>", "then", "else", "do", "in"}
_CLOSERS = frozenset(")]},;")


def is_apart(tree: Tree, node: Node) -> bool:
    """In a type, a comment, a text or an import: no place for code."""
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
    """The content of a text is no code in it, but its value."""
    return not _TEXT.search(node.type) and node.type not in ("content", "line_str_text") and around is not node


def is_operand(tree: Tree, before: Node | None, after: Node | None) -> bool:
    """Whether something stands on either side."""
    if before is None or after is None:
        return False
    return tree.text_of(before) not in _OPENERS and tree.text_of(after) not in _CLOSERS


def is_talk(tree: Tree, node: Node) -> bool:
    """In a message for people, or in documentation; no test should ask for its words."""
    around = [each for each in ancestors(node) if each.end_byte - each.start_byte < 300]
    return _stands_alone(node) or any(_TALK.search(tree.text_of(each)) for each in around[:7])


def _stands_alone(node: Node) -> bool:
    """Whether a text is a statement, and not the last one, whose value may count."""
    for each in (node, *ancestors(node)):
        around = each.parent
        if around is not None and _BLOCK.search(around.type):
            quotes = each.end_byte - each.start_byte - (node.end_byte - node.start_byte)
            return each.next_named_sibling is not None and quotes <= _MOST_QUOTES
    return False


def is_silent(tree: Tree, node: Node) -> bool:
    """A statement that no test notices, or that declares something. The commands of a shell give what they print."""
    text = tree.text_of(node)
    return bool(_DECLARES.match(text) or _NEEDS.match(text)) or (node.type != "command" and bool(_SILENT.match(text)))


def is_size(tree: Tree, node: Node) -> bool:
    """How much room is asked for, where more is as good, or the status of a program that the tests never end."""
    heads = (tree.text[each.start_byte : each.start_byte + 60].decode(errors="replace") for each in ancestors(node))
    return any(_ROOM.match(head) for head, _ in zip(heads, range(8), strict=False))


def binds_names(condition: str, *, equals_compares: bool) -> bool:
    """Whether a condition declares what the rest needs; a `=` does so, unless it compares in this language."""
    return bool(_BINDS.match(condition)) or (not equals_compares and bool(_GIVES_VALUE.match(condition)))
