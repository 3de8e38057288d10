"""`benchwright serve`: the sandbox as a service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli import app
from benchwright.errors import UsageError


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="NUMBER", help="Port to listen on; 0: any.")] = 8080,
    workers: Annotated[
        int, typer.Option("--workers", metavar="NUMBER", min=1, help="Processes that answer requests.")
    ] = 1,
    concurrency: Annotated[
        int | None,
        typer.Option(
            "--concurrency", metavar="NUMBER", min=1, help="Programs at once in each worker. Default: by processors."
        ),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file",
            metavar="PATH",
            help="Lines of `token [name [requests per minute [concurrency]]]`. Who has none of them is refused.",
        ),
    ] = None,
    allow_network: Annotated[
        list[str] | None,
        typer.Option("--allow-network", metavar="CIDR", help="Clients there need no token; repeatable."),
    ] = None,
    queue: Annotated[
        int, typer.Option("--queue", metavar="NUMBER", min=1, help="Requests that may wait in each worker.")
    ] = 1024,
    max_body: Annotated[
        int, typer.Option("--max-body", metavar="MIB", min=1, max=1024, help="Largest request, in MiB.")
    ] = 64,
    drain: Annotated[
        float, typer.Option("--drain", metavar="SECONDS", min=0, help="On SIGTERM, accepted work has so long.")
    ] = 30.0,
    benchmark: Annotated[
        list[str] | None,
        typer.Option("--benchmark", metavar="[NAME=]BENCH", help="Serve this benchmark's problems; repeatable."),
    ] = None,
    jobs: Annotated[
        list[Path] | None,
        typer.Option(
            "--jobs", metavar="PATH", help="Show this job, or all below this folder, at /report/; repeatable."
        ),
    ] = None,
    log_sources: Annotated[bool, typer.Option("--log-sources", help="Write programs to the log.")] = False,
    user: Annotated[
        str | None,
        typer.Option("--user", metavar="NAME", help="User that the workers become. Default, as root: nobody."),
    ] = None,
    mcp: Annotated[
        bool, typer.Option("--mcp", help="Speak the Model Context Protocol on standard input and output instead.")
    ] = False,
) -> None:
    """Serve the sandbox over HTTP until SIGTERM; says where it listens, logs to standard error.

    Only this machine can use it without a token. It listens wider only with --token-file or --allow-network.
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
    """Name and place: the name is the place's own unless one is given."""
    name, given, place = text.partition("=")
    place = place if given else text
    name = name if given else Path(text.rstrip("/")).stem
    if not name or not place:
        raise UsageError(f"--benchmark {text!r} names no benchmark", "give a path or a name, or NAME=PATH")
    return name, place
