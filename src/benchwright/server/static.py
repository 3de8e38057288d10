"""Files for browsers: what they may do, and how often they are sent."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from benchwright.server.call import Call
from benchwright.server.reply import Reply

MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

PLAIN = "text/plain; charset=utf-8"


class StaticFile(msgspec.Struct, frozen=True, kw_only=True):
    """A text that browsers are sent."""

    text: str
    """Its content."""
    media_type: str
    """By its ending."""
    etag: str
    """Changes with the content."""


def static_file(text: str, media_type: str) -> StaticFile:
    """The text with its sign."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:32]
    return StaticFile(text=text, media_type=media_type, etag=f'"{digest}"')


def read_files(folder: Path) -> dict[str, StaticFile]:
    """Name → file, of all in a folder that browsers know what to do with."""
    return {
        path.name: static_file(path.read_text(encoding="utf-8"), MEDIA_TYPES[path.suffix])
        for path in sorted(folder.iterdir())
        if path.suffix in MEDIA_TYPES
    }


def answer_file(file: StaticFile | None, call: Call) -> Reply:
    """The file, or that the browser has it, or that there is none."""
    if file is None:
        return Reply(status=404, text="the page has no such file\n", media_type=PLAIN, headers=HEADERS)
    # Asked for again each time, so that a page never runs with the scripts of another version.
    headers = {**HEADERS, "ETag": file.etag, "Cache-Control": "no-cache"}
    if file.etag in {tag.strip().removeprefix("W/") for tag in call.headers.get("if-none-match", "").split(",")}:
        return Reply(status=304, text="", media_type=file.media_type, headers=headers)
    return Reply(text=file.text, media_type=file.media_type, headers=headers)
