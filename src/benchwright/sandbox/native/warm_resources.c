// What a fork does not copy (timers), or would share with other runs (descriptors that the interpreter opened for itself).
// Each run gets its own, under the same numbers, so that the interpreter finds them where it left them.
#include "run.h"
#include "warm.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static struct own {
    enum { EVENT, PIPE, EPOLL } kind;
    int fd, flags, other; // other: the end of the pipe that is written to
    bool close_on_exec;
    unsigned long pipe;
    struct epoll_event watched[MOST_OWN];
    int targets[MOST_OWN], watches;
} own[MOST_OWN];
static int owned, stream_flags[3];

static struct {
    clockid_t clock;
    struct sigevent event;
    timer_t timer;
} timers[MOST_OWN];
static int timed;

void note_timer(int clock, const void *event, void *timer) {
    if (timed == MOST_OWN || !event) _exit(70);
    timers[timed].clock = clock;
    memcpy(&timers[timed].event, event, sizeof timers[timed].event);
    timers[timed++].timer = timer;
}

static bool read_watches(struct own *each) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", each->fd);
    FILE *info = fopen(path, "re");
    if (!info) return false;
    while (fgets(line, sizeof line, info)) {
        int target;
        unsigned events;
        unsigned long long data;
        if (sscanf(line, "tfd: %d events: %x data: %llx", &target, &events, &data) != 3) continue;
        if (each->watches == MOST_OWN) break;
        each->targets[each->watches] = target;
        each->watched[each->watches++] = (struct epoll_event){.events = events, .data.u64 = data};
    }
    fclose(info);
    return each->watches < MOST_OWN;
}

// Adds a pipe's end to the other one, if that is known already.
static bool join_pipe(const struct own *end) {
    for (int i = 0; i < owned; i++)
        if (own[i].kind == PIPE && own[i].pipe == end->pipe && own[i].other < 0) {
            bool reads = (end->flags & O_ACCMODE) == O_RDONLY;
            own[i].other = reads ? own[i].fd : end->fd;
            if (reads) own[i].fd = end->fd;
            return true;
        }
    return false;
}

static bool note_descriptor(int fd) {
    char path[64], kind[128] = {0};
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (owned == MOST_OWN || readlink(path, kind, sizeof kind - 1) < 0) return false;
    struct own *each = &own[owned];
    *each = (struct own){.fd = fd, .other = -1, .flags = fcntl(fd, F_GETFL), .close_on_exec = fcntl(fd, F_GETFD) & FD_CLOEXEC};
    int pending = 0;
    if (!strcmp(kind, "anon_inode:[eventfd]")) {
        each->kind = EVENT;
    } else if (!strcmp(kind, "anon_inode:[eventpoll]")) {
        each->kind = EPOLL;
        if (!read_watches(each)) return false;
    } else if (sscanf(kind, "pipe:[%lu]", &each->pipe) == 1) {
        each->kind = PIPE;
        if (ioctl(fd, FIONREAD, &pending) < 0 || pending) return false;
        if (join_pipe(each)) return true;
    } else {
        return false; // a file, a socket: nobody knows what another run may do with it
    }
    owned++;
    return true;
}

static bool is_single_threaded(void) {
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    if (!tasks) return false;
    for (struct dirent *entry; (entry = readdir(tasks));) count += entry->d_name[0] != '.';
    closedir(tasks);
    return count == 1;
}

static int first_own(void) {
    // The placeholders of a message's pipes; see warm.c.
    char kind[16] = {0};
    return readlink("/proc/self/fd/3", kind, sizeof kind - 1) > 0 && !strcmp(kind, "/dev/null") ? 5 : 3;
}

bool note_resources(int script, bool may_own) {
    if (!is_single_threaded() || (script >= 0 && !may_own)) return false;
    for (int i = 0; i < 3; i++) stream_flags[i] = fcntl(i, F_GETFL);
    for (int fd = first_own(); fd < ZYGOTE_SOCKET; fd++)
        if (fd != script && fcntl(fd, F_GETFD) >= 0 && (!may_own || !note_descriptor(fd))) return false;
    for (int i = 0; i < owned; i++)
        if (own[i].kind == PIPE && own[i].other < 0) return false;
    return true;
}

static bool place(int made, const struct own *as, int number) {
    int above = fcntl(made, F_DUPFD_CLOEXEC, FREE_DESCRIPTOR);
    close(made);
    bool placed = above >= 0 && dup3(above, number, as->close_on_exec ? O_CLOEXEC : 0) >= 0;
    close(above);
    return placed;
}

static bool renew(const struct own *each) {
    int ends[2], nonblocking = each->flags & O_NONBLOCK;
    switch (each->kind) {
    case EVENT: return place(eventfd(0, nonblocking ? EFD_NONBLOCK : 0), each, each->fd);
    case EPOLL: return place(epoll_create1(0), each, each->fd);
    case PIPE:
        if (pipe2(ends, nonblocking) < 0) return false;
        int above = fcntl(ends[1], F_DUPFD_CLOEXEC, FREE_DESCRIPTOR); // its number may be the other end's
        close(ends[1]);
        return place(ends[0], each, each->fd) && place(above, each, each->other);
    }
    return false;
}

bool renew_resources(void) {
    for (int i = 0; i < owned; i++)
        if (!renew(&own[i])) return false;
    for (int i = 0; i < owned; i++)
        for (int k = 0; k < own[i].watches; k++)
            epoll_ctl(own[i].fd, EPOLL_CTL_ADD, own[i].targets[k], &own[i].watched[k]);
    for (int i = 0; i < timed; i++) {
        timer_t made;
        if (timer_create(timers[i].clock, &timers[i].event, &made) < 0 || made != timers[i].timer) return false;
    }
    for (int i = 0; i < 3; i++) {
        int flags = fcntl(i, F_GETFL);
        if ((flags ^ stream_flags[i]) & O_NONBLOCK) fcntl(i, F_SETFL, flags ^ O_NONBLOCK);
    }
    return true;
}
