"""Opens sockets of families that no program needs: raw ones, and some that belong to no network namespace."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
SOCKETS = {
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
SOURCE = (
    PYTHON
    + f"""
for name, (family, kind, protocol) in {SOCKETS!r}.items():
    attempt(name, call, 41, family, kind, protocol)
    attempt("pair " + name, call, 53, family, kind, protocol, (ctypes.c_int * 2)())
attempt("high bits", call, 41, (1 << 32) | 40, 1, 0)
"""
)


def check(seen: Seen) -> None:
    allowed_by_filter = {"EPERM", "EACCES"}
    assert_refused(seen, {*SOCKETS, "high bits"})
    wrong = {name: seen.attempts[name] for name in SOCKETS if seen.attempts[name][1] not in allowed_by_filter}
    assert not wrong, wrong
