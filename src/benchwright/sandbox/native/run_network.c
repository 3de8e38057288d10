// A network namespace serves many runs, one after the other, as long as none leaves anything in it.
#include "run.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

// What the kernel tells a program about the namespace: the number of its sockets (first line), what its loopback has carried,
// what was tried in vain, and flow labels, which outlive the socket that leased them. All other counters need packets.
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
    // What a connection can hold; a loopback needs no more. Not every control group counts it.
    write_file("/proc/sys/net/ipv4/tcp_rmem", "4096 65536 131072");
    write_file("/proc/sys/net/ipv4/tcp_wmem", "4096 16384 131072");
    return up;
}

bool network_was_used(void) {
    if (facts[0].fd < 0) note_start();
    // A socket sent through itself lives on after its last process until the kernel collects it, with its port.
    return !is_as_at_start();
}

void renew_network(void) {
    if (unshare(CLONE_NEWNET) < 0 || !open_network()) _exit(70);
    note_start();
}
