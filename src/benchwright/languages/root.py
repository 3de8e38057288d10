"""Runs trusted commands in a folder that holds a system of its own, such as another release of the machine's.

Some toolchains exist only for another release. Its libraries would not suit the machine's programs, nor the machine's
libraries its programs, so they run with its system folders in the machine's place: here for our own commands, in the
sandbox for untrusted ones.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

_ENTER = """
set -e
PATH=$PATH:/usr/sbin:/sbin
export HOME=/tmp
root=$1
shift
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/opt"
while [ "$1" != -- ]; do
    mkdir -p "$root$2"
    mount --bind "$1" "$root$2"
    shift 2
done
shift
exec chroot "$root" "$@"
"""
"""Mounts last as long as the command, as it has a mount namespace of its own."""


def inside(root: str, argv: Sequence[str], shown: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The command that runs `argv` there; `shown` are folders of the machine → places below /opt."""
    unshare = ("unshare", "--mount") if os.geteuid() == 0 else ("unshare", "--user", "--map-root-user", "--mount")
    pairs = [text for pair in (shown or {}).items() for text in pair]
    return (*unshare, "sh", "-c", _ENTER, "sh", root, *pairs, "--", *argv)
