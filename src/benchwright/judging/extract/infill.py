"""Fill the hole between a prefix and a suffix with an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from benchwright.judging.extract.assemble import put_together, text_at
from benchwright.judging.extract.complete import Completed, is_body, on_line, repeats
from benchwright.judging.extract.prefix import Beginning, fit_indentation, is_too_far_left, missing_parts
from benchwright.judging.extract.reading import Reading
from benchwright.judging.extract.target import Hole, indentation, is_function, name_of
from benchwright.languages.join import encode
from benchwright.languages.syntax import ancestors, parse


def settled(made: Completed, text: str, hole: Hole, prefix: str, suffix: str, reading: Reading) -> Completed:
    """Return the result if all of the answer is inside the function with the hole; otherwise try to re-indent the
    answer so that it is."""
    # The surrounding code comes from the benchmark and may be long; text written by a model is only parsed within
    # limits.
    if not reading.answers.indented or reading.tree(text) is None or _is_inside(made.code, hole, suffix):
        return made
    for body in _other_indentations(text, prefix, hole):
        end = "" if body.endswith("\n") or suffix.startswith("\n") else "\n"
        code = f"{prefix}{body}{end}{suffix}"
        if _is_inside(code, hole, suffix):
            return msgspec.structs.replace(made, code=code, repairs=("indentation of the body",))
    return made


def _is_inside(code: str, hole: Hole, suffix: str) -> bool:
    """Whether the grammar accepts the function and it extends to the suffix."""
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


_TELLING = re.compile(r"(?:\w\W*){4}")
"""What a line needs to be recognizable."""
_MOST_LINES = 200


def fill(text: str, beginning: Beginning, suffix: str, reading: Reading, *, apart: bool) -> Completed:
    """Build the solution: prefix, answer and suffix, without what the answer repeats of the two."""
    if repeats(text, beginning, reading):
        return _whole(text, beginning, suffix, reading)
    line = on_line(beginning.text, text, suffix, reading, apart=apart)
    if line is not None and (apart or line != text):
        repeated = ("repeated words of the line removed",) if line.strip() != text.strip() else ()
        return Completed(code=beginning.text + line + suffix, how="filled in", repairs=repeated, ended=False)
    repairs: list[str] = []
    prefix = beginning.text + ("\n" if apart and not beginning.text.endswith("\n") else "")
    middle = _without_prefix(text, prefix)
    if middle != text:
        repairs.append("repeated lines of the prefix removed")
    if reading.answers.indented and is_too_far_left(middle, prefix) and is_body(middle, beginning, reading):
        middle, wrong = fit_indentation(prefix, middle)
        repairs += [wrong] if wrong else []
    cut = _without_suffix(middle, suffix, exact=reading.answers.indented)
    if cut != middle and not _gets_worse(prefix + middle + suffix, prefix + cut + suffix, reading):
        middle = cut
        repairs.append("repeated lines of the suffix removed")
    if apart:
        middle = middle.rstrip("\n") + ("" if suffix.startswith("\n") else "\n")
    return Completed(code=prefix + middle + suffix, how="filled in", repairs=tuple(repairs), ended=False)


def _whole(text: str, beginning: Beginning, suffix: str, reading: Reading) -> Completed:
    """Handle an answer that repeats the function: add what else the prefix and the suffix have."""
    defined = reading.defined(text)
    both = beginning.text + suffix
    units = reading.units(both)
    own = next((number for number, unit in enumerate(units) if beginning.entry in unit.names), len(units))
    later = [unit for unit in units[own + 1 :] if unit.names and not unit.broken and not unit.names & defined]
    pieces = [missing_parts(beginning, text, reading), text, *(text_at(both, unit.start, unit.end) for unit in later)]
    if not pieces[0] and not later:
        return Completed(code=text, how="repeated", repairs=(), ended=False)
    code = put_together([piece for piece in pieces if piece], reading)
    return Completed(code=code, how="repeated", repairs=("parts around it added",), ended=False)


def _without_prefix(text: str, prefix: str) -> str:
    """Remove the lines at the start of the text that repeat the end of the prefix."""
    before = [line.strip() for line in prefix.split("\n") if line.strip()][-_MOST_LINES:]
    lines = text.split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip()]
    for count in range(min(len(before), len(filled), _MOST_LINES), 0, -1):
        same = [lines[number].strip() for number in filled[:count]]
        if same == before[-count:] and any(map(_TELLING.search, same)):
            return "\n".join(lines[filled[count - 1] + 1 :])
    return text


def _without_suffix(text: str, suffix: str, *, exact: bool) -> str:
    """Cut the text where it continues like the suffix, up to its own end or the suffix's."""
    lines = text.split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip()][: 5 * _MOST_LINES]
    own = [_shape(lines[number], exact) for number in filled]
    after = [_shape(line, exact) for line in suffix.split("\n") if line.strip()][:_MOST_LINES]
    for start, line in enumerate(own):
        if after and line == after[0]:
            pairs = list(zip(own[start:], after, strict=False))
            if all(mine == other for mine, other in pairs) and any(_TELLING.search(mine) for mine, _ in pairs):
                return "".join(f"{kept}\n" for kept in lines[: filled[start]])
    return text


def _shape(line: str, exact: bool) -> str:
    return line.rstrip() if exact else line.strip()


def _gets_worse(before: str, after: str, reading: Reading) -> bool:
    was, would_be = reading.errors(before), reading.errors(after)
    return was is not None and would_be is not None and would_be > was
