"""Traces other processes and reads their memory: init's and that of its children, to get past their restrictions."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
CALLS = ("attach", "seize", "read", "write")
SOURCE = (
    PYTHON
    + """
class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]

ATTACH, SEIZE, TRACEME = 16, 0x4206, 0
buffer = ctypes.create_string_buffer(64)
local = Vector(ctypes.addressof(buffer), 64)
child = os.fork()
if child == 0:
    time.sleep(60)
for name, pid in (("init", 1), ("child", child), ("parent", os.getppid())):
    attempt(name + " attach", call, 101, ATTACH, pid, 0, 0)
    attempt(name + " seize", call, 101, SEIZE, pid, 0, 0)
    attempt(name + " read", call, 310, pid, ctypes.byref(local), 1, ctypes.byref(local), 1, 0)
    attempt(name + " write", call, 311, pid, ctypes.byref(local), 1, ctypes.byref(local), 1, 0)
    attempt(name + " compare", call, 312, pid, os.getpid(), 0, 0, 0)
attempt("traceme", call, 101, TRACEME, 0, 0, 0)
attempt("take descriptor", lambda: call(438, os.pidfd_open(child), 0, 0))
"""
)


def check(seen: Seen) -> None:
    names = {f"{who} {what}" for who in ("init", "child", "parent") for what in CALLS}
    assert_refused(seen, {*names, "traceme", "take descriptor"}, {"EPERM"})
