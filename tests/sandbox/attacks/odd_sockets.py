"""Opens sockets of families that no program needs: raw ones, and some that belong to no network namespace. Sets options
whose effects outlive the socket or are counted for the whole machine: multicast groups, filters."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
SOCKETS = {
    "multipath": (2, 1, 262),
    "multipath6": (10, 1, 262),
    "lite": (2, 2, 136),
    "raw": (2, 3, 1),
    "raw6": (10, 3, 58),
    "raw tcp": (2, 3, 255),
    "ping": (2, 2, 1),
    "packet": (17, 3, 768),
    "packet datagrams": (17, 2, 768),
    "vsock": (40, 1, 0),
    "crypto": (38, 5, 0),
    "bluetooth": (31, 3, 1),
    "key": (15, 3, 2),
    "can": (29, 3, 1),
    "tipc": (30, 5, 0),
    "xdp": (44, 3, 0),
    "netlink audit": (16, 3, 9),
    "netlink events": (16, 3, 15),
    "netlink netfilter": (16, 3, 12),
    "netlink generic": (16, 3, 16),
    "netlink diagnosis": (16, 3, 4),
}
OPTIONS = {
    "filter": (1, 1, 26),
    "program": (1, 1, 50),
    "filter of a group": (2, 1, 51),
    "multicast": (2, 0, 35),
    "multicast of a source": (2, 0, 39),
    "group": (2, 0, 42),
    "multicast 6": (10, 41, 20),
    "anycast 6": (10, 41, 27),
    "group 6": (10, 41, 42),
}
"""Family of the socket, level and number."""
SOURCE = (
    PYTHON
    + f"""
for name, (family, kind, protocol) in {SOCKETS!r}.items():
    attempt(name, call, 41, family, kind, protocol)
    attempt("pair " + name, call, 53, family, kind, protocol, (ctypes.c_int * 2)())
attempt("high bits", call, 41, (1 << 32) | 40, 1, 0)
import socket
for name, (family, level, option) in {OPTIONS!r}.items():
    attempt(name, socket.socket(family, socket.SOCK_DGRAM).setsockopt, level, option, bytes(64))
"""
)


def check(seen: Seen) -> None:
    allowed_by_filter = {"EPERM", "EACCES", "EPROTONOSUPPORT"}
    assert_refused(seen, {*SOCKETS, *OPTIONS, "high bits"})
    tried = (*SOCKETS, *OPTIONS)
    wrong = {name: seen.attempts[name] for name in tried if seen.attempts[name][1] not in allowed_by_filter}
    assert not wrong, wrong
