// A slot's loop: one order at a time, each in a process that is pid 1 of fresh namespaces.
#include "run.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t clone_init(void) {
    unsigned long flags = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | SIGCHLD;
    return (pid_t)syscall(SYS_clone, flags, 0, 0, 0, 0);
}

static bool receive_order(int socket, struct stage *stage) {
    int fds[ORDER_FDS], count;
    pid_t sender;
    ssize_t n = receive_with_fds(socket, &stage->order, sizeof stage->order, fds, &count, &sender);
    if (n != (ssize_t)sizeof stage->order || count < FD_ARCHIVE + 1) return false;
    for (int i = 0; i < ORDER_FDS; i++) stage->fds[i] = i < count ? fds[i] : -1;
    return true;
}

static void tell(int socket, enum slot_kind kind) {
    struct report report = {.kind = kind};
    send_with_fds(socket, &report, sizeof report, NULL, 0);
}

void serve(int socket, bool warm) {
    renew_network_if_used();
    tell(socket, SLOT_READY);
    for (;;) {
        struct stage stage = {0};
        if (!receive_order(socket, &stage)) _exit(0);
        pid_t init = clone_init();
        if (init == 0) {
            close(socket);
            if (!warm) run_init_cold(&stage);
            run_init_warm(&stage);
            return;
        }
        int error = errno;
        for (int i = 0; i < ORDER_FDS; i++)
            if (stage.fds[i] >= 0) close(stage.fds[i]);
        if (init < 0) {
            errno = error;
            fail(socket, "clone");
        }
        while (waitpid(init, NULL, 0) < 0 && errno == EINTR)
            ;
        renew_network_if_used();
        tell(socket, SLOT_GONE);
    }
}
