"""Makes the compiler allocate memory endlessly: macros that double their text."""

from benchwright.sandbox import Limits
from benchwright.sandbox.protocol import MIB
from tests.sandbox.attacks.attack import Seen, describe

LANGUAGE = "cpp"
BUILD_LIMITS = Limits(wall_s=20, cpu_s=20, memory_bytes=192 * MIB)
DOUBLED = "\n".join(f"#define X{n} X{n - 1} X{n - 1}" for n in range(1, 40))
SOURCE = f"#define X0 1 +\n{DOUBLED}\nlong value = X36 0;\nint main() {{}}\n"


def check(seen: Seen) -> None:
    build = seen.execution.build
    assert build is not None
    assert build.limits_hit == ("memory",), describe(build)
    assert not build.succeeded
    assert seen.execution.runs == ()
