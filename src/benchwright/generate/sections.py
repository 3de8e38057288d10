"""Read model answers: text between tags, code in fences, JSON, questions."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from benchwright.judging.extract.reasoning import part
from benchwright.models.layers import without_surrogates

_FENCED = re.compile(r"(?ms)^(?P<fence>`{3,}|~{3,})(?P<name>[^\n`]*)\n(?P<code>.*?)^(?P=fence)[ \t]*$")
_JSON_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)\n\s*```", re.DOTALL | re.IGNORECASE)

Record = TypeVar("Record")


class Unparsable(Exception):
    """An answer lacks what was requested; the message says what, so that the model can repair it."""

    def __init__(self, message: str, reason: str = "answer not understood") -> None:
        super().__init__(message)
        self.reason = reason
        """Why the item is dropped if the answer is not repaired."""


def sections(answer: str, *names: str) -> dict[str, str]:
    """Return the code between `<name>` and `</name>`, without its fence; each section must occur once."""
    bodies = {name: _code(body) for name, body in _bodies(answer, names).items()}
    if empty := [name for name, body in bodies.items() if not body.strip()]:
        raise Unparsable(f"<{empty[0]}> is empty")
    return bodies


def given_sections(answer: str, *names: str) -> dict[str, str]:
    """Return the code between those of the tags that occur, including empty sections."""
    text = part(answer).answer
    found = {name: re.search(rf"<{name}>\n?(.*?)</{name}>", text, re.DOTALL) for name in names}
    return {name: _code(match[1]) for name, match in found.items() if match}


def prose(answer: str, name: str) -> str:
    """Return the text between these tags. Fences in it are kept, except a Markdown fence around the whole text."""
    body = _bodies(answer, (name,))[name].strip()
    whole = _FENCED.fullmatch(body)
    if whole and whole["name"].strip().lower() in ("md", "markdown"):
        body = whole["code"].strip()
    if not body:
        raise Unparsable(f"<{name}> is empty")
    return body + "\n"


def every_section(answer: str, name: str) -> list[str]:
    """Return all texts between these tags."""
    found = re.findall(rf"<{name}>\n?(.*?)</{name}>", part(answer).answer, re.DOTALL)
    return [body for body in map(_code, found) if body.strip()]


def record_of(answer: str, kind: type[Record]) -> Record:
    """Decode the JSON object in an answer: the whole answer, in a fence, or from the first brace to the last."""
    text = part(answer).answer
    fenced = _JSON_FENCE.findall(text)
    spans = [*fenced, text, text[text.find("{") : text.rfind("}") + 1]]
    values = [value for span in spans if isinstance(value := _json(span), dict)]
    if not values:
        raise Unparsable("there is no JSON object")
    try:
        return msgspec.convert(values[0], kind)
    except msgspec.ValidationError as error:
        raise Unparsable(f"the JSON object is not as asked: {error}") from None


def _bodies(answer: str, names: Sequence[str]) -> dict[str, str]:
    text = part(answer).answer
    # From the first such tag to its end tag; a fence inside may contain anything except that.
    found = {name: re.search(rf"<{name}>\n?(.*?)</{name}>", text, re.DOTALL) for name in names}
    missing = [f"<{name}>" for name, match in found.items() if match is None]
    if missing:
        raise Unparsable(f"there is no {' and no '.join(missing)} … section that is closed by its end tag")
    return {name: match[1] for name, match in found.items() if match}


def _code(body: str) -> str:
    """Return the contents of the fence, if there is one; text around it is not code."""
    fenced = list(_FENCED.finditer(body))
    code = fenced[0]["code"] if len(fenced) == 1 else body.strip("\n")
    return code.rstrip() + "\n" if code.strip() else ""


def _json(text: str) -> object:
    try:
        return without_surrogates(json.loads(text))
    except (ValueError, RecursionError):
        return None
