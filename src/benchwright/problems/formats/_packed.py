"""Unpacks the private tests of LiveCodeBench: JSON text, or the same pickled, compressed and written in base64.

Pickled data can run anything when it is loaded, so it is never loaded: its instructions are read one by one, and only
those that make a single text are accepted.
"""

from __future__ import annotations

import base64
import binascii
import json
import pickletools
import zlib
from typing import Any

from benchwright.errors import UsageError

_MOST_BYTES = 1 << 30
_TEXTS = frozenset({"SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8", "UNICODE"})
_OTHERS = frozenset({"PROTO", "FRAME", "MEMOIZE", "BINPUT", "LONG_BINPUT", "PUT", "STOP"})


def unpacked(field: str, value: Any) -> Any:
    """The data of a field that holds it plainly, as JSON, or packed."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value) if value.strip() else None
    except RecursionError:
        raise UsageError(f"{field}: the JSON is nested too deeply", "is the row whole?") from None
    except ValueError:
        pass
    try:
        return json.loads(_pickled_text(_decompressed(base64.b64decode(value, validate=True))))
    except RecursionError:
        raise UsageError(f"{field}: the JSON is nested too deeply", "is the row whole?") from None
    except (ValueError, binascii.Error, zlib.error) as error:
        raise UsageError(f"{field} is neither JSON nor packed JSON: {error}", "is the row whole?") from None


def _decompressed(data: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    plain = unpacking.decompress(data, _MOST_BYTES)
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("the compressed data is cut off, or larger than 1 GiB")
    return plain


def _pickled_text(data: bytes) -> str:
    texts: list[str] = []
    for instruction, argument, _ in pickletools.genops(data):
        if instruction.name in _TEXTS:
            texts.append(str(argument))
        elif instruction.name not in _OTHERS:
            raise ValueError(f"the pickled data is more than a text ({instruction.name})")
    if len(texts) != 1:
        raise ValueError("the pickled data is no text")
    return texts[0]
