"""Data files: one line of JSON in a call, so that a page opened from disk can load it as a script."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

_LONE = re.compile("[\ud800-\udfff]")
_PROTOTYPE = b'"__proto__"'


def encode(record: msgspec.Struct) -> bytes:
    """The record as one line of JSON. A lone surrogate, which no JSON of ours can hold, becomes U+FFFD."""
    try:
        return msgspec.json.encode(record)
    except UnicodeEncodeError:
        return msgspec.json.encode(_mended(msgspec.to_builtins(record)))


def data_file(key: str, record: msgspec.Struct) -> bytes:
    """The text of `data/KEY.js`."""
    value = encode(record)
    if _PROTOTYPE in value:
        # In a script, unlike in JSON, that name does not make an entry: the page gets such a record as text.
        value = msgspec.json.encode(value.decode())
    return b"benchwright.put(%s, %s);\n" % (msgspec.json.encode(key), value)


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return _LONE.sub("\ufffd", value)
    if isinstance(value, Mapping):
        return {_mended(name): _mended(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_mended(each) for each in value]
    return value
