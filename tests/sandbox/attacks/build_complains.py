"""Makes the compiler print messages endlessly."""

from benchwright.sandbox import Limits
from benchwright.sandbox.protocol import MIB
from tests.sandbox.attacks.attack import Seen, assert_ended_by

LANGUAGE = "cpp"
BUILD_LIMITS = Limits(wall_s=20, cpu_s=20, memory_bytes=512 * MIB, output_limit_bytes=1 << 16)
SOURCE = "\n".join(f"unknown{n} variable{n} = missing{n}(;" for n in range(3000)) + "\nint main() {}\n"


def check(seen: Seen) -> None:
    assert seen.execution.build is not None
    assert_ended_by(seen.execution.build, "output")
    assert seen.execution.runs == ()
