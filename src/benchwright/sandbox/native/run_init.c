// Pid 1 of a stage: mounts the private file systems, unpacks the work folder, starts main, reaps, packs and reports.
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WATCH_MS = 5, WATCH_SOCKETS_MS = 10 };

static void map_stage(struct stage *stage) {
    int report = stage->fds[FD_REPORT];
    struct stat st;
    if (fstat(stage->fds[FD_STAGE], &st) < 0) fail(report, "stage size");
    stage->blob_bytes = (size_t)st.st_size;
    stage->blob = mmap(NULL, stage->blob_bytes, PROT_READ, MAP_PRIVATE, stage->fds[FD_STAGE], 0);
    if (stage->blob == MAP_FAILED) fail(report, "stage map");
    struct stage_head head;
    memcpy(&head, stage->blob, sizeof head);
    size_t count = (size_t)head.argc + head.envc + head.patterns;
    char **list = calloc(count + 3, sizeof *list), *at = (char *)stage->blob + sizeof head;
    if (!list) fail(report, "memory");
    stage->argv = list;
    stage->envp = list + head.argc + 1;
    stage->patterns = stage->envp + head.envc + 1;
    for (uint32_t i = 0; i < count; i++, at += strlen(at) + 1) {
        size_t shift = i >= head.argc + head.envc ? 2 : i >= head.argc ? 1 : 0;
        list[i + shift] = at;
    }
    stage->archive = (char *)stage->blob + sizeof head + head.strings_bytes;
    stage->archive_bytes = stage->blob_bytes - sizeof head - head.strings_bytes;
}

static void make_box(struct stage *stage) {
    int report = stage->fds[FD_REPORT];
    char options[96];
    // The files that the stage starts with do not count: the limit is on what it writes.
    struct archive_size given = measure_archive(stage->archive, stage->archive_bytes);
    snprintf(options, sizeof options, "mode=755,size=%llu,nr_inodes=%llu",
             (unsigned long long)(stage->order.limits.disk_bytes + given.bytes),
             (unsigned long long)(stage->order.limits.inodes + given.files));
    if (mount("box", BOX, "tmpfs", MS_NOSUID | MS_NODEV, options) < 0) fail(report, "mount box");
    static const struct {
        const char *folder, *place;
        mode_t mode;
    } parts[] = {{BOX "/workspace", WORK, 0755}, {BOX "/tmp", "/tmp", 01777}, {BOX "/shm", "/dev/shm", 01777}};
    for (int i = 0; i < 3; i++) {
        if (mkdir(parts[i].folder, parts[i].mode) < 0) fail(report, "mkdir %s", parts[i].folder);
        if (mount(parts[i].folder, parts[i].place, NULL, MS_BIND, NULL) < 0) fail(report, "bind %s", parts[i].place);
    }
    // The box itself is read-only: files written there would not belong to any of its parts.
    if (mount(NULL, BOX, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) < 0)
        fail(report, "read-only box");
}

static void make_namespace(struct stage *stage) {
    umask(0);
    make_box(stage);
    umask(022);
    // Covers the launcher's /proc; if the kernel refuses, an empty folder covers it.
    unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if ((stage->order.flags & (FLAG_WATCH_MEMORY | FLAG_WATCH_CPU)) && mount("proc", "/proc", "proc", flags, NULL) == 0)
        watch_from(open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (mount("proc", "/proc", "proc", flags, "hidepid=2") < 0 && mount("proc", "/proc", "proc", flags, NULL) < 0 &&
        mount("none", "/proc", "tmpfs", flags | MS_RDONLY, "size=0") < 0)
        fail(stage->fds[FD_REPORT], "mount proc");
    if (sethostname("sandbox", 7) < 0) fail(stage->fds[FD_REPORT], "sethostname");
}

static void wait_for_go(struct stage *stage) {
    char go;
    if (read(stage->fds[FD_REPORT], &go, 1) != 1) _exit(70);
}

static void fill_work(struct stage *stage) {
    int work = open(WORK, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (work < 0 || !unpack(stage->archive, stage->archive_bytes, work)) fail(stage->fds[FD_REPORT], "unpack");
    close(work);
}

static void arrange_descriptors(struct stage *stage) {
    int moved[ORDER_FDS];
    bool message = stage->order.flags & FLAG_MESSAGE;
    // First move them away from 0–4: dup2 onto the same number would keep close-on-exec.
    for (int i = 0; i < ORDER_FDS; i++) moved[i] = stage->fds[i] < 0 ? -1 : fcntl(stage->fds[i], F_DUPFD_CLOEXEC, 20);
    for (int i = 0; i < 3; i++)
        if (dup2(moved[FD_STDIN + i], i) < 0) fail(moved[FD_REPORT], "dup2");
    if (message) {
        dup2(moved[FD_MESSAGE], 3);
        dup2(moved[FD_REPLY], 4);
    }
    // The report socket goes right above the program's descriptors; everything above it is closed.
    int report = message ? 5 : 3;
    dup3(moved[FD_REPORT], report, O_CLOEXEC);
    close_from((unsigned)report + 1);
    stage->fds[FD_REPORT] = report;
}

// Shared with main until it is confined; before that, nothing of the program runs.
static volatile bool *confined;

static void share_progress(struct stage *stage) {
    confined = mmap(NULL, sizeof *confined, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (confined == MAP_FAILED) fail(stage->fds[FD_REPORT], "memory");
}

static bool is_confined(void) {
    if (confined && *confined) {
        munmap((void *)confined, sizeof *confined);
        confined = NULL;
    }
    return !confined;
}

static void become_main(struct stage *stage) {
    setsid();
    arrange_descriptors(stage);
    if (chdir(WORK) < 0) fail(stage->fds[FD_REPORT], "chdir");
    umask(022);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    confine(stage);
    *confined = true;
    munmap((void *)confined, sizeof *confined);
}

static _Noreturn void execute(struct stage *stage) {
    execve(stage->argv[0], stage->argv, stage->envp);
    // An executable that the build did not produce is the program's fault; a missing toolchain is a sandbox failure.
    int error = errno;
    if (strncmp(stage->argv[0], WORK "/", sizeof WORK) != 0) fail(stage->fds[FD_REPORT], "start %s", stage->argv[0]);
    dprintf(2, "%s: %s\n", stage->argv[0], strerror(error));
    _exit(error == ENOENT ? 127 : 126);
}

static void wait_for_main(pid_t main, const struct stage *stage, struct report *report) {
    bool closely = stage->order.flags & (FLAG_WATCH_MEMORY | FLAG_WATCH_CPU);
    bool watching = closely || (stage->order.flags & FLAG_WATCH_SOCKETS);
    // Filling sockets takes longer than most programs run.
    uint64_t look_ns = closely ? 0 : now_ns() + WATCH_SOCKETS_MS * 1000000ull;
    for (;;) {
        int status;
        // Until main is confined, nobody may read its memory: all of it would count as shared.
        if (watching && is_confined() && now_ns() >= look_ns) {
            uint32_t hit = watch(stage, report);
            report->limits_hit |= hit;
            if (hit) kill(-1, SIGKILL);
            if (!closely) look_ns = now_ns() + WATCH_SOCKETS_MS * 1000000ull;
        }
        pid_t pid = waitpid(-1, &status, watching ? WNOHANG : 0);
        if (pid == main) {
            report->value = status;
            return;
        }
        if (pid == 0) {
            struct timespec pause = {0, (closely ? WATCH_MS : WATCH_SOCKETS_MS) * 1000000};
            sigset_t child;
            sigemptyset(&child);
            sigaddset(&child, SIGCHLD);
            sigtimedwait(&child, NULL, &pause);
        } else if (pid < 0 && errno != EINTR) {
            _exit(70);
        }
    }
}

static void end_others(void) {
    kill(-1, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        ;
}

static void add_rusage(struct report *report) {
    struct rusage use;
    getrusage(RUSAGE_CHILDREN, &use);
    uint64_t cpu = (uint64_t)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000000u +
                   (uint64_t)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1000u;
    uint64_t memory = (uint64_t)use.ru_maxrss * 1024;
    uint64_t clock_ns = watched_cpu_ns();
    if (clock_ns > cpu) cpu = clock_ns;
    if (cpu > report->cpu_ns) report->cpu_ns = cpu;
    if (memory > report->memory_bytes) report->memory_bytes = memory;
}

// The program has already been measured, so packing does not count against it.
static void pack_for_launcher(struct stage *stage) {
    struct report report = {.kind = REPORT_PACKED};
    wait_for_go(stage); // the launcher has lifted the memory limit
    int directory = open(BOX, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) fail(stage->fds[FD_REPORT], "open box");
    if (!pack(stage, directory)) report.limits_hit = HIT_OMITTED;
    send_with_fds(stage->fds[FD_REPORT], &report, sizeof report, NULL, 0);
}

static _Noreturn void supervise(struct stage *stage, pid_t main, uint64_t started_ns) {
    struct report report = {.kind = REPORT_EXITED, .started_ns = started_ns};
    wait_for_main(main, stage, &report);
    report.ended_ns = now_ns();
    struct statfs box;
    if (statfs(BOX, &box) == 0 && (box.f_bfree == 0 || box.f_ffree == 0)) report.limits_hit |= HIT_DISK;
    bool packing = needs_packing(stage);
    if (packing) end_others();
    add_rusage(&report);
    send_with_fds(stage->fds[FD_REPORT], &report, sizeof report, NULL, 0);
    if (packing) pack_for_launcher(stage);
    _exit(0); // the kernel kills every remaining process of the namespace
}

static void prepare(struct stage *stage) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    struct report hello = {.kind = REPORT_INIT};
    send_with_fds(stage->fds[FD_REPORT], &hello, sizeof hello, NULL, 0);
    map_stage(stage);
    make_namespace(stage);
    wait_for_go(stage);       // the launcher moves this process to the stage's control groups
    unshare(CLONE_NEWCGROUP); // best effort: hides the groups' path
    fill_work(stage);
}

// From here on, init needs only the report and the archive. An output pipe that it held open would outlive main's.
static void close_streams(struct stage *stage) {
    for (int i = 0; i < ORDER_FDS; i++)
        if (i != FD_REPORT && i != FD_ARCHIVE && stage->fds[i] >= 0) close(stage->fds[i]);
}

// A program can send init only signals that it handles, and init may be a fork of an interpreter that handles some.
static void handle_nothing(void) {
    sigset_t child;
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_SETMASK, &child, NULL);
}

static pid_t start(struct stage *stage, uint64_t *started_ns) {
    if (stage->order.flags & FLAG_WATCH_CPU) watch_cpu();
    *started_ns = now_ns();
    struct report report = {.kind = REPORT_STARTED, .started_ns = *started_ns};
    send_with_fds(stage->fds[FD_REPORT], &report, sizeof report, NULL, 0); // wall time is measured from here
    share_progress(stage);
    // Main has pid 2, and init's looker always the next one.
    bool looks = stage->order.flags & FLAG_WATCH_MEMORY;
    int go[2] = {-1, -1};
    char byte;
    if (looks && pipe(go) < 0) fail(stage->fds[FD_REPORT], "pipe");
    pid_t main = fork();
    if (main < 0) fail(stage->fds[FD_REPORT], "fork");
    if (main == 0 && looks && read(go[0], &byte, 1) != 1) _exit(70);
    if (main > 0) {
        handle_nothing();
        if (looks) start_looker();
        if (looks && write(go[1], "g", 1) != 1) fail(stage->fds[FD_REPORT], "start");
    }
    for (int i = 0; i < 2 && looks; i++) close(go[i]);
    return main;
}

_Noreturn void run_init_cold(struct stage *stage) {
    uint64_t started_ns;
    prepare(stage);
    pid_t main = start(stage, &started_ns);
    if (main == 0) {
        become_main(stage);
        execute(stage);
    }
    close_streams(stage);
    supervise(stage, main, started_ns);
}

// Maps the user. A new user namespace starts without any mapping.
static bool map_user(void) {
    static const char line[] = "1000 1000 1\n";
    _Static_assert(INSIDE_ID == 1000, "the line above");
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); // otherwise this process's files in /proc belong to root
    write_file("/proc/self/setgroups", "deny");
    bool mapped = write_file("/proc/self/gid_map", line) && write_file("/proc/self/uid_map", line);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    return mapped;
}

bool can_be_init(void) {
    return map_user() && mount("box", BOX, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=4k") == 0;
}

int run_init_warm(struct stage *stage) {
    uint64_t started_ns;
    if (!map_user()) fail(stage->fds[FD_REPORT], "user map");
    stage->order.flags |= FLAG_OWN_USER;
    prepare(stage);
    pid_t main = start(stage, &started_ns);
    if (main == 0) {
        become_main(stage);
        int report = fcntl(stage->fds[FD_REPORT], F_DUPFD_CLOEXEC, FREE_DESCRIPTOR);
        close(stage->fds[FD_REPORT]);
        free(stage->argv);
        munmap(stage->blob, stage->blob_bytes); // the run's sources and inputs must exist only as files, not in its memory
        return report;
    }
    close_streams(stage);
    supervise(stage, main, started_ns);
}
