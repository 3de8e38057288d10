"""Connects without pause while other threads keep its mappings busy: whoever reads the address out of its memory has to
wait, but the programs beside it must not."""

import msgspec

from benchwright.sandbox import Sandbox
from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import Seen, Values, assert_ended_by, is_marked, program, wait_for_marker

LANGUAGE = "c"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=6, cpu_s=60, memory_bytes=1 << 30)
OBSERVE = frozenset({"network"})
OTHERS = 150
"""Three times as many as could be run beside it by a launcher that waits."""
SOURCE = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static void *map_and_unmap(void *unused) {
    for (;;) munmap(mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096);
    return unused;
}

static void *populate(void *unused) {
    size_t bytes = 900ul << 20;
    char *all = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    madvise(all, bytes, MADV_NOHUGEPAGE);
    for (;;) {
        madvise(all, bytes, 23 /* MADV_POPULATE_WRITE */);
        madvise(all, bytes, MADV_DONTNEED);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x0a000001), .sin_port = htons(9)};
    pthread_create(&thread, 0, populate, 0);
    pthread_create(&thread, 0, map_and_unmap, 0);
    usleep(200000);
    close(open("/tmp/waiting", O_CREAT | O_WRONLY, 0600));
    for (;;) {
        int connection = socket(AF_INET, SOCK_DGRAM, 0);
        connect(connection, (void *)&address, sizeof address);
        close(connection);
    }
}
"""


async def meanwhile(sandbox: Sandbox, values: Values) -> Values:
    """Whether a good many harmless programs, one after the other, take less time than this one has."""
    await wait_for_marker("waiting")
    for _ in range(OTHERS):
        await sandbox.run(program("shell", "echo hello"))
    return {**values, "in time": str(is_marked("waiting"))}


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "wall")
    assert "10.0.0.1:9" in seen.run.observations.network
    assert seen.values["in time"] == "True"
