"""Makes the assembler copy a host file into the program, which then prints it."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from benchwright.sandbox import Sandbox
from tests.sandbox.attacks.attack import SECRET, Seen, Values, describe, file_with

LANGUAGE = "cpp"
PLACE = f"/tmp/host-embed-{SECRET[:8]}"
SOURCE = f"""
#include <cstdio>
asm(".data\\n.globl taken\\ntaken:\\n.incbin \\"{PLACE}\\"\\n.byte 0\\n.text");
extern char taken[];
int main() {{ puts(taken); }}
"""


@contextlib.asynccontextmanager
async def host(_: Sandbox) -> AsyncIterator[Values]:
    with file_with(Path(PLACE), SECRET):
        yield {}


def check(seen: Seen) -> None:
    build = seen.execution.build
    assert build is not None
    assert build.exit_code == 1, describe(build)
    assert f"file not found: {PLACE}" in seen.text
    assert seen.execution.runs == ()
