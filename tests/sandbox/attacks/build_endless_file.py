"""Makes the compiler read an endless file."""

from benchwright.sandbox import Limits
from benchwright.sandbox.protocol import MIB
from tests.sandbox.attacks.attack import Seen, describe

LANGUAGE = "cpp"
BUILD_LIMITS = Limits(wall_s=10, cpu_s=10, memory_bytes=256 * MIB)
SOURCE = "#include </dev/zero>\nint main() {}\n"


def check(seen: Seen) -> None:
    build = seen.execution.build
    assert build is not None
    assert not build.succeeded
    # Some compilers refuse to read a device at all.
    assert "memory" in build.limits_hit or build.exit_code == 1, describe(build)
    assert seen.execution.runs == ()
