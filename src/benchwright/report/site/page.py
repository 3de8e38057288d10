"""The page, identical on disk and from a server: markup, script, styles, and the encoding of its data files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2
import msgspec

from benchwright.errors import UsageError
from benchwright.report.site.records import Site

_LONE = re.compile("[\ud800-\udfff]")
_PROTOTYPE = b'"__proto__"'


def encode(record: msgspec.Struct) -> bytes:
    """Encode the record as one line of JSON. A lone surrogate, which JSON cannot hold, becomes U+FFFD."""
    try:
        return msgspec.json.encode(record)
    except UnicodeEncodeError:
        return msgspec.json.encode(_fixed(msgspec.to_builtins(record)))


def data_file(key: str, record: msgspec.Struct) -> bytes:
    """Return the text of the file `data/KEY.js`."""
    value = encode(record)
    if _PROTOTYPE in value:
        # In a script, unlike in JSON, this key sets the prototype: send such a record as a string to parse.
        value = msgspec.json.encode(value.decode())
    return b"benchwright.put(%s, %s);\n" % (msgspec.json.encode(key), value)


def _fixed(value: Any) -> Any:
    if isinstance(value, str):
        return _LONE.sub("\ufffd", value)
    if isinstance(value, Mapping):
        return {_fixed(name): _fixed(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_fixed(each) for each in value]
    return value


ASSETS = Path(__file__).parent / "assets"
"""Output folder of `make frontend`."""
ASSET_NAMES = ("explorer.js", "code.js", "groups.js", "explorer.css", "icon.svg")
"""Files that the page requires; others in the folder, such as licences, are copied too."""
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' file:",
        "style-src 'self' file:",
        "img-src 'self' file: data: blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""Allow only the page's own files. From disk, a page has no origin for 'self' to match, so file: is allowed too."""


def built_assets(folder: Path | None = None) -> Path:
    """Find the folder of the built page. A checkout has none until it is built; a wheel includes it."""
    folder = folder or ASSETS
    for name in ASSET_NAMES:
        if not (folder / name).is_file():
            raise UsageError(f"the page is not built: {name} is missing", "run `make frontend`")
    return folder


def index_html(site: Site) -> str:
    """Render index.html."""
    return _rendered("index.html.jinja", site=site, policy=POLICY)


def live_html(script: str) -> str:
    """Render the page for a server. It contains no data, because it is served without a token."""
    return _rendered("live.html.jinja", script=script)


def _rendered(template: str, **values: object) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = lambda value: f"{value:.1%}"
    return environment.get_template(template).render(**values)
