"""Connects constantly while other threads keep its mappings busy: the reader of the address in its memory has to wait,
but the programs next to it must not."""

import time

import msgspec

from benchwright.sandbox import Sandbox
from tests.sandbox.attacks import attack
from tests.sandbox.attacks.attack import Seen, Values, assert_ended_by, program, wait_for_marker

LANGUAGE = "c"
LIMITS = msgspec.structs.replace(attack.LIMITS, wall_s=8, cpu_s=60, memory_bytes=1 << 30)
OBSERVE = frozenset({"network"})
SOURCE = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
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
    close(open("/tmp/busy", O_CREAT | O_WRONLY, 0600));
    for (;;) {
        for (time_t now = time(0); now == time(0);) syscall(SYS_getppid);
        close(open("/tmp/connecting", O_CREAT | O_WRONLY, 0600));
        for (time_t now = time(0); now == time(0);) {
            int connection = socket(AF_INET, SOCK_DGRAM, 0);
            connect(connection, (void *)&address, sizeof address);
            close(connection);
        }
        unlink("/tmp/connecting");
    }
}
"""


async def meanwhile(sandbox: Sandbox, values: Values) -> Values:
    """Count the harmless programs that finish per second while it connects, and while it only keeps the machine busy.

    It alternates, so a slow or busy machine lowers both rates."""
    busy = await wait_for_marker("busy")
    connecting = busy.with_name("connecting")  # not searched for, because reading its command line would wait as well
    ended, seconds = {True: 0, False: 0}, {True: 0.0, False: 0.0}
    while busy.exists():
        connects, started = connecting.exists(), time.monotonic()
        await sandbox.run(program("shell", "echo hello"))
        ended[connects] += 1
        seconds[connects] += time.monotonic() - started
    rates = {f"beside {name}": str(ended[key] / seconds[key]) for key, name in ((True, "connecting"), (False, "busy"))}
    return {**values, **rates}


def check(seen: Seen) -> None:
    assert_ended_by(seen.run, "wall")
    assert "10.0.0.1:9" in seen.run.observations.network
    assert (
        float(seen.values["beside connecting"]) > float(seen.values["beside busy"]) / 2
    )  # a quarter if the launcher waits
