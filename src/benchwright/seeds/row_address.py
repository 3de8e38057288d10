"""What the address of a function on a code host tells of its origin."""

from __future__ import annotations

import re

import msgspec

from benchwright.seeds.seed import Origin

_ADDRESS = re.compile(
    r"https?://[^/]+/[^/]+/[^/]+/(?:-/)?blob/(?P<commit>[0-9a-f]{7,64})/[^#]*#L(?P<line>\d{1,7})(?:-L(?P<end>\d{1,7}))?"
)


def with_address(origin: Origin, address: str) -> Origin:
    """The origin with the commit and the lines that the address names."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        return origin
    line = int(found["line"])
    end = max(line, int(found["end"] or line))
    return msgspec.structs.replace(origin, commit=origin.commit or found["commit"], line=line, end_line=end)
