"""Text that can be written down. Endpoints cut emoji in half, and half of one (a lone surrogate) has no UTF-8."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import msgspec

from benchwright.errors import BenchwrightError
from benchwright.models.layer import Layer
from benchwright.models.protocol import Answer, Request


def encodable(text: str) -> str:
    """The text with U+FFFD for each lone surrogate; two that belong together become their character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def decode_line(line: bytes) -> Any:
    """JSON as others write it, with lone surrogates in its escapes; msgspec.DecodeError if it is none."""
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError:
        if b"\\ud" in line.lower():
            with suppress(ValueError):
                return without_surrogates(json.loads(line))
        raise


class Encodable(Layer):
    """Directly around a source: whatever it says, in an answer or in a failure, can be written down behind it."""

    async def answer(self, request: Request) -> Answer:
        """As the inner model, with U+FFFD for lone surrogates."""
        try:
            answer = await self.inner.answer(request)
        except BenchwrightError as error:
            error.args = (encodable(str(error)),)
            raise
        said = {name: getattr(answer, name) for name in ("text", "reasoning", "finish_reason", "model")}
        changed = {name: clean for name, text in said.items() if (clean := encodable(text)) != text}
        return msgspec.structs.replace(answer, **changed) if changed else answer


def without_surrogates(value: Any) -> Any:
    """Whatever JSON holds, with each of its texts made encodable."""
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {encodable(key): without_surrogates(item) for key, item in value.items()}
    return value
