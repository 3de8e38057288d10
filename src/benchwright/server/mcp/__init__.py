"""The sandbox and the judge as Model Context Protocol (MCP) tools."""

from __future__ import annotations

from benchwright.errors import UsageError


def serve_stdio() -> None:
    """Serve MCP on standard input and output until the input ends; logs go to standard error."""
    try:
        from benchwright.server.mcp.tools import build_server
    except ImportError as error:
        raise UsageError("the mcp package is not installed", "pip install 'benchwright[mcp]'") from error

    build_server().run("stdio")
