"""Replaces the folder behind its work folder, where the sandbox keeps it, by a link to another folder."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_undisturbed

LANGUAGE = "python"
COLLECT = ("passwd", "group", "*.txt")
SOURCE = (
    PYTHON
    + """
open("/workspace/kept.txt", "w").write("kept")
attempt("rename", os.rename, "/var/work", "/var/other")
attempt("link", os.symlink, "/etc", "/var/work")
attempt("list", os.listdir, "/var")
"""
)


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert {"rename", "link"} <= set(seen.attempts)
    assert set(seen.run.files) <= {"kept.txt"}
    assert "runner:" not in seen.text
