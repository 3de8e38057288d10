// Slots: long-lived processes with a prepared root, a user and a network namespace, keyed by root and warm interpreter.
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SLOT_ROOT = SLOT_SOCKET + 1, SLOT_WARM, MAX_IDLE = 128, NOBODY = 65534, FIRST_OUTSIDE_ID = 0x60000000 };
// Limits of a warm interpreter, which imports modules and forks.
enum { WARM_BYTES = 1 << 30, WARM_PROCESSES = 64 };
// Idle interpreters may use this part of the machine's memory.
enum { IDLE_PART = 8 };

bool privileged;
static struct slot *slots;

void slot_kill(struct slot *s) {
    if (s->pid > 0) kill(s->pid, SIGKILL); // 0: it has been reaped, and its pid may have been reused
}

static void slot_free(struct slot *s) {
    for (struct slot **at = &slots; *at; at = &(*at)->next)
        if (*at == s) {
            *at = s->next;
            break;
        }
    slot_kill(s);
    cgroup_retire(s->group);
    unwatch_fd(&s->watched);
    free(s->key);
    free(s);
}

static uint64_t resident_bytes(pid_t pid) {
    char path[64];
    unsigned long long total = 0, resident = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", pid);
    FILE *file = pid > 0 ? fopen(path, "re") : NULL;
    if (!file) return 0;
    if (fscanf(file, "%llu %llu", &total, &resident) != 2) resident = 0;
    fclose(file);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void slot_ready(struct watched *w, uint32_t events) {
    (void)events;
    struct slot *s = (struct slot *)w;
    struct report report;
    int fds[ORDER_FDS], count;
    pid_t sender;
    ssize_t n = receive_with_fds(w->fd, &report, sizeof report, fds, &count, &sender);
    for (int i = 0; i < count; i++) close(fds[i]); // descriptors sent by a slot are never used
    if (n == (ssize_t)sizeof report) {
        report.text[sizeof report.text - 1] = 0;
        if (report.kind == SLOT_READY) {
            s->ready = true;
            s->interpreter = parent_of(report.value) == s->pid ? report.value : 0;
            s->bytes = resident_bytes(s->interpreter);
        }
        if (s->job) job_slot_message(s->job, &report);
        return;
    }
    struct job *job = s->job;
    if (job) job_slot_died(job); // reads the slot, so call it before freeing
    slot_free(s);
}

void slot_hear(struct slot *s) {
    struct report report;
    bool pending = !s->ready && recv(s->watched.fd, &report, sizeof report, MSG_PEEK | MSG_DONTWAIT) == sizeof report;
    if (pending && report.kind == SLOT_READY) slot_ready(&s->watched, POLLIN);
}

static _Noreturn void exec_slot(int socket, int root, int warm) {
    // First move them above the final numbers, so that no dup2 overwrites a descriptor that is still needed.
    int high[] = {fcntl(socket, F_DUPFD, 20), fcntl(root, F_DUPFD, 20), fcntl(warm, F_DUPFD, 20)};
    for (int i = 0; i < 3; i++) dup2(high[i], SLOT_SOCKET + i);
    close_from(SLOT_WARM + 1);
    char *argv[] = {"benchwright-launcher", "slot", privileged ? "privileged" : "unprivileged", NULL};
    char *env[] = {NULL};
    execve("/proc/self/exe", argv, env);
    _exit(70);
}

// Waits until the process is in its control group.
static void wait_for_go(int socket) {
    char go;
    if (recv(socket, &go, 1, 0) != 1) _exit(70);
}

static pid_t fork_slot(int socket, const char *root, size_t root_bytes, const char *warm, size_t warm_bytes) {
    int root_fd = memory_file("root", root, root_bytes), warm_fd = memory_file("warm", warm, warm_bytes);
    pid_t launcher = getpid(), pid = root_fd < 0 || warm_fd < 0 ? -1 : fork();
    if (pid == 0) {
        end_with(launcher);
        wait_for_go(socket);
        exec_slot(socket, root_fd, warm_fd);
    }
    if (root_fd >= 0) close(root_fd);
    if (warm_fd >= 0) close(warm_fd);
    return pid;
}

static struct slot *slot_start(const char *root, size_t root_bytes, const char *warm, size_t warm_bytes) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) return NULL;
    pid_t pid = fork_slot(pair[1], root, root_bytes, warm, warm_bytes);
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return NULL;
    }
    struct slot *s = calloc(1, sizeof *s);
    char *key = malloc(root_bytes + warm_bytes);
    if (!s || !key) abort();
    memcpy(key, root, root_bytes);
    memcpy(key + root_bytes, warm, warm_bytes);
    *s = (struct slot){.watched = {slot_ready, pair[0]}, .next = slots, .pid = pid, .warm = warm_bytes > 0};
    bool counted = !s->warm || cgroup_enter_for_good(s->group, pid, WARM_BYTES, WARM_PROCESSES);
    if (counted) send(pair[0], "g", 1, MSG_NOSIGNAL);
    else kill(pid, SIGKILL); // its exit is handled like that of any slot
    s->key = key;
    s->key_bytes = root_bytes + warm_bytes;
    watch_fd(&s->watched, POLLIN);
    return slots = s;
}

static bool same_key(const struct slot *s, const char *root, size_t root_bytes, const char *warm, size_t warm_bytes) {
    return s->key_bytes == root_bytes + warm_bytes && s->warm == (warm_bytes > 0) &&
           !memcmp(s->key, root, root_bytes) && !memcmp(s->key + root_bytes, warm, warm_bytes);
}

static bool drop_oldest_idle(void) {
    struct slot *oldest = NULL, *large = NULL; // large: keeps an interpreter
    int idle = 0;
    uint64_t bytes = 0, most = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / IDLE_PART;
    for (struct slot *s = slots; s; s = s->next)
        if (!s->job) {
            idle++;
            bytes += s->bytes;
            if (!oldest || s->used_ns < oldest->used_ns) oldest = s;
            if (s->bytes && (!large || s->used_ns < large->used_ns)) large = s;
        }
    struct slot *dropped = idle > MAX_IDLE ? oldest : bytes > most ? large : NULL;
    if (dropped) slot_free(dropped);
    return dropped;
}

struct slot *slot_take(const char *root, size_t root_bytes, const char *warm, size_t warm_bytes) {
    for (struct slot *s = slots; s; s = s->next)
        if (!s->job && !s->doomed && same_key(s, root, root_bytes, warm, warm_bytes)) return s;
    return slot_start(root, root_bytes, warm, warm_bytes);
}

void slot_release(struct slot *s) {
    s->job = NULL;
    s->used_ns = now_ns();
    if (s->doomed) slot_free(s);
    else
        while (drop_oldest_idle())
            ;
}

void slots_reap(void) {
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
        for (struct slot *s = slots; s; s = s->next)
            if (s->pid == pid) s->pid = 0;
}

// The code below runs in the slot process.

static char *load(int fd, size_t *bytes) {
    struct stat st;
    if (fstat(fd, &st) < 0) return NULL;
    *bytes = (size_t)st.st_size;
    char *data = malloc(*bytes + 1);
    if (!data || pread(fd, data, *bytes, 0) != st.st_size) return NULL;
    data[*bytes] = 0;
    close(fd);
    return data;
}

static bool raise_capabilities(void) {
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct set[2];
    if (syscall(SYS_capget, &head, set) < 0) return false;
    for (int i = 0; i < 2; i++) set[i].effective = set[i].inheritable = set[i].permitted;
    return syscall(SYS_capset, &head, set) == 0;
}

static bool write_map(pid_t pid, int outside) {
    char path[64], line[64];
    snprintf(line, sizeof line, "%d %d 1\n", INSIDE_ID, outside);
    snprintf(path, sizeof path, "/proc/%d/setgroups", pid);
    write_file(path, "deny");
    snprintf(path, sizeof path, "/proc/%d/gid_map", pid);
    if (!write_file(path, line)) return false;
    snprintf(path, sizeof path, "/proc/%d/uid_map", pid);
    return write_file(path, line);
}

// Only a process outside the new user namespace may map it to another user.
static void map_ids(int outside) {
    int entered[2];
    if (pipe2(entered, O_CLOEXEC) < 0) fail(SLOT_SOCKET, "pipe");
    pid_t helper = fork();
    if (helper < 0) fail(SLOT_SOCKET, "fork");
    if (helper == 0) {
        char byte;
        close(entered[1]);
        if (read(entered[0], &byte, 1) != 1) _exit(1);
        _exit(!write_map(getppid(), outside));
    }
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) < 0)
        fail(SLOT_SOCKET, "unshare");
    if (write(entered[1], "x", 1) != 1) fail(SLOT_SOCKET, "map");
    close(entered[0]);
    close(entered[1]);
    waitpid(helper, NULL, 0);
    if (setresgid(INSIDE_ID, INSIDE_ID, INSIDE_ID) < 0 || setresuid(INSIDE_ID, INSIDE_ID, INSIDE_ID) < 0)
        fail(SLOT_SOCKET, "user map");
}

// Gives every slot its own user, since the kernel limits inotify and similar resources per user. A namespace belongs to
// the user that creates it. Root in a container may not have access to all user ids.
static int become_outside_user(void) {
    int choices[] = {FIRST_OUTSIDE_ID + getpid(), NOBODY};
    prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0);
    for (int i = 0; i < 2; i++)
        if (setresuid(choices[i], choices[i], 0) == 0) {
            if (!raise_capabilities()) fail(SLOT_SOCKET, "capset");
            return choices[i];
        }
    return 0;
}

// The client's inherited signals and limits must not affect what a program can do.
static void forget_client(void) {
    static const int unlimited[] = {RLIMIT_FSIZE, RLIMIT_AS, RLIMIT_DATA, RLIMIT_RSS, RLIMIT_CPU, RLIMIT_LOCKS,
                                    RLIMIT_RTTIME};
    static const int none[] = {RLIMIT_RTPRIO, RLIMIT_NICE};
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    for (size_t i = 0; i < sizeof unlimited / sizeof *unlimited; i++)
        set_limit(unlimited[i], RLIM_INFINITY, RLIM_INFINITY);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) set_limit(none[i], 0, 0);
    set_limit(RLIMIT_STACK, 8 << 20, RLIM_INFINITY);
    set_limit(RLIMIT_MSGQUEUE, 819200, 819200);
}

// Runs in its own pid namespace, with a program's filter and without capabilities.
static _Noreturn void become_interpreter(char *warm) {
    struct stage_head head;
    memcpy(&head, warm, sizeof head);
    char **argv = calloc(head.argc + 1, sizeof *argv), **env = calloc(head.envc + 1, sizeof *env);
    char *at = warm + sizeof head;
    for (uint32_t i = 0; i < head.argc; i++, at += strlen(at) + 1) argv[i] = at;
    for (uint32_t i = 0; i < head.envc; i++, at += strlen(at) + 1) env[i] = at;
    int streams[2], input = memfd_create("stdin", 0);
    if (input < 0 || pipe(streams) < 0) fail(SLOT_SOCKET, "streams");
    dup2(input, 0);
    dup2(streams[1], 1);
    dup2(streams[1], 2);
    if (dup2(SLOT_SOCKET, ZYGOTE_SOCKET) < 0) fail(SLOT_SOCKET, "socket");
    dup2(streams[0], ZYGOTE_SOCKET + 1); // keeps a reading end open, so that a startup warning does not break the pipe
    close_between(3, ZYGOTE_SOCKET - 1);
    close_from(ZYGOTE_SOCKET + 2);
    if (chdir(WORK) < 0) fail(ZYGOTE_SOCKET, "chdir");
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    confine_zygote(ZYGOTE_SOCKET);
    execve(argv[0], argv, env);
    fail(ZYGOTE_SOCKET, "start %s", argv[0]);
}

static _Noreturn void serve_with_interpreter(char *warm, bool own_user) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) fail(SLOT_SOCKET, "socketpair");
    pid_t zygote = (pid_t)syscall(SYS_clone, INIT_NAMESPACES | SIGCHLD, 0, 0, 0, 0);
    if (zygote < 0) fail(SLOT_SOCKET, "clone");
    if (zygote == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        // Must be fully visible, or inits in nested namespaces could not mount their own.
        if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0) fail(SLOT_SOCKET, "mount proc");
        dup2(pair[1], SLOT_SOCKET);
        become_interpreter(warm);
    }
    close(pair[1]);
    serve_warm(SLOT_SOCKET, pair[0], zygote, own_user, refresh_root);
}

_Noreturn void slot_main(bool with_privileges) {
    size_t root_bytes = 0, warm_bytes = 0;
    char *root = load(SLOT_ROOT, &root_bytes), *warm = load(SLOT_WARM, &warm_bytes);
    if (!root || !warm) fail(SLOT_SOCKET, "load");
    fcntl(SLOT_SOCKET, F_SETFD, FD_CLOEXEC);
    forget_client();
    if (with_privileges) setgroups(0, NULL); // root of a user namespace has none to drop, and may be denied this
    if (unshare(CLONE_NEWNS) < 0) fail(SLOT_SOCKET, "unshare");
    gather_root(SLOT_SOCKET, root, root_bytes);
    int outside = with_privileges ? become_outside_user() : 0;
    bool own_user = outside >= FIRST_OUTSIDE_ID;
    map_ids(outside);
    // Only now: the kernel would apply the limit in force when a user namespace is created to all slots of the user.
    set_limit(RLIMIT_SIGPENDING, 4096, 4096);
    if (!raise_capabilities()) fail(SLOT_SOCKET, "capset");
    enter_root(SLOT_SOCKET);
    write_file("/proc/sys/user/max_inotify_instances", "16");
    write_file("/proc/sys/user/max_inotify_watches", "4096");
    drop_bounding_set();
    prctl(PR_SET_PDEATHSIG, SIGKILL); // changing the user cleared it
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (!open_network()) fail(SLOT_SOCKET, "loopback");
    free(root);
    if (warm_bytes) serve_with_interpreter(warm, own_user);
    free(warm);
    serve_cold(SLOT_SOCKET, own_user, refresh_root);
}
