// Structures and functions shared by the launcher, its slots and the warm hook.
// A slot runs one stage at a time: order → init (pid 1 of fresh namespaces) → main (the untrusted program).
#pragma once
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// sandbox/wire.py mirrors the layout of these records.
struct limits {
    uint64_t wall_ms, cpu_ms, memory_bytes, processes, open_files, disk_bytes, inodes, output_bytes, keep_bytes,
        collect_bytes;
};

enum flag {
    FLAG_OBSERVE_CALLS = 1,
    FLAG_OBSERVE_PROCESSES = 2,
    FLAG_OBSERVE_FILES = 4,
    FLAG_KEEP_WORK = 8,    // archive the whole work folder (a build's result)
    FLAG_MESSAGE = 16,     // descriptors 3 and 4 are pipes
    FLAG_OBSERVE_NETWORK = 32,
    FLAG_SERVICE = 64,     // standard input is what the client feeds, and standard output goes to it at once
    // Set by the launcher for resources that no control group limits.
    FLAG_WATCH_MEMORY = 1 << 16,
    FLAG_WATCH_CPU = 1 << 17,
    FLAG_LIMIT_PROCESSES = 1 << 18,
    FLAG_OWN_USER = 1 << 21,      // set by init: only this stage runs as this user
    FLAG_WATCH_SOCKETS = 1 << 20, // no control group counts all data in sockets
    FLAG_SHARED_USER = 1 << 22,   // set by the slot: stages of other slots run as the same user
    FLAG_ZYGOTE = 1 << 19, // for the filter: the process is an interpreter to be kept warm
};

enum limit_bit {
    HIT_WALL = 1,
    HIT_CPU = 2,
    HIT_MEMORY = 4,
    HIT_OUTPUT = 8,
    HIT_PROCESSES = 16,
    HIT_DISK = 32,
    HIT_OMITTED = 64, // some files could not be packed
};

// Launcher → slot, with the descriptors below.
struct order {
    struct limits limits;
    uint32_t flags;
};
enum order_fd { FD_STAGE, FD_STDIN, FD_STDOUT, FD_STDERR, FD_REPORT, FD_ARCHIVE, FD_MESSAGE, FD_REPLY, ORDER_FDS };

// Head of the stage blob. Followed by argc + envc + patterns NUL-terminated strings, then the archive of the work folder.
struct stage_head {
    uint32_t argc, envc, patterns, strings_bytes;
};

// Head of an archive entry. Followed by the path and the content.
struct entry {
    uint8_t kind; // 'f' file, 'd' directory, 'l' symlink, 'w' written file (size only), 'o' file that did not fit
    uint8_t pad[3];
    uint32_t mode;
    uint32_t path_bytes;
    uint32_t pad2;
    uint64_t size;
};

// Slot → launcher, and interpreter → slot. A sender that cannot continue sends REPORT_FAILED. SLOT_READY: the value is
// the interpreter's pid. SLOT_LEAVING: the stage is gone, and the slot accepts no more.
enum slot_kind { SLOT_READY = 16, SLOT_GONE, SLOT_LEAVING };
// Init or main → launcher, on the stage's own socket. The kernel identifies the sender of the first one.
enum report_kind { REPORT_FAILED, REPORT_INIT, REPORT_LISTENER, REPORT_STARTED, REPORT_LIMIT, REPORT_EXITED, REPORT_PACKED };
struct report {
    uint32_t kind;
    int32_t value; // wait status or pid
    uint64_t started_ns, ended_ns, cpu_ns, memory_bytes;
    uint32_t limits_hit;
    char text[228];
};

struct stage {
    struct order order;
    int fds[ORDER_FDS];
    void *blob;
    size_t blob_bytes;
    char **argv, **envp, **patterns;
    const char *archive;
    size_t archive_bytes;
};

// run_io.c
uint64_t now_ns(void);
bool write_all(int fd, const void *data, size_t bytes);
// The mark goes into the upper half of the descriptor argument: a filter sees it, and the kernel ignores it.
int send_marked(uint32_t mark, int socket, const void *data, size_t bytes, const int *fds, int count);
int send_with_fds(int socket, const void *data, size_t bytes, const int *fds, int count);
// sender is the process that the kernel names if the socket has SO_PASSCRED, otherwise 0.
ssize_t receive_with_fds(int socket, void *data, size_t bytes, int *fds, int *count, pid_t *sender);
bool write_file(const char *path, const char *text);
pid_t parent_of(pid_t pid); // 0: no such process
void end_with(pid_t parent); // called by a child: makes it die with its parent, even if the parent is already dead
void close_from(unsigned first);
void close_between(unsigned first, unsigned last);
_Noreturn void fail(int socket, const char *format, ...) __attribute__((format(printf, 2, 3)));

// run_network.c: the slot's network namespace
bool open_network(void); // brings up the loopback of the current namespace
bool network_was_used(void); // whether a run left anything behind; call it once before the first run
void renew_network(void);

// run_slot.c
// These call `refresh` between stages, at most once a second, so that programs see what has changed on the host.
_Noreturn void serve_cold(int socket, bool own_user, void (*refresh)(void)); // forks the init of each stage itself
// Passes each stage to an interpreter.
_Noreturn void serve_warm(int socket, int zygote, pid_t pid, bool own_user, void (*refresh)(void));
int serve_as_zygote(int socket); // runs in that interpreter; returns in the main process of a run, with its report socket

// run_init.c
_Noreturn void run_init_cold(struct stage *stage);
int run_init_warm(struct stage *stage); // returns in main, with the report socket
bool can_be_init(void);                  // tests whether this process could be the init of a warm run

// run_watch.c: replaces control groups
void watch_from(int proc); // a /proc that hides no process
void start_looker(void); // before the first watch
void watch_cpu(void);                                            // call before main is forked
uint64_t watched_cpu_ns(void);
uint32_t watch(const struct stage *stage, struct report *report); // returns the limits for which the stage must be killed

// run_confine.c
void drop_bounding_set(void);
void set_limit(int resource, uint64_t soft, uint64_t hard); // as close as this user is allowed
void confine(struct stage *stage); // drops all privileges; the last step before the program
void confine_zygote(int socket);   // the same for an interpreter to be kept warm, except for the calls that create inits
const char *denied_name(int number);

// run_archive.c
bool unpack(const char *archive, size_t bytes, int directory);
struct archive_size {
    uint64_t bytes, files;
} measure_archive(const char *archive, size_t bytes);
bool pack(struct stage *stage, int directory); // whether the archive contains everything requested
bool needs_packing(const struct stage *stage);

#define WORK "/workspace"
#define BOX "/var"
#define INSIDE_ID 1000
// For a process without capabilities: a new user namespace gives init the capabilities that it needs, limited to itself.
#define INIT_NAMESPACES (CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS)
#define WARM_INIT_FLAGS (CLONE_NEWUSER | INIT_NAMESPACES | SIGCHLD)
#define SLOT_SOCKET 3
// Descriptors that a warm run needs for a moment: above the interpreter's own, and below every limit of such a run.
#define FREE_DESCRIPTOR 40
#define ZYGOTE_SOCKET 200 // leaves an interpreter the numbers for its own descriptors that they have in a fresh run
