// The launcher: one event loop that owns slots, control groups and the supervision of every running stage.
#pragma once
#include "run.h"

#include <pthread.h>
#include <stdatomic.h>

// Run request from the client: this head, then the root, warm, stdin, message and stage blobs. Mirrored in sandbox/wire.py.
struct request {
    uint64_t job;
    struct limits limits;
    uint32_t flags, root_bytes, warm_bytes, stdin_bytes, message_bytes, stage_bytes;
};
struct result {
    uint64_t job;
    int32_t wait_status;
    uint32_t limits_hit;
    uint64_t wall_ns, cpu_ns, memory_bytes, stdout_length, stderr_length;
    uint32_t stdout_head, stdout_tail, stderr_head, stderr_tail, reply_bytes, observed_bytes;
    uint64_t archive_bytes;
    uint32_t warm, pad;
};
// From and to a service: this head, then its next input, or its next output and what it has used so far.
struct feed_head {
    uint64_t job;
};
struct output_head {
    uint64_t job, cpu_ns, memory_bytes;
};
enum frame_kind { FRAME_HELLO = 1, FRAME_RUN, FRAME_CANCEL, FRAME_RESULT, FRAME_FAILURE, FRAME_FEED, FRAME_OUTPUT };

// The target of an event: the first member of every watched object.
struct watched {
    void (*ready)(struct watched *self, uint32_t events);
    int fd;
};
void watch_fd(struct watched *w, uint32_t events);
void unwatch_fd(struct watched *w); // also closes
void change_watch(struct watched *w, uint32_t events);
void pause_watch(struct watched *w); // the descriptor stays open

// launcher_stream.c: the first and last bytes of a flow, and its length.
struct stream {
    char *head, *ring;
    size_t head_bytes, head_room, ring_at, keep, half;
    uint64_t length;
};
void stream_open(struct stream *s, size_t keep);
void stream_add(struct stream *s, const char *data, size_t bytes);
size_t stream_tail(const struct stream *s, char *out); // size of the tail; copies it to out unless that is NULL
void stream_close(struct stream *s);

// launcher_cgroup.c
enum { MAX_HIERARCHIES = 4 };
struct cgroup {
    char name[32];
    int dirs[MAX_HIERARCHIES];
    uint64_t left_bytes; // kernel caches that an earlier stage left charged to the group
};
struct cgroup_use {
    uint64_t cpu_ns, memory_bytes;
    bool unreadable, out_of_memory, host_out_of_memory, processes_refused;
};
extern bool cgroup_memory, cgroup_cpu, cgroup_processes;
void cgroups_open(void);
void cgroups_remove(void);
bool cgroup_take(struct cgroup *c, const struct limits *limits);
bool cgroup_attach(struct cgroup *c, pid_t pid);
// A group for a long-lived process. Pass the name to cgroup_retire when the process is being killed.
bool cgroup_enter_for_good(char name[32], pid_t pid, uint64_t memory_bytes, uint64_t processes);
void cgroup_retire(const char *name);
uint64_t cgroup_cpu_ns(const struct cgroup *c);
bool cgroup_out_of_memory(const struct cgroup *c);
struct cgroup_use cgroup_read(const struct cgroup *c);
void cgroup_lift_memory(const struct cgroup *c, uint64_t bytes);
void cgroup_give_back(struct cgroup *c, const struct limits *limits, bool reusable);

// launcher_slot.c
struct job;
struct slot {
    struct watched watched;
    struct slot *next;
    struct job *job; // NULL while idle
    pid_t pid, interpreter; // pid 0: exited; interpreter 0: none, or the host hides it
    char *key;
    size_t key_bytes;
    bool warm, ready, doomed;
    uint64_t bytes; // memory of the warm interpreter
    char group[32]; // control group of a warm slot
    uint64_t used_ns;
};
struct slot *slot_take(const char *root, size_t root_bytes, const char *warm, size_t warm_bytes);
void slot_release(struct slot *s);
void slot_kill(struct slot *s);
void slot_hear(struct slot *s); // process a pending "ready", since the stage's first message may arrive before it
void slots_reap(void);
_Noreturn void slot_main(bool privileged);
extern bool privileged;

// launcher_root.c: the file system that programs see
void gather_root(int socket, char *root, size_t bytes); // with the rights of the launcher
void enter_root(int socket); // in the slot's own user namespace: makes it the root of this mount namespace
void refresh_root(void); // shows what has changed in the host's folders

// launcher_observe.c
enum { MAX_CALLS = 1024, MAX_ADDRESSES = 100, MAX_ADDRESS = 64 };
struct observed {
    int listener; // seccomp notification descriptor; -1: nothing is observed
    pthread_t thread; // answers the listener: a program can block whoever reads its memory, which must not be the loop
    atomic_bool stopping;
    // "process PATH", and at the end "call COUNT NAME", "fork COUNT" and "network COUNT ADDRESS", each ended by a NUL
    char *text;
    size_t bytes, room;
    uint32_t processes, forks, addresses, calls[MAX_CALLS];
    struct {
        uint32_t count;
        char name[MAX_ADDRESS];
    } network[MAX_ADDRESSES];
};
bool observe_start(struct observed *o, int listener);
void observe_end(struct observed *o); // once every process is dead or being killed
void observe_sum(struct observed *o); // after observe_end
void observe_free(struct observed *o);

// launcher_locks.c
enum { MAX_LOCKS = 16384 }; // of one stage
struct lock_holder {
    pid_t pid;
    uint32_t locks; // or descriptors, if locks have no owner
    uint32_t files; // lines about locks on whole files, before they are added to the locks
    bool ours;      // a process of one of this launcher's stages
};
void locks_open(void);
uint64_t locks_look(uint64_t now, uint32_t stages); // counts soon, unless it just did; returns when to call it next

// launcher_network.c
struct seccomp_notif;
bool is_waiting(int listener, uint64_t id); // whether the caller is still waiting; otherwise its pid may have been reused
bool is_network(int number); // whether this call is inspected when the network is observed
void note_network(struct observed *o, const struct seccomp_notif *notice);

// launcher_feed.c: the standard input of a service, which the client extends.
struct feed {
    struct watched watched;
    struct job *job;
    char *data; // what the client sent and the service may not have read
    size_t bytes, sent;
    bool idle; // nothing is requested, so no time is running
};
int feed_open(struct feed *f, struct job *job); // returns the service's end
void feed_add(struct feed *f, const char *data, size_t bytes);
void feed_close(struct feed *f);

// launcher_job.c
int memory_file(const char *name, const char *data, size_t bytes);
void job_fail(struct job *job, const char *text);
void job_start(const struct request *request, const char *blobs);
void job_cancel(uint64_t id);
void job_feed(uint64_t id, const char *data, size_t bytes); // its time and CPU time restart; no data stops them
void job_slot_message(struct job *job, const struct report *report);
void job_slot_died(struct job *job);
void jobs_hear_locks(const struct lock_holder *holders, int count);
int jobs_tick(void); // handles expired deadlines; returns milliseconds until the next one, -1 for none

// launcher_loop.c
void client_send(enum frame_kind kind, const void *parts[], const size_t sizes[], int count);
_Noreturn void loop(int client);
