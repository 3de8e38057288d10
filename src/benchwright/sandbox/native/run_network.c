// A network namespace is reused for consecutive runs, as long as none leaves anything in it.
#include "run.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

// What the kernel reveals to a program about the namespace: the number of sockets (first line), loopback traffic, failed
// attempts, and flow labels, which outlive the socket that leased them. All other counters change only with packets.
enum { FACT_BYTES = 8192 };
static struct fact {
    const char *path;
    bool first_line;
    int fd;
    char at_start[FACT_BYTES];
} facts[] = {
    {"/proc/self/net/sockstat", true, -1, ""},     {"/proc/self/net/dev", false, -1, ""},
    {"/proc/self/net/snmp", false, -1, ""},        {"/proc/self/net/snmp6", false, -1, ""},
    {"/proc/self/net/ip6_flowlabel", false, -1, ""}, {"/proc/self/net/rt6_stats", false, -1, ""},
};
enum { FACTS = sizeof facts / sizeof *facts };

static void read_fact(const struct fact *fact, char text[FACT_BYTES]) {
    ssize_t n = fact->fd < 0 ? 0 : pread(fact->fd, text, FACT_BYTES - 1, 0);
    text[n > 0 ? n : 0] = 0;
    if (fact->first_line) text[strcspn(text, "\n")] = 0;
}

static bool is_as_at_start(void) {
    for (int i = 0; i < FACTS; i++) {
        static char now[FACT_BYTES];
        read_fact(&facts[i], now);
        if (strcmp(now, facts[i].at_start)) return false;
    }
    return true;
}

static void note_start(void) {
    for (int i = 0; i < FACTS; i++) {
        if (facts[i].fd >= 0) close(facts[i].fd);
        facts[i].fd = open(facts[i].path, O_RDONLY | O_CLOEXEC);
        read_fact(&facts[i], facts[i].at_start);
    }
}

bool open_network(void) {
    struct ifreq request = {.ifr_flags = IFF_UP | IFF_RUNNING};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    memcpy(request.ifr_name, "lo", 3);
    bool up = fd >= 0 && ioctl(fd, SIOCSIFFLAGS, &request) == 0;
    if (fd >= 0) close(fd);
    // Limits what a connection can buffer: a loopback needs no more, and not every control group counts it.
    write_file("/proc/sys/net/ipv4/tcp_rmem", "4096 65536 131072");
    write_file("/proc/sys/net/ipv4/tcp_wmem", "4096 16384 131072");
    return up;
}

bool network_was_used(void) {
    if (facts[0].fd < 0) note_start();
    // A socket sent through itself outlives its last process, and keeps its port, until the kernel collects it.
    return !is_as_at_start();
}

void renew_network(void) {
    if (unshare(CLONE_NEWNET) < 0 || !open_network()) _exit(70);
    note_start();
}
