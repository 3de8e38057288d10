"""POST /exit_code: runs a program and answers with its exit code alone."""

from __future__ import annotations

import msgspec

from benchwright.languages import find_language
from benchwright.sandbox import Program
from benchwright.server.api import Api, Route
from benchwright.server.call import Call
from benchwright.server.reply import Reply


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A program."""

    language: str
    """Name of its language."""
    code: str
    """Its text."""


async def run(call: Call) -> Reply:
    """Run it when it is the client's turn."""
    language = find_language(call.body.language)
    execution = await call.sandbox.run(Program(language=language.id, files={language.source: call.body.code.encode()}))
    return Reply(value={"exit_code": execution.stages[-1].exit_code})


def failure(error: Exception, _: Call | None) -> Reply:
    """Report what went wrong."""
    return Reply(value={"error": str(error)}, status=400)


API = Api(
    name="exit_code",
    routes=(
        Route(
            method="POST",
            path="/exit_code",
            name="exit_code",
            summary="Run a program and answer with its exit code",
            handle=run,
            body=Asked,
            answers={200: dict[str, int]},
            examples={"three": {"language": "python", "code": "raise SystemExit(3)"}},
        ),
    ),
    failure=failure,
)
