// A slot's main loop: one order at a time, each in a process that is pid 1 of fresh namespaces.
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REFRESH_EVERY_MS = 1000, QUEUES_MS = 10000, MAX_QUEUE_BYTES = 1 << 16 };

static pid_t clone_init(unsigned long flags) { return (pid_t)syscall(SYS_clone, flags, 0, 0, 0, 0); }

static bool receive_order(int socket, struct stage *stage) {
    int fds[ORDER_FDS], count;
    pid_t sender;
    ssize_t n = receive_with_fds(socket, &stage->order, sizeof stage->order, fds, &count, &sender);
    if (n != (ssize_t)sizeof stage->order || count < FD_ARCHIVE + 1) return false;
    for (int i = 0; i < ORDER_FDS; i++) stage->fds[i] = i < count ? fds[i] : -1;
    return true;
}

static void close_fds(const struct stage *stage) {
    for (int i = 0; i < ORDER_FDS; i++)
        if (stage->fds[i] >= 0) close(stage->fds[i]);
}

static void tell(int socket, enum slot_kind kind, int value) {
    struct report report = {.kind = kind, .value = value};
    send_with_fds(socket, &report, sizeof report, NULL, 0);
}

static void wait_for(pid_t init) {
    while (waitpid(init, NULL, 0) < 0 && errno == EINTR)
        ;
}

// Whether the smallest message queue can be created when the user is limited to this many bytes for all queues.
static bool is_only_queue(rlim_t bytes) {
    struct mq_attr smallest = {.mq_maxmsg = 1, .mq_msgsize = 1};
    struct rlimit before, only;
    getrlimit(RLIMIT_MSGQUEUE, &before);
    only = (struct rlimit){bytes, before.rlim_max};
    setrlimit(RLIMIT_MSGQUEUE, &only);
    int queue = (int)syscall(SYS_mq_open, "only", O_CREAT | O_RDWR | O_CLOEXEC, 0600, &smallest);
    int error = errno;
    setrlimit(RLIMIT_MSGQUEUE, &before);
    if (queue < 0) return error != EMFILE && error != ENOMEM; // a kernel without queues
    close(queue);
    syscall(SYS_mq_unlink, "only");
    return true;
}

static rlim_t queue_bytes; // of the smallest queue

static void measure_queue(void) {
    do queue_bytes += 32;
    while (queue_bytes < MAX_QUEUE_BYTES && !is_only_queue(queue_bytes));
}

// The kernel removes the queues of a stage some time after its end, and counts them for the slot's user until then.
static void wait_for_queues(void) {
    uint64_t end_ns = now_ns() + QUEUES_MS * 1000000ull;
    while (!is_only_queue(queue_bytes) && now_ns() < end_ns) usleep(1000);
}

// Called after a stage. A refresh costs about a millisecond, so not after every one of many.
static void refresh_if_due(int socket, void (*refresh)(void)) {
    static uint64_t due_ns;
    struct pollfd order = {.fd = socket, .events = POLLIN};
    uint64_t now = now_ns();
    if (now < due_ns && poll(&order, 1, (int)((due_ns - now) / 1000000) + 1) != 0) return;
    refresh();
    due_ns = now_ns() + REFRESH_EVERY_MS * 1000000ull;
}

_Noreturn void serve_cold(int socket, bool own_user, void (*refresh)(void)) {
    network_was_used();
    if (own_user) measure_queue();
    tell(socket, SLOT_READY, 0);
    for (;;) {
        struct stage stage = {0};
        if (!receive_order(socket, &stage)) _exit(0);
        if (!own_user) stage.order.flags |= FLAG_SHARED_USER;
        pid_t init = clone_init(INIT_NAMESPACES | SIGCHLD);
        if (init == 0) {
            close(socket);
            run_init_cold(&stage);
        }
        int error = errno;
        close_fds(&stage);
        errno = error;
        if (init < 0) fail(socket, "clone");
        wait_for(init);
        if (network_was_used()) renew_network();
        tell(socket, SLOT_GONE, 0);
        if (own_user) wait_for_queues();
        refresh_if_due(socket, refresh);
    }
}

// The interpreter's messages only mark the sequence of events. For anything about processes, the launcher asks the kernel.
static bool hear(int zygote, enum slot_kind kind, int socket) {
    struct report report;
    int fds[ORDER_FDS], count;
    pid_t sender;
    ssize_t n = receive_with_fds(zygote, &report, sizeof report, fds, &count, &sender);
    for (int i = 0; i < count; i++) close(fds[i]);
    if (n != (ssize_t)sizeof report) return false;
    if (report.kind == REPORT_FAILED) send_with_fds(socket, &report, sizeof report, NULL, 0);
    return report.kind == (uint32_t)kind;
}

_Noreturn void serve_warm(int socket, int zygote, pid_t pid, bool own_user, void (*refresh)(void)) {
    network_was_used();
    if (own_user) measure_queue();
    if (!hear(zygote, SLOT_READY, socket)) _exit(70);
    tell(socket, SLOT_READY, pid);
    for (;;) {
        refresh_if_due(socket, refresh); // the first time, because the interpreter has looked up files
        struct stage stage = {0};
        if (!receive_order(socket, &stage)) _exit(0);
        if (!own_user) stage.order.flags |= FLAG_SHARED_USER;
        int count = stage.fds[FD_MESSAGE] >= 0 ? ORDER_FDS : FD_MESSAGE;
        int sent = send_with_fds(zygote, &stage.order, sizeof stage.order, stage.fds, count);
        close_fds(&stage);
        if (sent < 0 || !hear(zygote, SLOT_GONE, socket)) _exit(70);
        // The interpreter cannot leave its network namespace.
        bool used = network_was_used();
        tell(socket, used ? SLOT_LEAVING : SLOT_GONE, 0);
        if (used) _exit(0);
        if (own_user) wait_for_queues();
    }
}

// Some hosts do not let a process without capabilities create an init, so find out before the first run.
static bool can_make_inits(void) {
    int status;
    pid_t trial = clone_init(WARM_INIT_FLAGS);
    if (trial == 0) _exit(!can_be_init());
    return trial > 0 && waitpid(trial, &status, 0) == trial && status == 0;
}

int serve_as_zygote(int socket) {
    if (!can_make_inits()) _exit(70);
    tell(socket, SLOT_READY, 0);
    for (;;) {
        struct stage stage = {0};
        if (!receive_order(socket, &stage)) _exit(0);
        pid_t init = clone_init(WARM_INIT_FLAGS);
        if (init == 0) {
            close(socket);
            return run_init_warm(&stage);
        }
        int error = errno;
        close_fds(&stage);
        errno = error;
        if (init < 0) fail(socket, "clone");
        wait_for(init);
        tell(socket, SLOT_GONE, 0);
    }
}
