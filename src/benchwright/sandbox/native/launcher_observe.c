// Answers seccomp notifications about refused calls, new processes and the network, and records them.
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { WAKE_NS = 5000000 };
enum { MAX_TEXT = 1 << 18, MAX_PROCESSES = 1000 }; // counts go on top: long paths cannot crowd them out

static void note(struct observed *o, const char *what, const char *name) {
    size_t need = strlen(what) + strlen(name) + 2;
    if (o->bytes + need > o->room) {
        o->room = o->room ? o->room * 2 : 4096;
        if (o->room < o->bytes + need) o->room = o->bytes + need;
        o->text = realloc(o->text, o->room);
        if (!o->text) abort();
    }
    o->bytes += (size_t)snprintf(o->text + o->bytes, need, "%s %s", what, name);
    o->text[o->bytes++] = '\0'; // a path may contain any other byte
}

static void note_process(struct observed *o, const struct seccomp_notif *notice) {
    char memory[64], path[512] = "";
    uint64_t address = notice->data.args[notice->data.nr == __NR_execveat ? 1 : 0];
    snprintf(memory, sizeof memory, "/proc/%u/mem", notice->pid);
    int fd = open(memory, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && !is_waiting(o->listener, notice->id)) {
        close(fd);
        return;
    }
    if (fd >= 0) {
        // The string may end just before an unmapped page, so first read up to the end of the page.
        size_t first = 4096 - address % 4096;
        ssize_t n = pread(fd, path, first < sizeof path - 1 ? first : sizeof path - 1, (off_t)address);
        if (n > 0 && !memchr(path, 0, (size_t)n) && (size_t)n < sizeof path - 1)
            pread(fd, path + n, sizeof path - 1 - (size_t)n, (off_t)(address + (uint64_t)n));
        close(fd);
    }
    if (o->bytes + sizeof "process" + strlen(path) + 1 <= MAX_TEXT) note(o, "process", path);
}

static bool is_start(int number) { return number == __NR_execve || number == __NR_execveat; }

static bool is_fork(const struct seccomp_data *data) {
#ifdef __x86_64__
    if (data->nr == __NR_fork || data->nr == __NR_vfork) return true;
#endif
    const uint64_t refused = 0x7e020000 | CLONE_FILES; // CLONE_NEW*, and processes that share descriptors
    return data->nr == __NR_clone && !(data->args[0] & refused);
}

static void answer_one(struct observed *o) {
    struct seccomp_notif notice = {0};
    if (ioctl(o->listener, SECCOMP_IOCTL_NOTIF_RECV, &notice) < 0) return;
    struct seccomp_notif_resp answer = {.id = notice.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    if (is_start(notice.data.nr)) {
        if (o->processes++ < MAX_PROCESSES) note_process(o, &notice);
    } else if (is_fork(&notice.data)) {
        o->forks++;
    } else if (is_network(notice.data.nr)) {
        note_network(o, &notice);
    } else {
        if (notice.data.nr >= 0 && notice.data.nr < MAX_CALLS) o->calls[notice.data.nr]++;
        answer.flags = 0;
        answer.error = -EPERM;
    }
    ioctl(o->listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

static void *answer_all(void *observed) {
    struct observed *o = observed;
    while (!atomic_load(&o->stopping)) {
        struct pollfd question = {.fd = o->listener, .events = POLLIN};
        if (poll(&question, 1, -1) < 0) continue; // woken to stop
        if (!(question.revents & POLLIN)) break;  // all observed processes are gone
        answer_one(o);
    }
    return NULL;
}

static void wake(int number) { (void)number; }

bool observe_start(struct observed *o, int listener) {
    struct sigaction interrupts = {.sa_handler = wake}; // no SA_RESTART, so that the signal interrupts blocking calls
    sigaction(SIGUSR1, &interrupts, NULL);
    o->listener = listener;
    if (pthread_create(&o->thread, NULL, answer_all, o) == 0) return true;
    close(listener);
    o->listener = -1;
    return false;
}

// A notification can vanish with its process before it is received. Older kernels then wait forever for the next one.
void observe_end(struct observed *o) {
    if (o->listener < 0) return;
    atomic_store(&o->stopping, true);
    for (int joined = EBUSY; joined;) {
        struct timespec soon;
        clock_gettime(CLOCK_REALTIME, &soon);
        soon.tv_nsec += WAKE_NS;
        soon.tv_sec += soon.tv_nsec / 1000000000;
        soon.tv_nsec %= 1000000000;
        pthread_kill(o->thread, SIGUSR1);
        joined = pthread_timedjoin_np(o->thread, NULL, &soon);
    }
    close(o->listener);
    o->listener = -1;
}

// Appends the counts to the text, once all processes have ended.
void observe_sum(struct observed *o) {
    char count[32], line[MAX_ADDRESS + 16];
    for (int number = 0; number < MAX_CALLS; number++) {
        const char *name = o->calls[number] ? denied_name(number) : NULL;
        if (!name) continue;
        snprintf(line, sizeof line, "%u %s", o->calls[number], name);
        note(o, "call", line);
    }
    snprintf(count, sizeof count, "%u", o->forks);
    if (o->forks) note(o, "fork", count);
    for (uint32_t i = 0; i < o->addresses; i++) {
        snprintf(line, sizeof line, "%u %s", o->network[i].count, o->network[i].name);
        note(o, "network", line);
    }
}

void observe_free(struct observed *o) {
    observe_end(o);
    free(o->text);
}
