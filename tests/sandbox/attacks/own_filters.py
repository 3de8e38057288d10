"""Installs a system call filter of its own. Thousands of them block some kernels when they are released."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
SOURCE = (
    PYTHON
    + """
class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]

code = (ctypes.c_uint64 * 1)(0x7FFF000000000006)  # returns SECCOMP_RET_ALLOW
program = Program(1, ctypes.addressof(code))
attempt("seccomp", call, 317, 1, 0, ctypes.byref(program))
attempt("seccomp strict", call, 317, 0, 0, 0)
attempt("seccomp listener", call, 317, 1, 8, ctypes.byref(program))
attempt("prctl", call, 157, 22, 2, ctypes.byref(program))
attempt("prctl strict", call, 157, 22, 1, 0)
"""
)


def check(seen: Seen) -> None:
    names = ("seccomp", "seccomp strict", "seccomp listener", "prctl", "prctl strict")
    assert_refused(seen, names, {"EPERM"})
