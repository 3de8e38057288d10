"""Gives other names to definitions of an answer that the code around a hole has in another form, so that the answer's
function uses its own and all else keeps using those that were there."""

from __future__ import annotations

import re

from benchwright.judge.extract.reading import Reading
from benchwright.judge.extract.target import Hole, parameter_names
from benchwright.judge.extract.written import Written
from benchwright.languages.syntax import Edits, descendants

_PART_OF = {"attribute": "attribute", "keyword_argument": "name", "field_expression": "field", "pair": "key"}
"""Node types in which a field holds a name that is not that of a variable or a function."""


def renamed(text: str, names: frozenset[str], hole: Hole, written: Written, reading: Reading) -> str | None:
    """The text with other names; None where they cannot be told from others of the same letters."""
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
