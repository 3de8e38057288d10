"""Puts the function that an answer writes into the code around its hole.

Whatever else the answer repeats of that code (the class, the whole file) is not taken: only the function, imports, and
new definitions that it needs. So the same function counts the same in whatever form it came.
"""

from __future__ import annotations

import msgspec

from benchwright.judge.extract.assemble import text_at
from benchwright.judge.extract.bring import new_imports, place_for_imports, without_unused
from benchwright.judge.extract.complete import Completed
from benchwright.judge.extract.heads import is_other_kind, new_decorators
from benchwright.judge.extract.needed import Needed, find_needed
from benchwright.judge.extract.parts import place_of
from benchwright.judge.extract.reading import Reading, Unit
from benchwright.judge.extract.relocate import moved, new_body
from benchwright.judge.extract.rename import renamed
from benchwright.judge.extract.target import Hole, indentation, parameter_names, whole_of
from benchwright.judge.extract.written import Written, find_written
from benchwright.languages.join import encode


def splice(text: str, hole: Hole, name: str, reading: Reading) -> Completed | None:
    """The code around the hole with the function that the text writes; None if it writes none of this name."""
    written = find_written(text, hole, name, reading)
    if written is None:
        return None
    needed = find_needed(written, hole, reading)
    if needed.changed and (other := renamed(text, needed.changed, hole, written, reading)) is not None:
        again = find_written(other, hole, name, reading)
        if again is not None:
            made = _made(again, find_needed(again, hole, reading), hole, reading)
            return msgspec.structs.replace(made, repairs=(*made.repairs, "changed definitions renamed"))
    return _made(written, needed, hole, reading)


def _made(written: Written, needed: Needed, hole: Hole, reading: Reading) -> Completed:
    other = is_other_kind(written, hole)
    start, end, put = _replacement(written, hole, reading, whole=other)
    decorators = new_decorators(written, hole)
    imports = [
        text_at(written.top, each.start, each.end) for each in reading.units(written.top) if _brings(each, reading)
    ]
    imports = new_imports(imports, hole.tree, reading)
    unit = place_of(hole.node)
    at = min(place_for_imports(hole.tree, reading), unit.start_byte)
    data = hole.text
    head = min(hole.node.start_byte, start)
    column = indentation(data[data.rfind(b"\n", 0, head) + 1 : head].decode(errors="surrogateescape"))
    last = max(unit.end_byte, end)
    following = _after(data[end:last], encode("".join(f"\n\n{column}{each}" for each in needed.members)), put)
    pieces = (
        data[:at],
        encode("".join(f"{each}\n" for each in imports)),
        data[at : unit.start_byte],
        encode("".join(f"{each}\n\n" for each in needed.before)),
        data[unit.start_byte : head],
        encode("".join(f"{each}\n{column}" for each in decorators)),
        data[head:start],
        encode(put),
        following,
        encode("".join(f"\n\n{each}\n" for each in needed.after)),
        data[last:],
    )
    code = without_unused(b"".join(pieces).decode(errors="surrogateescape"), reading)
    added = needed.before or needed.after or needed.members
    said = {
        "imports added": imports,
        "definitions added": added,
        "decorators added": decorators,
        "head as written": other,
        "parts left out": needed.left_out,
    }
    return Completed(code=code, how="function", repairs=tuple(key for key, is_so in said.items() if is_so), ended=False)


def _replacement(written: Written, hole: Hole, reading: Reading, *, whole: bool) -> tuple[int, int, str]:
    """Which bytes of the code around become what. Where the parameters have the same names, the head stays as it was
    given, with its decorators, modifiers and types, and only the body changes; not if the function is wanted whole."""
    same = not whole and parameter_names(written.node, written.tree) == parameter_names(hole.node, hole.tree)
    if same and (replaced := new_body(written.tree, written.node, hole, reading)) is not None:
        return replaced
    mine, other = hole.node, written.node
    if mine.type != other.type:
        mine, other = whole_of(mine), whole_of(other)
    line = hole.text[hole.text.rfind(b"\n", 0, mine.start_byte) + 1 : mine.start_byte].decode(errors="surrogateescape")
    put = moved(written.tree, other, indentation(line), reading)
    # The filler of the hole may end a line that the function itself does not.
    end = max(mine.end_byte, hole.end) if reading.answers.indented else mine.end_byte
    return mine.start_byte, end, put.rstrip() + ("\n" if end > mine.end_byte else "")


def _after(rest: bytes, members: bytes, put: str) -> bytes:
    """What follows the function: new members, and what was there."""
    return members.lstrip(b"\n") + b"\n" + rest if members and put.endswith("\n") else members + rest


def _brings(unit: Unit, reading: Reading) -> bool:
    return unit.kind in reading.answers.imports and not unit.broken
