"""Makes the compiler compute endlessly."""

from benchwright.sandbox import Limits
from benchwright.sandbox.protocol import MIB
from tests.sandbox.attacks.attack import Seen, assert_ended_by

LANGUAGE = "cpp"
BUILD_LIMITS = Limits(wall_s=20, cpu_s=1, memory_bytes=512 * MIB)
SOURCE = """
template <int depth, int path> struct tree {
    static constexpr long value = tree<depth - 1, path * 2>::value + tree<depth - 1, path * 2 + 1>::value;
};
template <int path> struct tree<0, path> { static constexpr long value = path; };
constexpr long count(long n) { return n < 2 ? 1 : count(n - 1) + count(n - 2); }
static_assert(tree<14, 1>::value > 0);
static_assert(count(60) > 0);
int main() {}
"""


def check(seen: Seen) -> None:
    assert seen.execution.build is not None
    assert_ended_by(seen.execution.build, "cpu")
    assert seen.execution.runs == ()
