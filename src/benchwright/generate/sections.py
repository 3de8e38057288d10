"""Reads what models answer: texts between tags, code in fences, JSON."""

from __future__ import annotations

import json
import re
from typing import TypeVar

import msgspec

from benchwright.judge.extract.reasoning import part

_FENCE = re.compile(r"\A\s*(?P<fence>`{3,}|~{3,})[^\n]*\n(?P<code>.*?)\n?[ \t]*(?P=fence)\s*\Z", re.DOTALL)
_JSON_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)\n\s*```", re.DOTALL | re.IGNORECASE)

Record = TypeVar("Record")


class Unparsable(Exception):
    """An answer does not have what was asked for; the message says what, so that its writer can mend it."""


def sections(answer: str, *names: str) -> dict[str, str]:
    """The texts between `<name>` and `</name>`, each asked for once; code comes out of its fence."""
    text = part(answer).answer
    found = {name: _section(text, name) for name in names}
    missing = [f"<{name}>" for name, body in found.items() if body is None]
    if missing:
        raise Unparsable(f"there is no {' and no '.join(missing)} … section that is closed by its end tag")
    bodies = {name: _unfenced(body or "") for name, body in found.items()}
    if empty := [name for name, body in bodies.items() if not body.strip()]:
        raise Unparsable(f"<{empty[0]}> is empty")
    return bodies


def every_section(answer: str, name: str) -> list[str]:
    """All texts between such tags."""
    found = re.findall(rf"<{name}>\n?(.*?)</{name}>", part(answer).answer, re.DOTALL)
    return [body for body in map(_unfenced, found) if body.strip()]


def record_of(answer: str, kind: type[Record]) -> Record:
    """The JSON object of an answer: all of it, in a fence, or from the first brace to the last."""
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


def _section(text: str, name: str) -> str | None:
    """From the first such tag to its end; a fence inside may hold anything but that."""
    found = re.search(rf"<{name}>\n?(.*?)</{name}>", text, re.DOTALL)
    return found[1] if found else None


def _unfenced(body: str) -> str:
    fenced = _FENCE.match(body)
    code = fenced["code"] if fenced else body.strip("\n")
    return code.rstrip() + "\n" if code.strip() else ""


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None
