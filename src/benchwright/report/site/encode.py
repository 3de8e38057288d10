"""Data files: one line of JSON in a call, so that a page opened from disk can load it as a script."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

_LONE = re.compile("[\ud800-\udfff]")


def encode(record: msgspec.Struct) -> bytes:
    """The record as one line of JSON. A lone surrogate, which no JSON of ours can hold, becomes U+FFFD."""
    try:
        return msgspec.json.encode(record)
    except UnicodeEncodeError:
        return msgspec.json.encode(_mended(msgspec.to_builtins(record)))


def data_file(key: str, record: msgspec.Struct) -> bytes:
    """The text of `data/KEY.js`."""
    return b"benchwright.put(%s, %s);\n" % (msgspec.json.encode(key), encode(record))


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return _LONE.sub("\ufffd", value)
    if isinstance(value, Mapping):
        return {_mended(name): _mended(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_mended(each) for each in value]
    return value
