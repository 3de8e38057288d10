"""The /v1 routes about the server: languages, health, metrics, version, OpenAPI description."""

from __future__ import annotations

import asyncio
import functools
from typing import Any

from benchwright.client import ServedLanguage
from benchwright.errors import BenchwrightError
from benchwright.sandbox import LocalSandbox
from benchwright.sandbox.protocol import SCHEMA_VERSION
from benchwright.server.apis import find_apis
from benchwright.server.apis.v1.records import Health, Version
from benchwright.server.call import Call
from benchwright.server.reply import Reply
from benchwright.server.service import Service

_START_S = 10.0
"""A launcher starts within milliseconds; after this many seconds it counts as broken."""


async def languages(call: Call) -> Reply:
    """List the languages whose toolchain is installed. The first call is slow, because it searches for all of them."""
    return Reply(value=await asyncio.to_thread(_languages))


def _languages() -> list[ServedLanguage]:
    from benchwright.judging.probe import look_up
    from benchwright.languages import languages as all_languages
    from benchwright.languages.join import can_join

    statuses = [(language, look_up(language)) for language in all_languages().values()]
    return [
        ServedLanguage(
            id=language.id,
            name=language.name,
            toolchain=status.toolchain,
            aliases=tuple(name for name in language.all_names() if name != language.id),
            source=language.source,
            builds=bool(language.build),
            tests=can_join(language),
        )
        for language, status in statuses
        if status.found
    ]


async def live(call: Call) -> Reply:
    """Report that the server is alive."""
    return Reply(value=Health(status="ok"))


async def ready(call: Call) -> Reply:
    """Report whether the server accepts work."""
    if call.service.draining:
        return Reply(value=Health(status="draining"), status=503)
    try:
        async with asyncio.timeout(_START_S):
            await _start(call.service)
    except (BenchwrightError, OSError, TimeoutError) as error:
        return Reply(value=Health(status=f"no program can be started: {error}"), status=503)
    return Reply(value=Health(status="ok"))


async def _start(service: Service) -> None:
    sandbox = service._sandbox
    if isinstance(sandbox, LocalSandbox):
        await sandbox.guarantees()


async def metrics(call: Call) -> Reply:
    """Return the metrics in the Prometheus format."""
    from benchwright.server.measures import MEDIA_TYPE

    return Reply(text=call.service.measures.text(), media_type=MEDIA_TYPE)


async def version(call: Call) -> Reply:
    """Return the name and version of the server."""
    from benchwright.server.openapi import own_version

    return Reply(value=Version(name="benchwright", version=own_version(), schema=SCHEMA_VERSION))


async def description(call: Call) -> Reply:
    """Return the OpenAPI description of all APIs."""
    return Reply(value=await asyncio.to_thread(_description))


@functools.cache
def _description() -> dict[str, Any]:
    from benchwright.server.openapi import describe

    return describe(find_apis())
