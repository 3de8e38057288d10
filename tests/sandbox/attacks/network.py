"""Reaches services of the host: by TCP and UDP on its loopback, by abstract and named local sockets."""

import contextlib
import socket
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from benchwright.sandbox import Sandbox
from tests.sandbox.attacks.attack import PYTHON, SECRET, Seen, Values, assert_refused

LANGUAGE = "python"
SOURCE = (
    PYTHON
    + """
import socket
def connect(family, kind, address):
    with socket.socket(family, kind) as end:
        end.settimeout(2)
        end.connect(address)
        end.send(b"hello")
        if kind == socket.SOCK_DGRAM:
            return end.recv(100)

attempt("tcp", connect, socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", int("@tcp@")))
attempt("udp", connect, socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", int("@udp@")))
attempt("tcp6", connect, socket.AF_INET6, socket.SOCK_STREAM, ("::1", int("@tcp6@")))
attempt("mapped", connect, socket.AF_INET6, socket.SOCK_STREAM, ("::ffff:127.0.0.1", int("@tcp@")))
attempt("abstract", connect, socket.AF_UNIX, socket.SOCK_STREAM, "\\0@abstract@")
attempt("named", connect, socket.AF_UNIX, socket.SOCK_STREAM, "@named@")
print("interfaces", [name for _, name in socket.if_nameindex()])
"""
)


@contextlib.contextmanager
def listener(family: socket.AddressFamily, kind: socket.SocketKind, address: str | tuple[str, int]) -> Iterator[str]:
    """A service of the host; nothing may have reached it in the end."""
    with socket.socket(family, kind) as end:
        end.bind(address)
        if kind == socket.SOCK_STREAM:
            end.listen()
        end.setblocking(False)
        where = end.getsockname()
        yield str(where[1]) if isinstance(where, tuple) else SECRET
        with contextlib.suppress(BlockingIOError):
            came = end.accept() if kind == socket.SOCK_STREAM else end.recvfrom(100)
            raise AssertionError(f"the program reached {where!r}: {came}")


@contextlib.asynccontextmanager
async def host(_: Sandbox) -> AsyncIterator[Values]:
    with contextlib.ExitStack() as services:
        named = str(Path(services.enter_context(tempfile.TemporaryDirectory(prefix="host-")), "socket"))
        abstract = f"host-{SECRET[:8]}"
        enter = services.enter_context
        values = {
            "tcp": enter(listener(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))),
            "udp": enter(listener(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0))),
            "tcp6": enter(listener(socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0))) if socket.has_ipv6 else "1",
        }
        enter(listener(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{abstract}"))
        enter(listener(socket.AF_UNIX, socket.SOCK_STREAM, named))
        yield {**values, "abstract": abstract, "named": named}


def check(seen: Seen) -> None:
    assert_refused(seen, {"tcp", "udp", "tcp6", "mapped", "abstract", "named"})
    assert "interfaces ['lo']" in seen.text
