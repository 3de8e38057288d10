// If control groups are not available, init inspects its process tree every few milliseconds. Usage that it cannot see
// exactly is overestimated: a program with very many sockets or huge shared mappings may be killed although it used less.
#include "run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { LOOKS_PER_REPORT = 10, LOOKS_PER_SHARED = 10, FREE_SOCKETS = 64, MAX_SHARED = 64 };
// What an open descriptor can hold in the kernel; most of it is data in a pipe. Few programs have more than the free ones.
enum { FREE_DESCRIPTORS = 256, DESCRIPTOR_BYTES = 4096 };
enum { EXACT_PATIENCE_MS = 1000, SHARED_PATIENCE_MS = 50, LOOKER_STACK_BYTES = 1 << 17 };

struct usage {
    uint64_t memory_bytes, virtual_bytes, cpu_ns, threads;
};
struct shared {
    uint64_t inodes[MAX_SHARED], bytes;
    int count;
};

// A process can make itself unreadable to others of its user, and a /proc that hides init from it also hides it from init.
static int proc = AT_FDCWD;

void watch_from(int folder) {
    if (folder >= 0) proc = folder;
}

static bool read_file(const char *path, char *text, size_t room) {
    int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    ssize_t n = read(fd, text, room - 1);
    close(fd);
    text[n > 0 ? n : 0] = 0;
    return n > 0;
}

enum { TASK_BYTES = 64 };

static bool read_proc(const char *pid, const char *file, char *text, size_t room) {
    char path[TASK_BYTES + 32];
    snprintf(path, sizeof path, "%s%.*s/%s", proc == AT_FDCWD ? "/proc/" : "", TASK_BYTES, pid, file);
    return read_file(path, text, room);
}

static uint64_t number_after(const char *text, const char *key) {
    const char *at = strstr(text, key);
    return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

// A process whose first thread has exited shows its memory only in the other threads. Replaces `status` by that of one which
// does, and writes the thread's folder to `task`.
static void find_memory(const char *pid, char task[TASK_BYTES], char *status, size_t room) {
    char path[TASK_BYTES];
    snprintf(task, TASK_BYTES, "%.20s", pid);
    if (strstr(status, "\nVmSize:") || number_after(status, "\nThreads:") < 2) return;
    snprintf(path, sizeof path, "%s%.20s/task", proc == AT_FDCWD ? "/proc/" : "", pid);
    int folder = openat(proc, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = folder < 0 ? NULL : fdopendir(folder);
    struct dirent *item;
    while (list && (item = readdir(list))) {
        if (item->d_name[0] < '1' || item->d_name[0] > '9') continue;
        snprintf(task, TASK_BYTES, "%.20s/task/%.20s", pid, item->d_name);
        if (read_proc(task, "status", status, room) && strstr(status, "\nVmSize:")) break;
    }
    if (list) closedir(list);
}

// Resident memory counts shared pages once per process. Reading the exact share is worth it only if that sum is too high.
static void add_memory(const char *pid, bool exact, struct usage *sum) {
    char text[4096], task[TASK_BYTES];
    if (!read_proc(pid, "status", text, sizeof text)) return;
    find_memory(pid, task, text, sizeof text);
    sum->threads += number_after(text, "\nThreads:");
    sum->virtual_bytes += number_after(text, "\nVmSize:") * 1024;
    sum->memory_bytes += number_after(text, "\nVmPTE:") * 1024;
    sum->memory_bytes += (number_after(text, "\nVmSwap:") + number_after(text, "\nHugetlbPages:")) * 1024;
    uint64_t descriptors = number_after(text, "\nFDSize:");
    if (descriptors > FREE_DESCRIPTORS) sum->memory_bytes += (descriptors - FREE_DESCRIPTORS) * DESCRIPTOR_BYTES;
    uint64_t resident = number_after(text, "\nVmRSS:") * 1024;
    if (exact && read_proc(task, "smaps_rollup", text, sizeof text)) resident = number_after(text, "\nPss:") * 1024;
    sum->memory_bytes += resident;
}

static void add_cpu(const char *pid, struct usage *sum) {
    char text[1024];
    if (!read_proc(pid, "stat", text, sizeof text)) return;
    char *at = strrchr(text, ')'); // the name may contain any character
    unsigned long long user = 0, system = 0, child_user = 0, child_system = 0;
    if (!at || sscanf(at + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", &user, &system,
                      &child_user, &child_system) != 4)
        return;
    sum->cpu_ns += (user + system + child_user + child_system) * (1000000000ull / (uint64_t)sysconf(_SC_CLK_TCK));
}

static void each_process(void (*visit)(const char *pid, void *context), void *context) {
    int folder = openat(proc, proc == AT_FDCWD ? "/proc" : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = folder < 0 ? NULL : fdopendir(folder);
    struct dirent *item;
    if (!list) return;
    while ((item = readdir(list)))
        if (item->d_name[0] >= '1' && item->d_name[0] <= '9') visit(item->d_name, context);
    closedir(list);
}

// Pages of an anonymous shared mapping remain allocated when a process discards its view of them, so count each mapping
// once, in full.
static void add_shared_line(const char *line, struct shared *shared) {
    unsigned long long start, end, inode;
    char kind;
    if (!strstr(line, "/dev/zero (deleted)")) return;
    if (sscanf(line, "%llx-%llx %*c%*c%*c%c %*s %*s %llu", &start, &end, &kind, &inode) != 4 || kind != 's') return;
    for (int i = 0; i < shared->count; i++)
        if (shared->inodes[i] == inode) return;
    if (shared->count < MAX_SHARED) shared->inodes[shared->count++] = inode;
    shared->bytes += end - start;
}

static void add_shared(const char *pid, void *context) {
    char path[TASK_BYTES + 32], task[TASK_BYTES], status[4096], *line = NULL;
    size_t room = 0;
    if (!read_proc(pid, "status", status, sizeof status)) return;
    find_memory(pid, task, status, sizeof status);
    snprintf(path, sizeof path, "%s%s/maps", proc == AT_FDCWD ? "/proc/" : "", task);
    int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
    // A process that may not be inspected counts as entirely shared.
    if (fd < 0 && errno != ENOENT && strcmp(pid, "1"))
        ((struct shared *)context)->bytes += number_after(status, "\nVmSize:") * 1024;
    while (file && getline(&line, &room, file) > 0) add_shared_line(line, context);
    free(line);
    if (file) fclose(file);
}

static void add_process(const char *pid, void *context) {
    add_cpu(pid, context); // init's own time includes all processes that it has reaped
    if (strcmp(pid, "1")) add_memory(pid, false, context);
}

static void add_process_exactly(const char *pid, void *context) {
    if (strcmp(pid, "1")) add_memory(pid, true, context);
}

static int task_clock = -1;

// Counts all descendants, even those that are never waited for. Not every host allows it for ordinary users.
void watch_cpu(void) {
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof attributes,
        .config = PERF_COUNT_SW_TASK_CLOCK,
        .inherit = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    task_clock = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

uint64_t watched_cpu_ns(void) {
    uint64_t ns = 0;
    return task_clock >= 0 && read(task_clock, &ns, sizeof ns) == sizeof ns ? ns : 0;
}

static uint64_t files_bytes(void) {
    struct statfs box;
    if (statfs(BOX, &box) < 0) return 0;
    return (uint64_t)(box.f_blocks - box.f_bfree) * (uint64_t)box.f_bsize;
}

// A socket can hold a receive and a send buffer, each of the default size: the filter prevents larger ones, and the slot's
// network allows no more per connection. The first FREE_SOCKETS are assumed to hold little.
static uint64_t socket_bytes(void) {
    static uint64_t largest;
    char text[256];
    if (!largest) largest = 2 * (read_file("/proc/sys/net/core/rmem_default", text, sizeof text) ? strtoull(text, NULL, 10) : 212992);
    if (!read_file("/proc/net/sockstat", text, sizeof text)) return 0;
    uint64_t sockets = number_after(text, "sockets: used ");
    return sockets > FREE_SOCKETS ? (sockets - FREE_SOCKETS) * largest : 0;
}

static uint64_t exact_memory(void) {
    struct usage use = {0};
    each_process(add_process_exactly, &use);
    return use.memory_bytes + files_bytes();
}

static uint64_t shared_memory(void) {
    struct shared shared = {.count = 0};
    each_process(add_shared, &shared);
    return shared.bytes;
}

// A process can block anyone who reads its mappings, so a separate thread reads them, and init need not wait for it. The
// program could stop a separate process, but not a thread of init.
static struct {
    pthread_mutex_t lock;
    pthread_cond_t asked, answered;
    uint64_t (*wanted)(void);
    uint64_t seen;
    bool there;
} looker = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Noreturn void *look_when_asked(void *nothing) {
    (void)nothing;
    pthread_mutex_lock(&looker.lock);
    for (;;) {
        while (!looker.wanted) pthread_cond_wait(&looker.asked, &looker.lock);
        uint64_t (*wanted)(void) = looker.wanted;
        pthread_mutex_unlock(&looker.lock);
        uint64_t seen = wanted();
        pthread_mutex_lock(&looker.lock);
        looker.seen = seen;
        looker.wanted = NULL;
        pthread_cond_signal(&looker.answered);
    }
}

// It counts as one of the user's processes from the start, so that the limit on them always allows the same number.
void start_looker(void) {
    pthread_condattr_t steady;
    pthread_attr_t small;
    pthread_t thread;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&looker.asked, NULL);
    pthread_cond_init(&looker.answered, &steady);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, LOOKER_STACK_BYTES);
    pthread_attr_setdetachstate(&small, PTHREAD_CREATE_DETACHED);
    looker.there = pthread_create(&thread, &small, look_when_asked, NULL) == 0;
}

// Whether the looker answered every question before `end`.
static bool wait_for_looker(const struct timespec *end) {
    while (looker.wanted && pthread_cond_timedwait(&looker.answered, &looker.lock, end) == 0)
        ;
    return !looker.wanted;
}

static uint64_t look(uint64_t (*at)(void), uint64_t otherwise, int patience_ms) {
    if (!looker.there) return otherwise;
    uint64_t end_ns = now_ns() + (uint64_t)patience_ms * 1000000;
    struct timespec end = {(time_t)(end_ns / 1000000000), (long)(end_ns % 1000000000)};
    pthread_mutex_lock(&looker.lock);
    bool answered = wait_for_looker(&end); // it may still be busy with an earlier question
    if (answered) {
        looker.wanted = at;
        pthread_cond_signal(&looker.asked);
        answered = wait_for_looker(&end);
    }
    uint64_t seen = answered ? looker.seen : otherwise;
    pthread_mutex_unlock(&looker.lock);
    return seen;
}

static bool over_memory(const struct order *order, const struct usage *use, struct report *report) {
    uint64_t limit = order->limits.memory_bytes, memory = use->memory_bytes + files_bytes();
    // The sum counts shared pages once per process. If a program delays the exact reading for too long, the sum is used,
    // since it cannot be hidden.
    if (memory > limit) memory = look(exact_memory, memory, EXACT_PATIENCE_MS);
    if (memory > report->memory_bytes) report->memory_bytes = memory;
    if (memory + socket_bytes() > limit) return true;
    // Mappings that could not be read in time do not count: the machine may just be busy.
    static int looks;
    if (use->virtual_bytes < limit || looks++ % LOOKS_PER_SHARED) return false;
    return look(shared_memory, 0, SHARED_PATIENCE_MS) > limit;
}

// A limit may kill init before its final report, so it reports early: immediately when the tree is full (a process has
// been refused, or is about to be), and periodically how much the tree uses.
static void tell(const struct stage *stage, struct report *report, bool full) {
    static int looks;
    bool news = full && !(report->limits_hit & HIT_PROCESSES);
    if (full) report->limits_hit |= HIT_PROCESSES;
    if (!news && ++looks % LOOKS_PER_REPORT != 1) return;
    struct report early = *report;
    early.kind = REPORT_LIMIT;
    send_with_fds(stage->fds[FD_REPORT], &early, sizeof early, NULL, 0);
}

uint32_t watch(const struct stage *stage, struct report *report) {
    const struct order *order = &stage->order;
    struct usage use = {0};
    uint32_t hit = 0;
    if ((order->flags & FLAG_WATCH_SOCKETS) && socket_bytes() > order->limits.memory_bytes) hit |= HIT_MEMORY;
    if (!(order->flags & (FLAG_WATCH_MEMORY | FLAG_WATCH_CPU))) return hit;
    each_process(add_process, &use);
    uint64_t clock_ns = watched_cpu_ns();
    if (clock_ns > use.cpu_ns) use.cpu_ns = clock_ns;
    if (use.cpu_ns > report->cpu_ns) report->cpu_ns = use.cpu_ns;
    bool full = (order->flags & FLAG_LIMIT_PROCESSES) && use.threads >= order->limits.processes;
    if ((order->flags & FLAG_WATCH_MEMORY) && over_memory(order, &use, report)) hit |= HIT_MEMORY;
    if ((order->flags & FLAG_WATCH_CPU) && use.cpu_ns > order->limits.cpu_ms * 1000000) hit |= HIT_CPU;
    tell(stage, report, full);
    return hit;
}
