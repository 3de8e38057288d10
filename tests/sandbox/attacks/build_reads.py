"""Makes the compiler read files of the host, into its messages or into the program."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from benchwright.sandbox import LocalSandbox
from tests.sandbox.attacks.attack import SECRET, Seen, Values, describe, file_with

LANGUAGE = "cpp"
PLACES = [str(Path(place, f"host-build-{SECRET[:8]}")) for place in ("/tmp", "/dev/shm", Path.home())]
SOURCE = "\n".join(
    [
        '#include "/etc/shadow"',
        '#include "/proc/1/environ"',
        *(f'#include "{place}"' for place in PLACES),
        "#include <cstdio>",
        *(f'asm(".incbin \\"{place}\\"");' for place in PLACES),
        "int main() {}",
    ]
)


@contextlib.asynccontextmanager
async def host(_: LocalSandbox) -> AsyncIterator[Values]:
    with contextlib.ExitStack() as files:
        for place in PLACES:
            files.enter_context(file_with(Path(place), SECRET))
        yield {}


def check(seen: Seen) -> None:
    build = seen.execution.build
    assert build is not None
    assert build.exit_code == 1, describe(build)
    assert build.limits_hit == ()
    assert "/etc/shadow: No such file" in seen.text
    assert seen.execution.runs == ()
