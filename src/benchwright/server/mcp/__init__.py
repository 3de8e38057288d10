"""The sandbox and the judge as tools of the Model Context Protocol, for models and their programs."""

from __future__ import annotations

from benchwright.errors import UsageError


def serve_stdio() -> None:
    """Speak the protocol on standard input and output until the input ends; logs go to standard error."""
    try:
        from benchwright.server.mcp.tools import build_server
    except ImportError as error:
        raise UsageError("the package of the protocol is not installed", "pip install 'benchwright[mcp]'") from error

    build_server().run("stdio")
