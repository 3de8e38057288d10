"""Uses more memory than allowed while other threads constantly map and unmap, so that a process that inspects the
mappings has to wait."""

from tests.sandbox.attacks.attack import Seen, assert_out_of_memory

LANGUAGE = "c"
SOURCE = r"""
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static void *map_and_unmap(void *unused) {
    for (;;) munmap(mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096);
    return unused;
}

int main(void) {
    pthread_t thread;
    size_t bytes = 700ul << 20;
    for (int i = 0; i < 4; i++) pthread_create(&thread, 0, map_and_unmap, 0);
    char *all = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    madvise(all, bytes, MADV_HUGEPAGE);
    madvise(all, bytes, 23 /* MADV_POPULATE_WRITE */);
    puts("resident");
    fflush(stdout);
    sleep(2);
    puts("held");
    return 0;
}
"""


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
    assert "held" not in seen.text
