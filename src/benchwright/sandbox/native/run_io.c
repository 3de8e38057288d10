#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

bool write_all(int fd, const void *data, size_t bytes) {
    const char *at = data;
    while (bytes > 0) {
        ssize_t n = write(fd, at, bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        bytes -= (size_t)n;
    }
    return true;
}

int send_marked(uint32_t mark, int socket, const void *data, size_t bytes, const int *fds, int count) {
    char control[CMSG_SPACE(sizeof(int) * ORDER_FDS)] = {0};
    struct iovec part = {(void *)data, bytes};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 0) {
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count);
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
        memcpy(CMSG_DATA(head), fds, sizeof(int) * (size_t)count);
    }
    ssize_t n;
    do n = syscall(SYS_sendmsg, (uint64_t)mark << 32 | (uint32_t)socket, &message, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)bytes ? 0 : -1;
}

int send_with_fds(int socket, const void *data, size_t bytes, const int *fds, int count) {
    return send_marked(0, socket, data, bytes, fds, count);
}

ssize_t receive_with_fds(int socket, void *data, size_t bytes, int *fds, int *count, pid_t *sender) {
    char control[CMSG_SPACE(sizeof(int) * ORDER_FDS) + CMSG_SPACE(sizeof(struct ucred))];
    struct iovec part = {data, bytes};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t n;
    do n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    *count = 0;
    *sender = 0;
    if (n <= 0) return n;
    for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head)) {
        if (head->cmsg_level != SOL_SOCKET) continue;
        if (head->cmsg_type == SCM_RIGHTS) {
            *count = (int)((head->cmsg_len - CMSG_LEN(0)) / sizeof(int));
            memcpy(fds, CMSG_DATA(head), sizeof(int) * (size_t)*count);
        } else if (head->cmsg_type == SCM_CREDENTIALS) {
            struct ucred who;
            memcpy(&who, CMSG_DATA(head), sizeof who);
            *sender = who.pid;
        }
    }
    return n;
}

bool write_file(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return false;
    bool written = write_all(fd, text, strlen(text));
    close(fd);
    return written;
}

pid_t parent_of(pid_t pid) {
    char path[32], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    text[n > 0 ? n : 0] = 0;
    char *name_end = strrchr(text, ')'); // the name may contain any character
    int parent = 0;
    return name_end && sscanf(name_end + 1, " %*c %d", &parent) == 1 ? parent : 0;
}

void end_with(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(70);
}

void close_between(unsigned first, unsigned last) {
    if (syscall(SYS_close_range, first, last, 0u) == 0) return;
    for (unsigned fd = first; fd <= last && fd < 65536; fd++) close((int)fd);
}

void close_from(unsigned first) { close_between(first, ~0u); }

// Reports a sandbox failure to the launcher and exits.
_Noreturn void fail(int socket, const char *format, ...) {
    struct report report = {.kind = REPORT_FAILED};
    int error = errno;
    va_list list;
    va_start(list, format);
    int n = vsnprintf(report.text, sizeof report.text, format, list);
    va_end(list);
    if (n > 0 && (size_t)n < sizeof report.text)
        snprintf(report.text + n, sizeof report.text - (size_t)n, ": %s", strerror(error));
    send_with_fds(socket, &report, sizeof report, NULL, 0);
    _exit(70);
}
