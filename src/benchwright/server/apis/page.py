"""A page for people at /: try a program, see how the server does. Its files lie beside it and ask nobody else."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import msgspec

from benchwright.errors import BenchwrightError, UsageError
from benchwright.languages import find_language
from benchwright.server.api import Api, Route
from benchwright.server.call import Call
from benchwright.server.failures import Overloaded
from benchwright.server.media import Text
from benchwright.server.reply import Reply

FOLDER = Path(__file__).parents[1] / "page"
"""Everything in it is served, and nothing else."""

MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
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


class PageFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file of the page."""

    text: str
    """Its content."""
    media_type: str
    """By its ending."""
    etag: str
    """Changes with the content."""


class ExampleProgram(msgspec.Struct, frozen=True, kw_only=True):
    """A small program that shows one thing."""

    name: str
    """What it shows."""
    source: str
    """Its text."""
    stdin: str
    """Its standard input."""
    args: tuple[str, ...]
    """Its arguments."""


class Examples(msgspec.Struct, frozen=True, kw_only=True):
    """Something to start from in one language."""

    language: str
    """Language id."""
    solution: str
    """Of the worked example; empty where there is none."""
    tests: str
    """That it passes."""
    programs: tuple[ExampleProgram, ...]
    """Without tests."""


@cache
def page_files() -> dict[str, PageFile]:
    """Name → file of the page; read once."""
    return {path.name: _read(path) for path in sorted(FOLDER.iterdir()) if path.suffix in MEDIA_TYPES}


@cache
def examples(name: str) -> Examples:
    """The worked example of a language, and its probes."""
    language = find_language(name)
    programs = tuple(
        ExampleProgram(
            name=probe.name.replace("_", " "),
            source=language.probe_source(probe).decode(errors="replace"),
            stdin=probe.stdin,
            args=probe.args,
        )
        for probe in language.probes
    )
    texts = {part: language.generation_example(part) for part in ("solution", "tests")}
    return Examples(language=language.id, programs=programs, **texts)


def _read(path: Path) -> PageFile:
    text = path.read_text(encoding="utf-8")
    digest = hashlib.sha256(text.encode()).hexdigest()[:32]
    return PageFile(text=text, media_type=MEDIA_TYPES[path.suffix], etag=f'"{digest}"')


async def _index(call: Call) -> Reply:
    return _answer("index.html", call)


async def _file(call: Call) -> Reply:
    return _answer(call.path["file"], call)


async def _examples(call: Call) -> Reply:
    found = examples(find_language(call.path["language"]).id)
    return Reply(value=found, headers={**HEADERS, "Cache-Control": "no-cache"})


def _answer(name: str, call: Call) -> Reply:
    file = page_files().get(name)
    if file is None:
        return Reply(status=404, text="the page has no such file\n", media_type=PLAIN, headers=HEADERS)
    # Asked for again each time, so that a page never runs with the scripts of another version.
    headers = {**HEADERS, "ETag": file.etag, "Cache-Control": "no-cache"}
    if file.etag in {tag.strip().removeprefix("W/") for tag in call.headers.get("if-none-match", "").split(",")}:
        return Reply(status=304, text="", media_type=file.media_type, headers=headers)
    return Reply(text=file.text, media_type=file.media_type, headers=headers)


def _failure(error: Exception, call: Call | None) -> Reply:
    headers = dict(HEADERS)
    if isinstance(error, Overloaded):
        headers["Retry-After"] = f"{max(1, round(error.retry_after_s))}"
        status = 429 if error.limited else 503
    else:
        status = 404 if isinstance(error, UsageError) else 503
    text = error.sentence if isinstance(error, BenchwrightError) else "the server failed"
    return Reply(status=status, text=f"{text}\n", media_type=PLAIN, headers=headers)


API = Api(
    name="page",
    routes=(
        Route(
            method="GET",
            path="/",
            name="page",
            summary="The page for people.",
            handle=_index,
            answers={200: Text(media_type="text/html")},
            open=True,
        ),
        Route(
            method="GET",
            path="/page/{file}",
            name="page_file",
            summary="A file of the page.",
            handle=_file,
            answers={200: Text(media_type="*/*"), 404: Text()},
            open=True,
        ),
        Route(
            method="GET",
            path="/page/examples/{language}",
            name="page_examples",
            summary="Programs to start from.",
            handle=_examples,
            answers={200: Examples, 404: Text()},
            open=True,
        ),
    ),
    failure=_failure,
)
