// A job is one stage in progress: order sent → init alive and in its control group → main ended → everything gone → result.
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { OUT, ERR, REPLY, FLOWS };
enum { SETUP_MS = 60000, PACKING_MS = 60000, MAX_REPLY = 1 << 16, MAX_ARCHIVE = 1 << 30, MIN_TICK_MS = 5, MAX_TICK_MS = 100 };
enum { LOCKS_AFTER_MS = 200 }; // a stage that ends earlier cannot make very many locks

struct flow {
    struct watched watched;
    struct job *job;
    struct stream stream;
};
struct reporter {
    struct watched watched;
    struct job *job;
};
struct job {
    struct job *next;
    uint64_t id;
    struct limits limits;
    uint32_t flags;
    bool collects; // has patterns of files to return
    struct slot *slot;
    struct cgroup cgroup;
    bool counted; // the control groups exist
    struct flow flows[FLOWS];
    struct reporter reporter;
    struct feed feed;
    struct observed observed;
    int pidfd, archive;
    pid_t init;
    uint32_t locks;
    uint64_t since_ns, running_ns, tick_ns;
    uint32_t limits_hit;
    bool exited, packed, cancelled, finishing;
    struct report exit;
    struct cgroup_use use; // read when the program had ended
    uint64_t cpu_start_ns; // CPU time used before the program started
    char failure[256];
};
static struct job *jobs;
static long processors;

static void job_kill(struct job *job) {
    if (job->pidfd >= 0) syscall(SYS_pidfd_send_signal, job->pidfd, SIGKILL, NULL, 0);
}

void job_fail(struct job *job, const char *text) {
    if (!job->failure[0]) snprintf(job->failure, sizeof job->failure, "%s", text);
    job_kill(job);
}

static void job_hit(struct job *job, enum limit_bit bit) {
    job->limits_hit |= bit;
    if (!job->exited) job_kill(job); // otherwise only init is left, and it is packing
}

static void job_free(struct job *job) {
    for (struct job **at = &jobs; *at; at = &(*at)->next)
        if (*at == job) {
            *at = job->next;
            break;
        }
    for (int i = 0; i < FLOWS; i++) {
        unwatch_fd(&job->flows[i].watched);
        stream_close(&job->flows[i].stream);
    }
    unwatch_fd(&job->reporter.watched);
    feed_close(&job->feed);
    observe_free(&job->observed);
    if (job->pidfd >= 0) close(job->pidfd);
    if (job->archive >= 0) close(job->archive); // before giving back the group that it is charged to
    bool clean = job->exited && !job->packed && !job->limits_hit && !job->failure[0] && job->slot;
    if (job->counted) cgroup_give_back(&job->cgroup, &job->limits, clean);
    if (job->slot) slot_release(job->slot);
    free(job);
}

static void send_failure(uint64_t id, const char *text) {
    const void *parts[] = {&id, text};
    const size_t sizes[] = {sizeof id, strlen(text)};
    client_send(FRAME_FAILURE, parts, sizes, 2);
}

static void send_output(struct job *job, const char *data, size_t bytes) {
    struct cgroup_use use = cgroup_read(&job->cgroup);
    struct output_head head = {.job = job->id, .cpu_ns = use.cpu_ns, .memory_bytes = use.memory_bytes};
    const void *parts[] = {&head, data};
    const size_t sizes[] = {sizeof head, bytes};
    client_send(FRAME_OUTPUT, parts, sizes, 2);
}

static bool flow_read(struct flow *flow) {
    static char buffer[1 << 16];
    struct job *job = flow->job;
    ssize_t n = read(flow->watched.fd, buffer, sizeof buffer);
    if (n < 0) return errno == EINTR;
    if (n > 0 && job->flags & FLAG_SERVICE && flow == &job->flows[OUT]) {
        flow->stream.length += (uint64_t)n; // counts, but is not kept
        send_output(job, buffer, (size_t)n);
    } else if (n > 0) {
        stream_add(&flow->stream, buffer, (size_t)n);
    }
    return n > 0;
}

static bool too_much_output(const struct job *job) {
    uint64_t written = job->flows[OUT].stream.length + job->flows[ERR].stream.length;
    return written > job->limits.output_bytes || job->flows[REPLY].stream.length > MAX_REPLY;
}

static void flow_ready(struct watched *w, uint32_t events) {
    struct flow *flow = (struct flow *)w;
    struct job *job = flow->job;
    if (!flow_read(flow)) {
        if (errno == EAGAIN && !(events & POLLHUP)) return;
        unwatch_fd(w);
    }
    if (!too_much_output(job)) return;
    job_hit(job, HIT_OUTPUT);
    // Stop reading: until the kill arrives, the program can only fill its pipes.
    for (int i = 0; i < FLOWS; i++) pause_watch(&job->flows[i].watched);
}

void job_feed(uint64_t id, const char *data, size_t bytes) {
    struct job *job = jobs;
    while (job && job->id != id) job = job->next;
    if (!job || job->feed.watched.fd < 0) return; // it has ended, which the client is being told
    job->feed.idle = !bytes;
    if (!bytes) return;
    if (job->running_ns) { // otherwise time starts to run with the service
        job->running_ns = now_ns();
        job->cpu_start_ns = cgroup_cpu_ns(&job->cgroup);
        job->tick_ns = job->running_ns + MAX_TICK_MS * 1000000ull / 2;
    }
    job->flows[OUT].stream.length = job->flows[ERR].stream.length = 0;
    feed_add(&job->feed, data, bytes);
}

static bool wants_archive(const struct job *job) {
    return job->collects || (job->flags & (FLAG_KEEP_WORK | FLAG_OBSERVE_FILES));
}

static void job_exited(struct job *job, const struct report *report) {
    job->exited = true;
    job->exit = *report;
    if (!wants_archive(job)) return;
    // Only init is left. The archive is charged to the stage's group, so make room for it.
    job->use = cgroup_read(&job->cgroup);
    cgroup_lift_memory(&job->cgroup, 2 * (job->limits.memory_bytes + job->limits.collect_bytes) + (64 << 20));
    if (write(job->reporter.watched.fd, "p", 1) != 1) job_fail(job, "init hung up before packing");
}

// The kernel identifies init and its parent. Claims of slots and stages about processes are not trusted.
static void job_running(struct job *job, pid_t init) {
    if (job->finishing || job->pidfd >= 0) return;
    slot_hear(job->slot);
    job->pidfd = (int)syscall(SYS_pidfd_open, init, 0);
    job->init = init;
    // After opening the descriptor, so that the pid cannot be reused. A parent of 0 means that the host hides processes.
    pid_t parent = parent_of(init), expected = job->slot->warm ? job->slot->interpreter : job->slot->pid;
    if (job->pidfd >= 0 && parent && parent != expected) {
        close(job->pidfd);
        job->pidfd = -1;
    }
    if (job->pidfd < 0) { // init is gone, or there would be no way to kill it
        job_fail(job, "the stage's init process could not be found");
        slot_kill(job->slot);
        return;
    }
    if (job->cancelled || job->failure[0]) {
        job_kill(job);
        return;
    }
    if (job->counted && !cgroup_attach(&job->cgroup, init)) {
        job_fail(job, "cannot move the stage to its control group");
        return;
    }
    if (write(job->reporter.watched.fd, "g", 1) != 1) job_fail(job, "init hung up");
}

static void reporter_ready(struct watched *w, uint32_t events) {
    (void)events;
    struct job *job = ((struct reporter *)w)->job;
    struct report report;
    int fds[ORDER_FDS], count;
    pid_t sender;
    ssize_t n = receive_with_fds(w->fd, &report, sizeof report, fds, &count, &sender);
    bool listener = n == (ssize_t)sizeof report && report.kind == REPORT_LISTENER && job->observed.listener < 0;
    for (int i = listener; i < count; i++) close(fds[i]);
    if (n != (ssize_t)sizeof report) {
        unwatch_fd(w);
        return;
    }
    report.text[sizeof report.text - 1] = 0;
    if (listener && count && !observe_start(&job->observed, fds[0])) job_fail(job, "the stage cannot be observed");
    if (report.kind == REPORT_INIT) job_running(job, sender);
    if (report.kind == REPORT_FAILED) job_fail(job, report.text);
    if (report.kind == REPORT_LIMIT) {
        job->limits_hit |= report.limits_hit;
        job->exit = report; // provisional, until a later report replaces it
    }
    if (report.kind == REPORT_STARTED) {
        job->running_ns = report.started_ns;
        job->cpu_start_ns = cgroup_cpu_ns(&job->cgroup); // so far spent on unpacking
        job->tick_ns = job->running_ns + MAX_TICK_MS * 1000000ull / 2;
    }
    if (report.kind == REPORT_EXITED) job_exited(job, &report);
    if (report.kind == REPORT_PACKED) {
        job->packed = true;
        job->limits_hit |= report.limits_hit;
    }
}

static void drain(struct job *job) {
    // The socket may still hold messages from init; all writers of the pipes are dead.
    while (job->reporter.watched.fd >= 0) reporter_ready(&job->reporter.watched, 0);
    for (int i = 0; i < FLOWS; i++)
        while (job->flows[i].watched.fd >= 0 && flow_read(&job->flows[i]))
            ;
    if (too_much_output(job)) job->limits_hit |= HIT_OUTPUT; // a program can exit before its last bytes are counted
}

static char *read_archive(const struct job *job, size_t *bytes) {
    struct stat st;
    *bytes = 0;
    if (!job->packed || fstat(job->archive, &st) < 0 || st.st_size == 0) return NULL;
    char *data = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, job->archive, 0);
    if (data == MAP_FAILED) return NULL;
    *bytes = (size_t)st.st_size;
    return data;
}

static void measure_wall(struct job *job, struct result *result) {
    uint64_t end = job->exited ? job->exit.ended_ns : now_ns();
    uint64_t start = job->running_ns ? job->running_ns : end; // a limit can be hit before the start
    result->wall_ns = end - start;
    if (!job->exited) return;
    // The measured time decides, not the moment of the check.
    job->limits_hit &= ~(uint32_t)HIT_WALL;
    if (result->wall_ns > job->limits.wall_ms * 1000000) job->limits_hit |= HIT_WALL;
}

static void measure(struct job *job, struct result *result) {
    bool read_before = job->exited && wants_archive(job);
    struct cgroup_use use = read_before ? job->use : cgroup_read(&job->cgroup);
    if (use.unreadable) job_fail(job, "a control group could not be read");
    uint64_t own_ns = use.cpu_ns > job->cpu_start_ns ? use.cpu_ns - job->cpu_start_ns : 0;
    measure_wall(job, result);
    result->cpu_ns = cgroup_cpu ? own_ns : job->exit.cpu_ns;
    result->memory_bytes = cgroup_memory ? use.memory_bytes : job->exit.memory_bytes;
    if (cgroup_memory && !result->memory_bytes) result->memory_bytes = job->exit.memory_bytes; // kernels without memory.peak
    if (!cgroup_memory && result->memory_bytes > job->limits.memory_bytes) job->limits_hit |= HIT_MEMORY;
    if (use.out_of_memory) job->limits_hit |= HIT_MEMORY;
    if (use.host_out_of_memory) job_fail(job, "the host ran out of memory");
    if (use.processes_refused) job->limits_hit |= HIT_PROCESSES;
    if (result->cpu_ns > job->limits.cpu_ms * 1000000) job->limits_hit |= HIT_CPU;
    job->limits_hit |= job->exit.limits_hit;
}

static void send_result(struct job *job, struct result *result) {
    struct stream *out = &job->flows[OUT].stream, *err = &job->flows[ERR].stream, *reply = &job->flows[REPLY].stream;
    size_t archive_bytes, tails[2] = {stream_tail(out, NULL), stream_tail(err, NULL)};
    char *archive = read_archive(job, &archive_bytes), *tail_text[2];
    for (int i = 0; i < 2; i++) {
        tail_text[i] = malloc(tails[i] + 1);
        if (!tail_text[i]) abort();
        stream_tail(&job->flows[i].stream, tail_text[i]);
    }
    result->stdout_length = out->length, result->stderr_length = err->length;
    result->stdout_head = (uint32_t)out->head_bytes, result->stdout_tail = (uint32_t)tails[0];
    result->stderr_head = (uint32_t)err->head_bytes, result->stderr_tail = (uint32_t)tails[1];
    size_t reply_bytes = reply->head_bytes < MAX_REPLY ? reply->head_bytes : MAX_REPLY;
    result->reply_bytes = (uint32_t)reply_bytes;
    observe_end(&job->observed);
    observe_sum(&job->observed);
    result->observed_bytes = (uint32_t)job->observed.bytes;
    result->archive_bytes = archive_bytes;
    result->limits_hit = job->limits_hit;
    const void *parts[] = {result, out->head, tail_text[0], err->head, tail_text[1], reply->head, job->observed.text, archive};
    const size_t sizes[] = {sizeof *result, out->head_bytes, tails[0], err->head_bytes, tails[1],
                            reply_bytes, job->observed.bytes, archive_bytes};
    client_send(FRAME_RESULT, parts, sizes, 8);
    for (int i = 0; i < 2; i++) free(tail_text[i]);
    if (archive) munmap(archive, archive_bytes);
}

// The whole stage is dead: measure it and send the result.
static void job_finish(struct job *job) {
    struct result result = {.job = job->id, .warm = job->slot && job->slot->warm};
    job->finishing = true;
    drain(job);
    measure(job, &result);
    struct stat archive;
    bool too_large = fstat(job->archive, &archive) == 0 && archive.st_size > MAX_ARCHIVE;
    if (too_large) job_fail(job, "the stage's files are too large");
    bool ended_by_limit = job->limits_hit & (HIT_WALL | HIT_CPU | HIT_MEMORY | HIT_OUTPUT);
    if (!job->exited && !ended_by_limit && !job->cancelled) job_fail(job, "the stage's init process died");
    if (job->exited && wants_archive(job) && !job->packed && !ended_by_limit)
        job_fail(job, "the stage's files could not be packed");
    if (job->failure[0] && !job->cancelled) {
        send_failure(job->id, job->failure);
    } else if (!job->cancelled) {
        result.wait_status = job->exited ? job->exit.value : SIGKILL;
        send_result(job, &result);
    }
    job_free(job);
}

static bool is_alive(int pidfd) {
    struct pollfd ended = {.fd = pidfd, .events = POLLIN};
    return pidfd >= 0 && poll(&ended, 1, 0) == 0;
}

void job_slot_message(struct job *job, const struct report *report) {
    if (report->kind == SLOT_GONE || report->kind == SLOT_LEAVING) {
        job->slot->doomed |= report->kind == SLOT_LEAVING;
        if (is_alive(job->pidfd)) {
            job_fail(job, "a slot gave up a stage that still ran");
            job->slot->doomed = true;
        }
        job_finish(job);
        return;
    }
    if (report->kind == REPORT_FAILED) job_fail(job, report->text); // the slot is about to exit
}

void job_slot_died(struct job *job) {
    char text[300];
    const char *why = job->slot->warm && !job->slot->ready ? "warm interpreter did not start" : "a slot ended unexpectedly";
    snprintf(text, sizeof text, "%s%s%s", why, job->failure[0] ? ": " : "", job->failure);
    job->slot = NULL;
    if (!job->cancelled) send_failure(job->id, text);
    job_kill(job);
    job_free(job);
}

int memory_file(const char *name, const char *data, size_t bytes) {
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0) return -1;
    if (!write_all(fd, data, bytes) || lseek(fd, 0, SEEK_SET) < 0) {
        close(fd);
        return -1;
    }
    return fd;
}

// Returns the program's end of the pipe; the other end is watched.
static int open_flow(struct job *job, int which, size_t keep) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return -1;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    struct flow *flow = &job->flows[which];
    flow->watched = (struct watched){flow_ready, ends[0]};
    stream_open(&flow->stream, keep);
    watch_fd(&flow->watched, POLLIN);
    fchmod(ends[1], 0666); // so that the program's user can also open it through /dev/fd
    return ends[1];
}

static int open_reporter(struct job *job) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) return -1;
    int yes = 1;
    setsockopt(pair[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
    job->reporter = (struct reporter){{reporter_ready, pair[0]}, job};
    watch_fd(&job->reporter.watched, POLLIN);
    return pair[1];
}

static int message_pipe(const char *data, size_t bytes) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -1; // a message is at most one page, which fits into every pipe
    bool fits = write(ends[1], data, bytes) == (ssize_t)bytes;
    fcntl(ends[0], F_SETFL, 0);
    close(ends[1]);
    fchmod(ends[0], 0666);
    if (!fits) {
        close(ends[0]);
        return -1;
    }
    return ends[0];
}

static bool send_order(struct job *job, const struct request *r, const char *in, const char *message, const char *stage) {
    struct order order = {.limits = r->limits, .flags = r->flags};
    order.flags |= cgroup_memory ? FLAG_WATCH_SOCKETS : FLAG_WATCH_MEMORY;
    if (!cgroup_cpu) order.flags |= FLAG_WATCH_CPU;
    if (!cgroup_processes) order.flags |= FLAG_LIMIT_PROCESSES;
    int count = r->flags & FLAG_MESSAGE ? ORDER_FDS : FD_MESSAGE;
    int fds[ORDER_FDS] = {
        [FD_STAGE] = memory_file("stage", stage, r->stage_bytes),
        [FD_STDIN] = r->flags & FLAG_SERVICE ? feed_open(&job->feed, job) : memory_file("stdin", in, r->stdin_bytes),
        [FD_STDOUT] = open_flow(job, OUT, r->limits.keep_bytes),
        [FD_STDERR] = open_flow(job, ERR, r->limits.keep_bytes),
        [FD_REPORT] = open_reporter(job),
        [FD_ARCHIVE] = job->archive,
        [FD_MESSAGE] = count == ORDER_FDS ? message_pipe(message, r->message_bytes) : -1,
        [FD_REPLY] = count == ORDER_FDS ? open_flow(job, REPLY, 2 * MAX_REPLY) : -1,
    };
    bool complete = true;
    for (int i = 0; i < count; i++) complete &= fds[i] >= 0;
    // Sealed: a program must not be able to change its input for others.
    if (fds[FD_STDIN] >= 0) // a pipe has no seals
        fcntl(fds[FD_STDIN], F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    if (fds[FD_STDIN] >= 0) fchmod(fds[FD_STDIN], 0444);
    complete = complete && send_with_fds(job->slot->watched.fd, &order, sizeof order, fds, count) == 0;
    for (int i = 0; i < count; i++)
        if (i != FD_ARCHIVE && fds[i] >= 0) close(fds[i]);
    return complete;
}

void job_start(const struct request *r, const char *blobs) {
    const char *root = blobs, *warm = root + r->root_bytes, *in = warm + r->warm_bytes;
    const char *message = in + r->stdin_bytes, *stage = message + r->message_bytes;
    struct job *job = calloc(1, sizeof *job);
    if (!job) abort();
    job->id = r->job, job->limits = r->limits, job->flags = r->flags, job->pidfd = -1, job->since_ns = now_ns();
    job->reporter.watched.fd = job->feed.watched.fd = job->observed.listener = -1;
    for (int i = 0; i < FLOWS; i++) {
        job->flows[i].watched.fd = -1;
        job->flows[i].job = job;
    }
    struct stage_head head;
    memcpy(&head, stage, sizeof head);
    job->collects = head.patterns > 0;
    job->archive = memfd_create("archive", MFD_CLOEXEC);
    job->next = jobs;
    jobs = job;
    job->counted = true;
    if (!cgroup_take(&job->cgroup, &r->limits)) {
        send_failure(job->id, "cannot create a control group");
        job_free(job);
        return;
    }
    job->slot = slot_take(root, r->root_bytes, warm, r->warm_bytes);
    if (job->slot) job->slot->job = job;
    if (!job->slot || !send_order(job, r, in, message, stage)) {
        send_failure(job->id, "cannot hand the stage to a slot");
        if (job->slot) job->slot->doomed = true;
        job_free(job);
    }
}

void job_cancel(uint64_t id) {
    for (struct job *job = jobs; job; job = job->next)
        if (job->id == id) {
            job->cancelled = true;
            job_kill(job);
        }
}

static uint64_t tick_cpu(struct job *job, uint64_t now) {
    uint64_t limit = job->limits.cpu_ms * 1000000, used = cgroup_cpu_ns(&job->cgroup) - job->cpu_start_ns;
    if (used > limit) job_hit(job, HIT_CPU);
    if (cgroup_out_of_memory(&job->cgroup)) job_hit(job, HIT_MEMORY);
    // The earliest moment at which the rest can be used up, with all processors busy.
    uint64_t rest_ms = used < limit ? (limit - used) / 1000000 / (uint64_t)processors : 0;
    if (rest_ms < MIN_TICK_MS) rest_ms = MIN_TICK_MS;
    if (rest_ms > MAX_TICK_MS) rest_ms = MAX_TICK_MS;
    return now + rest_ms * 1000000;
}

static uint64_t job_tick(struct job *job, uint64_t now) {
    if (!job->running_ns) {
        uint64_t patience = job->since_ns + SETUP_MS * 1000000ull;
        if (now >= patience && !job->failure[0]) {
            job_fail(job, "the stage did not start in time");
            if (job->slot) slot_kill(job->slot);
        }
        return now < patience ? patience : now + 1000000000ull;
    }
    uint64_t deadline = job->running_ns + job->limits.wall_ms * 1000000;
    if (job->exited) {
        uint64_t patience = job->exit.ended_ns + PACKING_MS * 1000000ull;
        if (now >= patience && !job->failure[0]) job_fail(job, "the stage's files could not be packed in time");
        return now < patience ? patience : now + 1000000000ull;
    }
    if (job->flags & FLAG_SERVICE && job->feed.idle) return now + MAX_TICK_MS * 1000000ull;
    if (now >= deadline) {
        job_hit(job, HIT_WALL);
        return now + 1000000000ull;
    }
    if (now >= job->tick_ns) job->tick_ns = tick_cpu(job, now);
    return job->tick_ns < deadline ? job->tick_ns : deadline;
}

static struct job *job_of(pid_t pid) {
    for (; pid > 1; pid = parent_of(pid))
        for (struct job *job = jobs; job; job = job->next)
            if (job->init == pid) return job;
    return NULL;
}

void jobs_hear_locks(const struct lock_holder *holders, int count) {
    for (struct job *job = jobs; job; job = job->next) job->locks = 0;
    for (int i = 0; i < count; i++) {
        struct job *job = holders[i].ours ? job_of(holders[i].pid) : NULL;
        if (job && (job->locks += holders[i].locks) > MAX_LOCKS) job_hit(job, HIT_MEMORY);
    }
}

int jobs_tick(void) {
    uint64_t now = now_ns(), soonest = UINT64_MAX, longest = 0;
    uint32_t count = 0;
    if (!processors) processors = sysconf(_SC_NPROCESSORS_ONLN);
    for (struct job *job = jobs; job; job = job->next, count++) {
        uint64_t next = job_tick(job, now);
        if (next < soonest) soonest = next;
        if (job->running_ns && !job->exited && now - job->running_ns > longest) longest = now - job->running_ns;
    }
    if (longest >= LOCKS_AFTER_MS * 1000000ull) {
        uint64_t next = locks_look(now, count);
        if (next < soonest) soonest = next;
    }
    return soonest == UINT64_MAX ? -1 : (int)((soonest - now) / 1000000) + 1;
}
