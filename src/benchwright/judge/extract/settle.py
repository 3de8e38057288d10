"""Sees to it that the body of a function, answered alone, ends up in that function."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from benchwright.judge.extract.complete import Completed
from benchwright.judge.extract.indent import fit_indentation
from benchwright.judge.extract.reading import Reading
from benchwright.judge.extract.target import Hole, indentation, is_function, name_of
from benchwright.languages.join import encode
from benchwright.languages.syntax import ancestors, parse


def settled(made: Completed, text: str, hole: Hole, prefix: str, suffix: str, reading: Reading) -> Completed:
    """What was made, if all of the answer is in the function with the hole. Else the answer with the indentation that
    brings it there, if one does."""
    # The code around is the benchmark's, and may be long; what a model wrote is parsed within bounds alone.
    if not reading.answers.indented or reading.tree(text) is None or _is_inside(made.code, hole, suffix):
        return made
    for body in _other_indentations(text, prefix, hole):
        end = "" if body.endswith("\n") or suffix.startswith("\n") else "\n"
        code = f"{prefix}{body}{end}{suffix}"
        if _is_inside(code, hole, suffix):
            return msgspec.structs.replace(made, code=code, repairs=("indentation of the body",))
    return made


def _is_inside(code: str, hole: Hole, suffix: str) -> bool:
    """Whether the grammar knows the function, and it goes on up to the suffix."""
    if not code.endswith(suffix):
        return True
    tree = parse(hole.tree.grammar, encode(code))
    last = len(encode(code[: len(code) - len(suffix)].rstrip())) - 1
    node = tree.root.descendant_for_byte_range(last, last)
    name = name_of(hole.node, hole.tree)
    for around in (node, *ancestors(node)) if node is not None else ():
        if around.start_byte <= hole.node.start_byte and is_function(around, tree, name):
            return not around.has_error
    return False


def _other_indentations(text: str, prefix: str, hole: Hole) -> Iterator[str]:
    lines = text.strip("\n").split("\n")
    begun = prefix.rpartition("\n")[2]
    first = indentation(lines[0])
    rest = [indentation(line) for line in lines[1:] if line.strip()]
    yield fit_indentation(prefix, text)[0]
    for own in dict.fromkeys((first, min(rest, key=len, default=first))):
        moved = [_moved(line, own, hole.indentation) for line in lines]
        yield "\n".join(moved).removeprefix(begun)


def _moved(line: str, own: str, wanted: str) -> str:
    return wanted + (line.removeprefix(own) if line.startswith(own) else line.lstrip()) if line.strip() else ""
