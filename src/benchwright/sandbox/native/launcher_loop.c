#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { MAX_FRAME = 1 << 30 };

static struct pollfd *asked;
static struct watched **owners; // of each entry
static size_t watches, room;
static struct watched client;
static char *incoming, *outgoing;
static size_t incoming_bytes, incoming_room, outgoing_bytes, outgoing_sent, outgoing_room;

// poll, not epoll: the kernel limits epoll watches per user, and programs may run as the launcher's user.
void watch_fd(struct watched *w, uint32_t events) {
    if (watches == room) {
        room = room ? room * 2 : 64;
        asked = realloc(asked, room * sizeof *asked);
        owners = realloc(owners, room * sizeof *owners);
        if (!asked || !owners) abort();
    }
    asked[watches] = (struct pollfd){.fd = w->fd, .events = (short)events};
    owners[watches++] = w;
}

static size_t place_of(const struct watched *w) {
    size_t i = 0;
    while (i < watches && owners[i] != w) i++;
    return i;
}

void change_watch(struct watched *w, uint32_t events) {
    size_t i = place_of(w);
    if (i < watches) asked[i].events = (short)events;
}

void pause_watch(struct watched *w) {
    size_t i = place_of(w);
    if (i == watches) return;
    asked[i] = asked[--watches];
    owners[i] = owners[watches];
}

void unwatch_fd(struct watched *w) {
    if (w->fd < 0) return;
    pause_watch(w);
    close(w->fd);
    w->fd = -1;
}

// One event at a time, round-robin: handling it may free the object of another event.
static void handle_one(void) {
    static size_t turn;
    for (size_t i = 0; i < watches; i++) {
        size_t at = (turn + i) % watches;
        if (!asked[at].revents) continue;
        turn = at + 1;
        owners[at]->ready(owners[at], (uint32_t)asked[at].revents);
        return;
    }
}

static void reserve(char **buffer, size_t *room, size_t need) {
    if (need <= *room) return;
    while (*room < need) *room = *room ? *room * 2 : 1 << 16;
    *buffer = realloc(*buffer, *room);
    if (!*buffer) abort();
}

static void flush_client(void) {
    while (outgoing_sent < outgoing_bytes) {
        ssize_t n = write(client.fd, outgoing + outgoing_sent, outgoing_bytes - outgoing_sent);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) break;
        if (n <= 0) exit(0); // the client is gone, and all slots die with this process
        outgoing_sent += (size_t)n;
    }
    if (outgoing_sent == outgoing_bytes) {
        outgoing_sent = outgoing_bytes = 0;
        if (outgoing_room > 1 << 22) {
            free(outgoing);
            outgoing = NULL;
            outgoing_room = 0;
        }
    }
    change_watch(&client, POLLIN | (outgoing_bytes ? POLLOUT : 0));
}

void client_send(enum frame_kind kind, const void *parts[], const size_t sizes[], int count) {
    size_t total = 1;
    for (int i = 0; i < count; i++) total += sizes[i];
    reserve(&outgoing, &outgoing_room, outgoing_bytes + 4 + total);
    uint32_t length = (uint32_t)total;
    memcpy(outgoing + outgoing_bytes, &length, 4);
    outgoing[outgoing_bytes + 4] = (char)kind;
    outgoing_bytes += 5;
    for (int i = 0; i < count; i++) {
        if (sizes[i]) memcpy(outgoing + outgoing_bytes, parts[i], sizes[i]);
        outgoing_bytes += sizes[i];
    }
    flush_client();
}

static bool handle_frame(char kind, const char *data, size_t bytes) {
    if (kind == FRAME_CANCEL && bytes == sizeof(uint64_t)) {
        uint64_t id;
        memcpy(&id, data, sizeof id);
        job_cancel(id);
        return true;
    }
    struct feed_head head;
    if (kind == FRAME_FEED && bytes >= sizeof head) {
        memcpy(&head, data, sizeof head);
        job_feed(head.job, data + sizeof head, bytes - sizeof head);
        return true;
    }
    struct request r;
    if (kind != FRAME_RUN || bytes < sizeof r) return false;
    memcpy(&r, data, sizeof r);
    uint64_t rest = (uint64_t)r.root_bytes + r.warm_bytes + r.stdin_bytes + r.message_bytes + r.stage_bytes;
    if (rest != bytes - sizeof r || r.stage_bytes < sizeof(struct stage_head)) return false;
    job_start(&r, data + sizeof r);
    return true;
}

static void handle_frames(void) {
    size_t at = 0;
    while (incoming_bytes - at >= 5) {
        uint32_t length;
        memcpy(&length, incoming + at, 4);
        if (length < 1 || length > MAX_FRAME) exit(65);
        if (incoming_bytes - at < 4 + (size_t)length) {
            reserve(&incoming, &incoming_room, 4 + (size_t)length);
            break;
        }
        if (!handle_frame(incoming[at + 4], incoming + at + 5, length - 1)) exit(65);
        at += 4 + (size_t)length;
    }
    memmove(incoming, incoming + at, incoming_bytes - at);
    incoming_bytes -= at;
    if (!incoming_bytes && incoming_room > 1 << 22) {
        free(incoming);
        incoming = NULL;
        incoming_room = 0;
    }
}

static void client_ready(struct watched *w, uint32_t events) {
    if (events & POLLOUT) flush_client();
    if (!(events & (POLLIN | POLLHUP | POLLERR))) return;
    reserve(&incoming, &incoming_room, incoming_bytes + (1 << 16));
    ssize_t n = read(w->fd, incoming + incoming_bytes, incoming_room - incoming_bytes);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) exit(0);
    incoming_bytes += (size_t)n;
    handle_frames();
}

static void child_ready(struct watched *w, uint32_t events) {
    (void)events;
    struct signalfd_siginfo info;
    if (read(w->fd, &info, sizeof info) > 0) slots_reap();
}

static void say_hello(void) {
    char text[256];
    snprintf(text, sizeof text, "privileged=%d\nmemory=%d\ncpu=%d\nprocesses=%d\n", privileged, cgroup_memory, cgroup_cpu,
             cgroup_processes);
    const void *parts[] = {text};
    const size_t sizes[] = {strlen(text)};
    client_send(FRAME_HELLO, parts, sizes, 1);
}

_Noreturn void loop(int client_fd) {
    static struct watched children;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    children = (struct watched){child_ready, signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK)};
    watch_fd(&children, POLLIN);
    locks_open();
    fcntl(client_fd, F_SETFL, O_NONBLOCK);
    client = (struct watched){client_ready, client_fd};
    watch_fd(&client, POLLIN);
    say_hello();
    for (;;) {
        int n = poll(asked, watches, jobs_tick());
        if (n < 0 && errno != EINTR) exit(70);
        if (n > 0) handle_one();
    }
}
