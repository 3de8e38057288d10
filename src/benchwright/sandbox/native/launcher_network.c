// Reads from a waiting process's memory where it is about to connect or send to, and counts the addresses.
#include "launcher.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_MESSAGES = 1024 }; // per sendmmsg, as in the kernel

bool is_network(int number) {
    return number == __NR_connect || number == __NR_sendto || number == __NR_sendmsg || number == __NR_sendmmsg;
}

static void count(struct observed *o, const char *name) {
    uint32_t i = 0;
    while (i < o->addresses && strcmp(o->network[i].name, name)) i++;
    if (i == MAX_ADDRESSES) return;
    if (i == o->addresses) {
        snprintf(o->network[i].name, sizeof o->network[i].name, "%s", name);
        o->addresses++;
    }
    o->network[i].count++;
}

static void count_address(struct observed *o, const struct sockaddr_storage *address, size_t bytes, bool connecting) {
    char text[INET6_ADDRSTRLEN], name[MAX_ADDRESS];
    const struct sockaddr_in *four = (const struct sockaddr_in *)address;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
    // connect with AF_UNSPEC disconnects; send with AF_UNSPEC sends to an IPv4 address.
    bool is_four = address->ss_family == AF_INET || (address->ss_family == AF_UNSPEC && !connecting);
    if (is_four && bytes >= sizeof *four) {
        inet_ntop(AF_INET, &four->sin_addr, text, sizeof text);
        snprintf(name, sizeof name, "%s:%u", text, ntohs(four->sin_port));
    } else if (address->ss_family == AF_INET6 && bytes >= offsetof(struct sockaddr_in6, sin6_scope_id)) {
        bool mapped = IN6_IS_ADDR_V4MAPPED(&six->sin6_addr);
        if (mapped) inet_ntop(AF_INET, six->sin6_addr.s6_addr + 12, text, sizeof text);
        else inet_ntop(AF_INET6, &six->sin6_addr, text, sizeof text);
        snprintf(name, sizeof name, mapped ? "%s:%u" : "[%s]:%u", text, ntohs(six->sin6_port));
    } else {
        return; // a local socket, or an address that the kernel rejects
    }
    count(o, name);
}

// False if nothing could be read. The kernel cannot read an address there either, and fails the call.
static bool read_memory(int memory, uint64_t from, void *to, size_t bytes) {
    return from <= INT64_MAX && pread(memory, to, bytes, (off_t)from) == (ssize_t)bytes;
}

struct target {
    struct sockaddr_storage address;
    size_t bytes;
};

static bool read_target(int memory, uint64_t from, uint64_t bytes, struct target *target) {
    memset(target, 0, sizeof *target);
    target->bytes = bytes;
    // Compared in full width: the kernel takes an int and rejects implausible sizes.
    return from && bytes >= sizeof(sa_family_t) && bytes <= sizeof target->address &&
           read_memory(memory, from, &target->address, bytes);
}

static bool read_message(int memory, uint64_t from, struct target *target) {
    struct msghdr head;
    // The kernel truncates a longer name to the maximum size.
    if (!read_memory(memory, from, &head, sizeof head)) return false;
    uint64_t bytes = head.msg_namelen < sizeof target->address ? head.msg_namelen : sizeof target->address;
    return read_target(memory, (uint64_t)(uintptr_t)head.msg_name, bytes, target);
}

bool is_waiting(int listener, uint64_t id) { return ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0; }

void note_network(struct observed *o, const struct seccomp_notif *notice) {
    const struct seccomp_data *call = &notice->data;
    int listener = o->listener;
    char path[64];
    struct target target;
    snprintf(path, sizeof path, "/proc/%u/mem", notice->pid);
    int memory = open(path, O_RDONLY | O_CLOEXEC);
    // The pid may have been reused, unless the process is still waiting for the answer.
    if (!is_waiting(listener, notice->id)) {
        if (memory >= 0) close(memory);
        return;
    }
    if (memory < 0) { // a process can make its memory unreadable; the attempt must still be recorded
        count(o, "unknown");
        return;
    }
    bool connecting = call->nr == __NR_connect;
    if (connecting || call->nr == __NR_sendto) {
        int at = connecting ? 1 : 4;
        if (read_target(memory, call->args[at], (uint32_t)call->args[at + 1], &target))
            count_address(o, &target.address, target.bytes, connecting);
    } else {
        uint32_t wanted = call->nr == __NR_sendmsg ? 1 : (uint32_t)call->args[2];
        size_t stride = call->nr == __NR_sendmsg ? 0 : sizeof(struct mmsghdr);
        for (uint32_t i = 0; i < wanted && i < MAX_MESSAGES; i++)
            if (read_message(memory, call->args[1] + i * stride, &target))
                count_address(o, &target.address, target.bytes, false);
    }
    close(memory);
}
