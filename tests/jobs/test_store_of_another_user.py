"""A user without write access to the folder can read a store and sees the newest data, even while another writes."""

from __future__ import annotations

import os
import pwd
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.jobs import Store

pytestmark = pytest.mark.root


@pytest.fixture
def file() -> Iterator[Path]:
    """A store in a world-readable folder: pytest's own folders are not readable by other users."""
    folder = Path(tempfile.mkdtemp(prefix="benchwright-test-store-"))
    folder.chmod(0o755)
    yield folder / "job.sqlite"
    shutil.rmtree(folder)


def as_nobody(look: Callable[[], str]) -> str:
    """Run a function in a process of the user nobody."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            user = pwd.getpwnam("nobody")
            os.setresgid(user.pw_gid, user.pw_gid, user.pw_gid)
            os.setresuid(user.pw_uid, user.pw_uid, user.pw_uid)
            os.write(write, look().encode())
        except BaseException as error:
            os.write(write, repr(error).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(child, 0)
    return said


def test_the_newest_rows_are_read_while_another_user_writes(file: Path) -> None:
    def look() -> str:
        assert not os.access(file.parent, os.W_OK)
        with Store(file, writable=False) as store:
            return ",".join(item.item for item in store.items("step"))

    with Store(file) as store:
        store.put("step", "first", b"1")
        assert as_nobody(look) == "first"
        store.put("step", "second", b"2")
        assert as_nobody(look) == "first,second"
        assert file.with_name("job.sqlite-wal").stat().st_size > 0  # the database file itself contains none of it
    assert not file.with_name("job.sqlite-wal").exists()
    assert as_nobody(look) == "first,second"


def test_the_log_of_a_killed_writer_is_read(file: Path) -> None:
    child = os.fork()
    if child == 0:
        store = Store(file)
        store.put("step", "kept", b"1")
        os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
    assert file.with_name("job.sqlite-wal").exists()

    def look() -> str:
        with Store(file, writable=False) as store:
            return str(store.done("step", "kept"))

    assert as_nobody(look) == "b'1'"


def test_an_unreadable_log_is_reported(file: Path) -> None:
    def look() -> str:
        try:
            Store(file, writable=False).close()
        except UsageError as error:
            return f"refused: {error.hint}"
        return "read"

    with Store(file) as store:
        store.put("step", "secret", b"1")
        file.with_name("job.sqlite-wal").chmod(0o600)
        assert as_nobody(look).startswith("refused: ")
        assert "is readable" in as_nobody(look)
