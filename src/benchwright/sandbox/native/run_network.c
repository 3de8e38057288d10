// A network namespace serves many runs, one after the other, as long as none leaves anything in it.
#include "run.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int counter = -1; // a file that tells the number of sockets in the namespace
static long sockets_at_start;

static long count_sockets(void) {
    char text[128];
    ssize_t n = counter < 0 ? -1 : pread(counter, text, sizeof text - 1, 0);
    if (n <= 0) return -1;
    text[n] = 0;
    return strncmp(text, "sockets: used ", 14) ? -1 : strtol(text + 14, NULL, 10);
}

bool open_network(void) {
    struct ifreq request = {.ifr_flags = IFF_UP | IFF_RUNNING};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    memcpy(request.ifr_name, "lo", 3);
    bool up = fd >= 0 && ioctl(fd, SIOCSIFFLAGS, &request) == 0;
    if (fd >= 0) close(fd);
    // A port must be free again as soon as its run is over.
    write_file("/proc/sys/net/ipv4/tcp_max_tw_buckets", "0");
    return up;
}

static void open_counter(void) {
    if (counter >= 0) close(counter);
    counter = open("/proc/self/net/sockstat", O_RDONLY | O_CLOEXEC);
    sockets_at_start = count_sockets();
}

void renew_network_if_used(void) {
    if (counter < 0) {
        open_counter(); // first call: before any run
        return;
    }
    // A socket sent through itself lives on after its last process until the kernel collects it, with its port.
    if (count_sockets() == sockets_at_start) return;
    if (unshare(CLONE_NEWNET) < 0 || !open_network()) _exit(70);
    open_counter();
}
