"""The file system that a program sees: the system's and the toolchain's directories, read-only, and little else."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator

from benchwright.sandbox.native import CLOCK_LIBRARY, WARM_LIBRARY

WARM_PLACE = "/opt/benchwright/warm.so"
CLOCK_PLACE = "/opt/benchwright/clock.so"

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = (
    "/etc/alternatives",
    "/etc/ld.so.cache",
)
_DEVICES = ("null", "zero", "full", "random", "urandom")
_LINKS = {"/dev/fd": "/proc/self/fd", "/dev/stdin": "fd/0", "/dev/stdout": "fd/1", "/dev/stderr": "fd/2"}
_FILES = {
    "/etc/passwd": "runner:x:1000:1000:runner:/tmp:/bin/sh\n",
    "/etc/group": "runner:x:1000:\n",
    "/etc/hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "/etc/resolv.conf": "",
}
_ASKING = {"/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns files\n"}
"""Names are looked up by asking the sandbox's own loopback, where nobody answers, so that who asks can be seen."""
_DIRECTORIES = ("/workspace", "/tmp", "/var", "/dev/shm", "/run")


@functools.lru_cache(maxsize=256)
def root_blob(
    homes: tuple[str, ...],
    hidden: tuple[str, ...],
    mounts: tuple[tuple[str, str, str], ...],
    system: str = "",
    *,
    asking: bool = False,
) -> bytes:
    """The root as the launcher builds it: `homes` appear at their own paths, `hidden` folders are empty, `mounts` are
    (host path, place, identity of what is there), `system` is the folder that the system directories lie in.
    `asking`: a name that is looked up is asked for, on loopback."""
    lines = [*_system(system), *_settings(system, asking), *_devices()]
    lines += [("D", "-", place) for place in _DIRECTORIES]
    lines += [("B", os.path.realpath(home), home) for home in homes]
    lines += [("H", "-", path) for path in hidden]
    lines += [("B", os.path.realpath(source), place) for source, place, _ in mounts]
    lines += [("N", identity, "/") for _, _, identity in mounts]
    lines.append(("B", os.path.realpath(WARM_LIBRARY), WARM_PLACE))
    lines.append(("B", os.path.realpath(CLOCK_LIBRARY), CLOCK_PLACE))
    return b"".join(os.fsencode("\0".join(line)) + b"\0" for line in lines)


def _system(system: str) -> Iterator[tuple[str, str, str]]:
    for place in _SYSTEM:
        path = system + place
        if os.path.islink(path):
            yield "L", os.readlink(path), place
        elif os.path.isdir(path):
            yield "B", path, place


def _settings(system: str, asking: bool) -> Iterator[tuple[str, str, str]]:
    for place, content in (_FILES | (_ASKING if asking else {})).items():
        yield "F", content, place
    for place in _SETTINGS:
        if os.path.exists(system + place):
            yield "B", os.path.realpath(system + place), place


def _devices() -> Iterator[tuple[str, str, str]]:
    for name in _DEVICES:
        yield "V", f"/dev/{name}", f"/dev/{name}"
    for place, target in _LINKS.items():
        yield "L", target, place
