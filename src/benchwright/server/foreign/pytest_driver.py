"""The program that runs pytest in the sandbox and proves how it ended.

Without the proof, a text that ends the process with status 0 would pass. What the proof needs is fetched before the
text is imported, and lies neither in a module nor in the variables of a frame that the tests stand on. The tests share
the process with it all the same: who searches the whole of it finds it.
"""

from __future__ import annotations

TESTS_FILE = "test_code.py"

SOURCE = f"""\
import os, posix, sys, types


def prover():
    write, nonce, proof = posix.write, posix.read(3, 64), posix.dup(4)
    posix.close(3)
    posix.close(4)
    status, executed = yield
    write(proof, nonce + b" %d %d" % (status, executed))
    yield


class Count:
    executed = 0

    def pytest_runtest_logreport(self, report):
        self.executed += report.when == "call"


def drive():
    prove = prover()
    next(prove)
    import pytest

    count = Count()
    sys.modules["__main__"] = types.ModuleType("__main__")
    status = int(pytest.main(["-p", "no:cacheprovider", "{TESTS_FILE}"], plugins=[count]))
    prove.send((status, count.executed))
    sys.exit(status)


drive()
"""
"""Answers with the nonce, the status of pytest, and how many tests it called."""
