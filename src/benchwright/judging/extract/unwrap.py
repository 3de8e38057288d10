"""Take code out of other notations: JSON, notebooks, escaped text and patches."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import msgspec

from benchwright.judging.extract.blocks import Block
from benchwright.judging.extract.fences import Fit, fit_of
from benchwright.judging.extract.reading import Reading
from benchwright.judging.extract.revise import added_lines, patched

_MOST_VALUES = 500
_BRACKETS = {"{": "}", "[": "]", '"': '"'}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": ""}
_NAMES = ("language", "lang", "type", "path", "file", "filename", "file_path", "name")
"""Keys of values that may name the language of a text beside them."""


def from_json(text: str, reading: Reading) -> list[Block]:
    """Return the texts in a JSON value; empty if the text is something else."""
    bare = text.strip()
    if len(bare) < 2 or _BRACKETS.get(bare[0]) != bare[-1]:
        return []
    try:
        value = json.loads(bare, strict=False)
    except (ValueError, RecursionError):
        return []
    found: list[Block] = []
    for content, name in _texts(value):
        fit = fit_of(name, reading.language) if name else Fit.UNMARKED
        if content.strip() and len(found) < _MOST_VALUES:
            found.append(Block(text=content if content.endswith("\n") else f"{content}\n", fit=fit))
    return found


def _texts(value: object) -> Iterator[tuple[str, str]]:
    """Yield texts in a value, each with what may be the name of its language or file. A list of lines is one text."""
    remaining: list[tuple[object, str]] = [(value, "")]
    while remaining:
        each, name = remaining.pop()
        if isinstance(each, str):
            yield each, name
        elif isinstance(each, list) and each and all(isinstance(line, str) for line in each):
            end = "" if any(line.endswith("\n") for line in each) else "\n"
            yield end.join(each), name
        elif isinstance(each, list):
            remaining += [(item, name) for item in reversed(each)]
        elif isinstance(each, dict) and each.get("cell_type", "code") == "code":
            named = next((str(each[key]) for key in _NAMES if isinstance(each.get(key), str)), name)
            remaining += [(item, named) for key, item in reversed(each.items()) if key not in _NAMES]


def unescaped(text: str, reading: Reading) -> str:
    r"""Return a program written on one line with `\n` for its line ends; empty if the text is none."""
    bare = text.strip()
    if "\n" in bare or "\\n" not in bare or reading.is_right(bare):
        return ""
    plain = _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), bare)
    return f"{plain}\n" if reading.is_right(plain) and reading.defined(plain) else ""


def with_patches(blocks: tuple[Block, ...], reading: Reading) -> list[Block]:
    """Apply patches to the blocks before them; one that only adds lines may be a new file."""
    found: list[Block] = []
    for block in blocks:
        if not block.diff:
            found.append(block)
            continue
        for number, other in reversed(list(enumerate(found))):
            made = patched(other.text, block.text) if not other.diff else None
            if made is not None:
                found[number] = msgspec.structs.replace(other, text=made, repairs=(*other.repairs, "patch applied"))
                break
        else:
            text = added_lines(block.text)
            found.append(Block(text=text, fit=Fit.UNMARKED, closed=block.closed) if text else block)
    return found


def without_session(block: Block, reading: Reading) -> Block:
    """Remove lines that only a notebook understands, if the rest is more correct without them."""
    pattern = reading.answers.session
    if not pattern or not re.search(pattern, block.text, re.MULTILINE):
        return block
    lines = [line for line in block.text.split("\n") if not re.match(pattern, line)]
    text = "\n".join(lines)
    was, is_now = reading.errors(block.text), reading.errors(text)
    if was is None or is_now is None or is_now >= was:
        return block
    return msgspec.structs.replace(block, text=text, repairs=(*block.repairs, "notebook lines removed"))
