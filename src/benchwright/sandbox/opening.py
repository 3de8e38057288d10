"""The sandbox that a command runs programs in: this machine's, or that of a service."""

from __future__ import annotations

import os
from collections.abc import Iterable

from benchwright.errors import UsageError
from benchwright.sandbox.local import LocalSandbox
from benchwright.sandbox.remote import RemoteSandbox

SANDBOX_VARIABLE = "BENCHWRIGHT_SANDBOX"


def open_sandbox(spec: str = "", *, require: Iterable[str] = (), warm: bool = True) -> LocalSandbox | RemoteSandbox:
    """`local`, `remote:URL`, or the URL alone; empty: what $BENCHWRIGHT_SANDBOX says, else `local`. The token of a
    service is $BENCHWRIGHT_TOKEN."""
    spec = spec or os.environ.get(SANDBOX_VARIABLE, "") or "local"
    if spec == "local":
        return LocalSandbox(require=require, warm=warm)
    url = spec.removeprefix("remote:")
    if not url.startswith(("http://", "https://")):
        raise UsageError(f"{spec!r} is no sandbox", "write local, or remote:http://host:port")
    return RemoteSandbox(url, require=require, warm=warm)
