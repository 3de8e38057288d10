"""`benchwright serve`: run the sandbox as a service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli import app
from benchwright.cli._help import SERVE
from benchwright.errors import UsageError

_LIMITS, _ACCESS = "Limits", "Access"


@app.command(rich_help_panel=SERVE)
def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", help="Port to listen on; 0 picks a free one.")] = 8080,
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, help="Number of worker processes.")] = 1,
    concurrency: Annotated[
        int | None,
        typer.Option(
            "--concurrency",
            metavar="N",
            min=1,
            help="Concurrent programs per worker. Default: from the number of CPUs.",
            rich_help_panel=_LIMITS,
        ),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file",
            metavar="PATH",
            help="File of accepted tokens, one per line: `token [name [requests per minute [concurrency]]]`. "
            "Requests without one of them are refused.",
            rich_help_panel=_ACCESS,
        ),
    ] = None,
    allow_network: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-network",
            metavar="CIDR",
            help="Accept clients in this network without a token. Repeatable.",
            rich_help_panel=_ACCESS,
        ),
    ] = None,
    queue: Annotated[
        int,
        typer.Option(
            "--queue", metavar="N", min=1, help="Maximum queued requests per worker.", rich_help_panel=_LIMITS
        ),
    ] = 1024,
    max_body: Annotated[
        int,
        typer.Option(
            "--max-body", metavar="MIB", min=1, max=1024, help="Maximum size of a request.", rich_help_panel=_LIMITS
        ),
    ] = 64,
    drain: Annotated[
        float,
        typer.Option(
            "--drain",
            metavar="SECONDS",
            min=0,
            help="Time for accepted work to finish after SIGTERM.",
            rich_help_panel=_LIMITS,
        ),
    ] = 30.0,
    benchmark: Annotated[
        list[str] | None,
        typer.Option(
            "--benchmark",
            metavar="[NAME=]BENCH",
            help="Serve the problems of this benchmark. Repeatable. Default: the built-in ones.",
        ),
    ] = None,
    jobs: Annotated[
        list[Path] | None,
        typer.Option(
            "--jobs", metavar="PATH", help="Show this job, or all jobs below this folder, at /report/. Repeatable."
        ),
    ] = None,
    log_sources: Annotated[bool, typer.Option("--log-sources", help="Write request bodies to the log.")] = False,
    user: Annotated[
        str | None,
        typer.Option(
            "--user",
            metavar="NAME",
            help="User that the workers switch to. Default when started as root: nobody.",
            rich_help_panel=_ACCESS,
        ),
    ] = None,
    mcp: Annotated[
        bool, typer.Option("--mcp", help="Serve MCP (Model Context Protocol) on standard input and output instead.")
    ] = False,
) -> None:
    """Serve the sandbox and the judge over HTTP or MCP.

    Runs until SIGTERM, prints its address, and logs to standard error. Without a token only this machine can use it:
    to listen on other addresses, pass --token-file or --allow-network.
    """
    if mcp:
        import importlib

        importlib.import_module("benchwright.server.mcp").serve_stdio()
        return
    from benchwright.server.run import serve as listen
    from benchwright.server.service import Settings

    listen(
        Settings(
            host=host,
            port=port,
            workers=workers,
            concurrency=concurrency,
            queue=queue,
            max_body_bytes=max_body << 20,
            drain_s=drain,
            token_file=token_file,
            allow_networks=tuple(allow_network or ()),
            benchmarks=dict(map(_benchmark, benchmark or ())),
            jobs=tuple(jobs or ()),
            log_sources=log_sources,
            user=user,
        )
    )


def _benchmark(text: str) -> tuple[str, str]:
    """Split [NAME=]BENCH; the default name is the last part of BENCH, without its suffix."""
    name, given, place = text.partition("=")
    place = place if given else text
    name = name if given else Path(text.rstrip("/")).stem
    if not name or not place:
        raise UsageError(f"--benchmark {text!r} has no name or no path", "pass a path, a built-in name, or NAME=PATH")
    return name, place
