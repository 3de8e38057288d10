"""Makes system calls by the 32-bit gate and by x32 numbers, which a filter for 64-bit numbers would allow."""

import pytest

from tests.sandbox.attacks.attack import Seen, describe

LANGUAGE = "cpp"
SOURCE = """
#include <cstdio>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <unistd.h>
#include <sys/syscall.h>

static sigjmp_buf back;
static void caught(int) { siglongjmp(back, 1); }

static long gate(long number, long a = 0, long b = 0) {
    long result;
    asm volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(0), "S"(0), "D"(0) : "memory");
    return result;
}

int main() {
    signal(SIGSEGV, caught);
    const long numbers[] = {20, 21, 26, 310, 120, 359}; // getpid, mount, ptrace, unshare, clone, socket
    bool real = sigsetjmp(back, 1) || gate(SYS_getpid) != getpid(); // in User Mode Linux, it takes the 64-bit numbers
    if (!real) puts("no gate");
    for (long number : numbers) {
        if (!real) break;
        long result = sigsetjmp(back, 1) ? -ENOSYS : gate(number, 0x10000000); // some kernels have no such gate
        printf("gate %ld %s\\n", number, result == -ENOSYS || result == -EPERM ? "refused" : "DONE");
    }
    const long wide[] = {SYS_getpid, SYS_mount, 521 /* ptrace */, SYS_unshare, SYS_socket};
    for (long number : wide) {
        long result = syscall(0x40000000 | number, 0x10000000, 0, 0, 0, 0);
        printf("x32 %ld %s\\n", number, result == -1 && (errno == ENOSYS || errno == EPERM) ? "refused" : "DONE");
    }
}
"""


def check(seen: Seen) -> None:
    assert seen.execution.build is not None
    assert seen.execution.build.succeeded, describe(seen.execution.build)
    assert seen.run.exit_code == 0, describe(seen.run)
    gate = "no gate" not in seen.text
    assert seen.text.count("refused") == (11 if gate else 5), describe(seen.run)
    assert "DONE" not in seen.text
    if not gate:
        pytest.skip("kernel feature missing: 32-bit calls")
