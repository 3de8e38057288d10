// Structures and functions shared by the launcher, its slots and the warm hook.
// A slot runs one stage at a time: order → init (pid 1 of fresh namespaces) → main (the untrusted program).
#pragma once
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The layout of these records is mirrored in sandbox/wire.py.
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
    // Set by the launcher where no control group does the work.
    FLAG_WATCH_MEMORY = 1 << 16,
    FLAG_WATCH_CPU = 1 << 17,
    FLAG_LIMIT_PROCESSES = 1 << 18,
    FLAG_OWN_USER = 1 << 21,      // set by init: nobody but its stage is of this user
    FLAG_WATCH_SOCKETS = 1 << 20, // the control group does not count what lies in them
    FLAG_ZYGOTE = 1 << 19, // of a filter: an interpreter that is to be kept warm
};

enum limit_bit {
    HIT_WALL = 1,
    HIT_CPU = 2,
    HIT_MEMORY = 4,
    HIT_OUTPUT = 8,
    HIT_PROCESSES = 16,
    HIT_DISK = 32,
    HIT_OMITTED = 64, // not everything could be packed
};

// Launcher → slot, with the descriptors below.
struct order {
    struct limits limits;
    uint32_t flags;
};
enum order_fd { FD_STAGE, FD_STDIN, FD_STDOUT, FD_STDERR, FD_REPORT, FD_ARCHIVE, FD_MESSAGE, FD_REPLY, ORDER_FDS };

// Head of the stage blob: then argc + envc + patterns strings, each ended by a NUL, then the archive of the work folder.
struct stage_head {
    uint32_t argc, envc, patterns, strings_bytes;
};

// Head of an archive entry: then path and content.
struct entry {
    uint8_t kind; // 'f' file, 'd' directory, 'l' symlink, 'w' written file (size only), 'o' file that did not fit
    uint8_t pad[3];
    uint32_t mode;
    uint32_t path_bytes;
    uint32_t pad2;
    uint64_t size;
};

// Slot → launcher, and interpreter → slot; who cannot go on sends REPORT_FAILED. Ready: the value is the interpreter's
// pid. Leaving: the stage is gone, and the slot takes no other.
enum slot_kind { SLOT_READY = 16, SLOT_GONE, SLOT_LEAVING };
// Init or main → launcher, on the stage's own socket. The kernel says who sent the first one.
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
// The mark is what a filter sees in the upper half of the descriptor, where the kernel itself does not look.
int send_marked(uint32_t mark, int socket, const void *data, size_t bytes, const int *fds, int count);
int send_with_fds(int socket, const void *data, size_t bytes, const int *fds, int count);
// The sender is the process that the kernel names, where the socket asks for it; else 0.
ssize_t receive_with_fds(int socket, void *data, size_t bytes, int *fds, int *count, pid_t *sender);
bool write_file(const char *path, const char *text);
pid_t parent_of(pid_t pid); // 0: there is no such process
void end_with(pid_t parent); // of a child: ends when its parent does, even if that was before this call
void close_from(unsigned first);
_Noreturn void fail(int socket, const char *format, ...) __attribute__((format(printf, 2, 3)));

// run_network.c: the slot's network namespace
bool open_network(void); // raises the loopback of the present one
bool network_was_used(void); // whether a run left anything behind; the first call is before any run
void renew_network(void);

// run_slot.c
_Noreturn void serve_cold(int socket);                    // makes the init of each stage itself
_Noreturn void serve_warm(int socket, int zygote, pid_t pid); // hands each stage to an interpreter
void serve_as_zygote(int socket);                         // is that interpreter; returns in the main process of a run

// run_init.c
_Noreturn void run_init_cold(struct stage *stage);
void run_init_warm(struct stage *stage); // returns in main
bool can_be_init(void);                  // a trial, in a process that is to be one of a warm run

// run_watch.c: stands in for control groups
void watch_from(int proc); // a /proc that hides nobody
void watch_cpu(void);                                            // before main is forked
uint64_t watched_cpu_ns(void);
uint32_t watch(const struct stage *stage, struct report *report); // gives the limits that must end the stage

// run_confine.c
void drop_bounding_set(void);
void set_limit(int resource, uint64_t soft, uint64_t hard); // as near as this user may
void confine(struct stage *stage); // drop everything; the last thing before the program
void confine_zygote(int socket);   // the same for an interpreter that is to be kept warm, but for what makes inits
const char *denied_name(int number);

// run_archive.c
bool unpack(const char *archive, size_t bytes, int directory);
struct archive_size {
    uint64_t bytes, files;
} measure_archive(const char *archive, size_t bytes);
bool pack(struct stage *stage, int directory); // whether everything that was wanted is in the archive
bool needs_packing(const struct stage *stage);

#define WORK "/workspace"
#define BOX "/var"
#define INSIDE_ID 1000
// Of a process that has no capabilities: a user namespace of its own gives init those that it needs, over nothing else.
#define INIT_NAMESPACES (CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS)
#define WARM_INIT_FLAGS (CLONE_NEWUSER | INIT_NAMESPACES | SIGCHLD)
#define SLOT_SOCKET 3
