"""Files for browsers: security headers and caching."""

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
    """A text file served to browsers."""

    text: str
    """Content of the file."""
    media_type: str
    """Content type, derived from the file extension."""
    etag: str
    """Entity tag, a hash of the content."""


def static_file(text: str, media_type: str) -> StaticFile:
    """Make a file with its entity tag."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:32]
    return StaticFile(text=text, media_type=media_type, etag=f'"{digest}"')


def read_files(folder: Path) -> dict[str, StaticFile]:
    """Read all files in a folder that have a known media type, by name."""
    return {
        path.name: static_file(path.read_text(encoding="utf-8"), MEDIA_TYPES[path.suffix])
        for path in sorted(folder.iterdir())
        if path.suffix in MEDIA_TYPES
    }


def answer_file(file: StaticFile | None, call: Call) -> Reply:
    """Respond with the file, with 304 if the browser has it, or with 404 if there is none."""
    if file is None:
        return Reply(status=404, text="no such file\n", media_type=PLAIN, headers=HEADERS)
    # Revalidate every time, so that a page never runs with scripts of another version.
    headers = {**HEADERS, "ETag": file.etag, "Cache-Control": "no-cache"}
    if file.etag in {tag.strip().removeprefix("W/") for tag in call.headers.get("if-none-match", "").split(",")}:
        return Reply(status=304, text="", media_type=file.media_type, headers=headers)
    return Reply(text=file.text, media_type=file.media_type, headers=headers)
