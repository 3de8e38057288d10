"""Uses memory in pipes: a small page of each huge one goes into a pipe, keeps all of it, and no process has it."""

from pathlib import Path

import msgspec
import pytest

from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import Seen, assert_no_more_memory

LANGUAGE = "c"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=4)
SOURCE = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum { HUGE = 2 << 20, PAGES_OF_A_PIPE = 16, WANTED = 200 };

int main(void) {
    int ends[2];
    uintptr_t room = (uintptr_t)mmap(0, 2 * HUGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void *place = (void *)((room + HUGE - 1) / HUGE * HUGE);
    for (int i = 0; i < WANTED; i++) {
        if (i % PAGES_OF_A_PIPE == 0 && pipe(ends) < 0) return 1;
        char *page = mmap(place, HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        madvise(page, HUGE, MADV_HUGEPAGE);
        memset(page, 7, HUGE);
        struct iovec part = {page, 4096};
        if (vmsplice(ends[1], &part, 1, SPLICE_F_NONBLOCK) != 4096) {
            puts("refused");
            return 0;
        }
        munmap(page, HUGE);
    }
    puts("held");
    fflush(stdout);
    sleep(60);
}
"""


def check(seen: Seen) -> None:
    if not Path("/sys/kernel/mm/transparent_hugepage").exists():
        pytest.skip("kernel feature missing: huge pages")
    assert_no_more_memory(seen)
