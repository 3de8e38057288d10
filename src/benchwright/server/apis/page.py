"""The web page at /: try a program, see the server's state. It only uses files from its own folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from benchwright.errors import BenchwrightError, UsageError
from benchwright.languages import find_language
from benchwright.server.api import Api, Route, Text
from benchwright.server.call import Call, Overloaded
from benchwright.server.reply import Reply
from benchwright.server.static import HEADERS, PLAIN, StaticFile, answer_file, read_files, static_file

FOLDER = Path(__file__).parents[1] / "page"
"""Every file in this folder is served, and nothing else."""

_REPORT_LINK = '<a href="/report/" id="report-link" hidden>'
"""Link in the page, visible only if the server shows jobs."""


class ExampleProgram(msgspec.Struct, frozen=True, kw_only=True):
    """A small example program."""

    name: str
    """Feature that the example shows."""
    source: str
    """Source code of the program."""
    stdin: str
    """Text for standard input."""
    args: tuple[str, ...]
    """Command-line arguments for the program."""


class Examples(msgspec.Struct, frozen=True, kw_only=True):
    """Example programs in one language."""

    language: str
    """Id of the language."""
    solution: str
    """Solution of the worked example; empty if there is none."""
    tests: str
    """Tests that the solution passes; empty if there are none."""
    programs: tuple[ExampleProgram, ...]
    """Example programs without tests."""


@cache
def page_files() -> dict[str, StaticFile]:
    """Return name → file of the page; read once."""
    return read_files(FOLDER)


@cache
def examples(name: str) -> Examples:
    """Collect the worked example of a language, and its probes."""
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


@cache
def _index_with_reports() -> StaticFile:
    """Return the page with the link to the report made visible."""
    page = page_files()["index.html"]
    return static_file(page.text.replace(_REPORT_LINK, _REPORT_LINK.replace(" hidden", "")), page.media_type)


async def _index(call: Call) -> Reply:
    return answer_file(_index_with_reports() if call.service.settings.jobs else page_files()["index.html"], call)


async def _file(call: Call) -> Reply:
    return answer_file(page_files().get(call.path["file"]), call)


async def _examples(call: Call) -> Reply:
    found = examples(find_language(call.path["language"]).id)
    return Reply(value=found, headers={**HEADERS, "Cache-Control": "no-cache"})


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
            summary="The web page.",
            handle=_index,
            answers={200: Text(media_type="text/html")},
            open=True,
        ),
        Route(
            method="GET",
            path="/page/{file}",
            name="page_file",
            summary="An asset of the page.",
            handle=_file,
            answers={200: Text(media_type="*/*"), 404: Text()},
            open=True,
        ),
        Route(
            method="GET",
            path="/page/examples/{language}",
            name="page_examples",
            summary="Example programs.",
            handle=_examples,
            answers={200: Examples, 404: Text()},
            open=True,
        ),
    ),
    failure=_failure,
)
