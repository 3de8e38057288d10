"""Puts links, pipes and folders where files are collected, so that other files are returned, or the reader hangs."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_undisturbed, describe

LANGUAGE = "python"
COLLECT = ("*.txt", "folder/*", "away/*", "away/passwd", "null", "tmp/*")
SOURCE = (
    PYTHON
    + """
os.mkdir("folder")
os.symlink("/etc/passwd", "passwd.txt")
os.symlink("/proc/self/environ", "environ.txt")
os.symlink("/proc/1/mem", "folder/mem")
os.symlink("passwd.txt", "twice.txt")
os.symlink("loop.txt", "loop.txt")
os.symlink("/etc", "away")
os.symlink("/tmp", "tmp")
open("/tmp/spill", "w").write("from tmp")
os.mkfifo("fifo.txt")
os.symlink("/dev/zero", "zero.txt")
os.mkdir("directory.txt")
open("...txt", "w").write("dots")
open("folder/..hidden", "w").write("hidden")
open("real.txt", "w").write("real")
os.link("real.txt", "hard.txt")
attempt("hard link", os.link, "/etc/passwd", "passwd-hard.txt")
attempt("hard link of a link", os.link, "passwd.txt", "linked.txt")
import socket
socket.socket(socket.AF_UNIX).bind("socket.txt")
os.chmod("real.txt", 0)
os.chmod(".", 0)
"""
)


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert seen.attempts["hard link"][0] == "refused"
    expected = {"...txt": b"dots", "folder/..hidden": b"hidden", "real.txt": b"real", "hard.txt": b"real"}
    assert seen.run.files == expected, describe(seen.run)
    assert seen.run.files_omitted == ()
