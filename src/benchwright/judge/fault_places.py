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
    r"type|comment|import|include|preproc|annotation|attribute_(item|list|decl|spec|group)|generic"
    r"|package_(decl|clause|header)|use_declaration|using_(dir|decl)|signature|pragma|bound|array_declarator|format_spec"
    r"|interface|^spec$|escape|regex|quot",
    re.IGNORECASE,
)
_TEXT = re.compile(r"string|heredoc|char_lit|quoted", re.IGNORECASE)
_NEEDS = re.compile(
    r"(?:#?\s*(?:import|include|from|use|using|require|open|alias)|@(?:spec|typep?|doc|moduledoc|callback)"
    r"|-\s*(?:export|import|spec|type|module|record|define))\b(?!\s*\()"
)
"""How parts begin that say what a text needs, or what types it has."""
_TALK = re.compile(
    r"\b(?:throw|raise|panic|error|err|exception|fail|failwith|die|abort|assert|warn|log|logger|stderr|exit|expect|unwrap"
    r"|print|println|printf|fprintf|console|puts|debug|trace|require|precondition|fatal\w*|usage)\b|Error|Exception",
)
_SILENT = re.compile(
    r"\s*(?:print|println|printf|fprintf|console\.|fmt\.P|puts|System\.(?:out|err)|std::c(?:out|err)|c(?:out|err)\b|IO\.|log|Console\."
    r"|[Dd]ebug|free|delete|close|fclose|flush|reserve|defer|setlocale|set -|def\w*\b|module|class|test|describe|main)"
)
"""Statements whose absence the tests do not notice, or which are none."""
_BINDS = re.compile(r"\s*(?:let|var|val|case|my|const|auto|int|size_t)\b|.*(?::=|\bis\s+\w+\s+\w|(?<![=!<>~])=(?![=~]))")
_OPENERS = frozenset("([{,;:=") | {"return", "->", "=>", "then", "else", "do", "in"}
_CLOSERS = frozenset(")]},;")


def is_apart(tree: Tree, node: Node) -> bool:
    """In a type, a comment, a text or an import: no place for code."""
    in_text = True
    for each in ancestors(node):
        if _INSIDE.search(each.type):
            in_text = False
        if _APART.search(each.type) or (in_text and _TEXT.search(each.type) and node.child_count == 0 and _differs(node, each)):
            return True
        if each.parent is not None and _NEEDS.match(tree.text[each.start_byte : each.start_byte + 30].decode(errors="replace")):
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


def is_talk(tree: Tree, node: Node, *, itself: bool = False) -> bool:
    """In a message for people, or in documentation; no test should ask for its words. With `itself`: nothing else."""
    if itself:
        return node.type != "command" and bool(_SILENT.match(tree.text_of(node)))
    parent = node.parent
    around = [each for each in ancestors(node) if each.end_byte - each.start_byte < 300]
    if parent is not None and any(each.type == "expression_statement" and each.named_child_count == 1 and
                                  each.end_byte - each.start_byte <= node.end_byte - node.start_byte + 6 for each in around[:3]):
        return True
    return any(_TALK.search(tree.text_of(each)) for each in around[:5])


def binds_names(condition: str) -> bool:
    """Whether a condition declares what the rest needs."""
    return bool(_BINDS.match(condition))
