"""Turn what answers put around their lines into plain code: prompts of consoles, line numbers, commands that write
files, notebook commands, backticks in a sentence."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import msgspec

from benchwright.judging.extract.blocks import Block
from benchwright.judging.extract.fences import Console, Fit, fit_of, markers
from benchwright.judging.extract.prose import has_signs, is_prose, trimmed, without_talk
from benchwright.judging.extract.reading import Reading

_NUMBERED = re.compile(r"[ \t]{0,8}(\d{1,4})(?:[ \t]?[|:.)](?:[ \t]|$)|(?=[ \t]|$))")
_LEAST_NUMBERED = 3
_HEREDOC = re.compile(r"\s*(?:sudo\s+)?(?:cat|tee)\b[^\n<]*<<(-?)\s*(['\"]?)(\w+)\2[^\n]*")
_WRITTEN = re.compile(r"(?:>{1,2}|\btee(?:\s+-a)?)\s*['\"]?([\w./-]+)")
_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]{2,500})\1(?!`)")
_MOST_SPANS = 20


def plain(blocks: list[Block], reading: Reading) -> list[Block]:
    """Return the blocks as plain code."""
    written = [file for block in blocks for file in (_files(block, reading) or [block])]
    found = [_without_numbers(without_session(block, reading), reading) for block in written]
    found = [block if block.closed else _without_closing(block, reading) for block in found]
    others = sum(block.fit in (Fit.RIGHT, Fit.UNMARKED) and not _console(block.text) for block in found)
    return [_typed(block, reading, alone=not others) for block in found]


def without_session(block: Block, reading: Reading) -> Block:
    """Remove lines that only a notebook understands, if the rest is more correct without them."""
    pattern = reading.answers.session
    if not pattern or not re.search(pattern, block.text, re.MULTILINE):
        return block
    lines = [line for line in block.text.split("\n") if not re.match(pattern, line)]
    return _if_better(block, "\n".join(lines), "notebook lines removed", reading)


def _if_better(block: Block, text: str, repair: str, reading: Reading) -> Block:
    was, is_now = reading.errors(block.text), reading.errors(text)
    if was is None or is_now is None or is_now >= was:
        return block
    return msgspec.structs.replace(block, text=text, repairs=(*block.repairs, repair))


def _without_closing(block: Block, reading: Reading) -> Block:
    """Remove the prose after the code of a block that is never closed."""
    text = without_talk(trimmed(block.text), reading)
    if text == block.text or not text.strip() or not block.text.lstrip().startswith(text.lstrip()[:1]):
        return block
    was, is_now = reading.errors(block.text), reading.errors(text)
    if was is not None and is_now is not None and is_now > was:
        return block
    return msgspec.structs.replace(block, text=text)


def _without_numbers(block: Block, reading: Reading) -> Block:
    """Remove line numbers."""
    lines = block.text.rstrip("\n").split("\n")
    found = [_NUMBERED.match(line) for line in lines]
    numbers = [int(each[1]) for each in found if each is not None]
    if len(numbers) != len(lines) or len(lines) < _LEAST_NUMBERED or numbers[0] > 1:
        return block
    if any(later != earlier + 1 for earlier, later in itertools.pairwise(numbers)):
        return block
    rest = [line[each.end() :] for line, each in zip(lines, found, strict=True) if each is not None]
    margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    return _if_better(block, "".join(f"{line[margin:]}\n" for line in rest), "line numbers removed", reading)


def _console(text: str) -> Console | None:
    first = next((line for line in text.split("\n") if line.strip()), "")
    return next((each for each in markers().consoles if re.match(each.prompt, first)), None)


def _typed(block: Block, reading: Reading, *, alone: bool) -> Block:
    """Return what was typed into a console, without inputs that only display a value. Beside other code, it is likely
    a usage example."""
    console = _console(block.text)
    if console is None:
        return block
    inputs: list[list[str]] = []
    shown: set[int] = set()
    after_input = False
    for line in block.text.split("\n"):
        more = re.match(console.more, line) if console.more and after_input else None
        start = None if more else re.match(console.prompt, line)
        if start and console.more == "" and after_input:
            inputs[-1].append(line[start.end() :])
        elif start:
            inputs.append([line[start.end() :]])
        elif more:
            inputs[-1].append(line[more.end() :])
        elif line.strip():
            shown.add(len(inputs) - 1)
        after_input = bool(start or more)
    texts = ["".join(f"{line}\n" for line in lines) for lines in inputs]
    text = "".join(each for at, each in enumerate(texts) if at not in shown or _lasts(each, reading))
    if not text.strip() or not reading.defined(text):
        return block
    was, is_now = reading.errors(block.text), reading.errors(text)
    if was is not None and is_now is not None and (is_now > was or (is_now == was and console.doubtful)):
        return block
    fit = min(block.fit, Fit.UNMARKED) if alone else Fit.OTHER
    return msgspec.structs.replace(block, text=text, fit=fit, repairs=(*block.repairs, "console prompts removed"))


def _lasts(text: str, reading: Reading) -> bool:
    return bool(reading.defined(text)) or any(unit.kind in reading.answers.imports for unit in reading.units(text))


def _files(block: Block, reading: Reading) -> list[Block]:
    """Return the files that the commands of a block write."""
    if block.fit is Fit.RIGHT or "<<" not in block.text:
        return []
    files: list[Block] = []
    lines = block.text.split("\n")
    at = 0
    while at < len(lines):
        found = _HEREDOC.fullmatch(lines[at])
        name = _WRITTEN.search(lines[at]) if found else None
        at += 1
        if found is None or name is None:
            continue
        start = at
        while at < len(lines) and lines[at].strip() != found[3]:
            at += 1
        body = [line.lstrip("\t") for line in lines[start:at]] if found[1] else lines[start:at]
        text = "".join(f"{line}\n" for line in body)
        text = text if found[2] else re.sub(r"\\([$`\\])", r"\1", text)
        fit = fit_of(name[1], reading.language)
        files.append(msgspec.structs.replace(block, text=text, fit=fit, intro=name[1], file=name[1]))
    return files if any(file.fit in (Fit.RIGHT, Fit.UNMARKED) for file in files) else []


def ticked(text: str, reading: Reading, fits: Callable[[str], bool] | None) -> str:
    """Return the code that a short answer has in single backticks; empty if it has none. For a hole, `fits` says
    whether a text fits into it."""
    spans = list(_SPAN.finditer(text))
    if not spans or len(spans) > _MOST_SPANS or "```" in text:
        return ""
    rest = _SPAN.sub("x", text)
    if rest.strip() != "x" and not all(
        is_prose(line) or line.strip(" \t.:") == "x" for line in rest.split("\n") if line.strip()
    ):
        return ""
    for span in reversed(spans):
        code = span[2].strip()
        if fits is None and reading.defined(code) and has_signs(code) and reading.is_right(code):
            return code
        if fits is not None and fits(code) and not (rest.strip() == "x" and _is_literal(code, text, reading, fits)):
            return code
    return ""


def _is_literal(code: str, text: str, reading: Reading, fits: Callable[[str], bool]) -> bool:
    """Whether the backticks may belong to the code: a quoted word, or a command."""
    return fits(text.strip()) and (reading.answers.ticks or not (has_signs(code) or " " in code))
