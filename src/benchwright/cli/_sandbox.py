"""The option that says where programs run."""

from __future__ import annotations

from typing import Annotated

import typer

SandboxOption = Annotated[
    str,
    typer.Option(
        "--sandbox",
        metavar="NAME",
        envvar="BENCHWRIGHT_SANDBOX",
        help="Where programs run: local, or the address of a service, as in http://127.0.0.1:8080.",
    ),
]
"""`local` by default."""
