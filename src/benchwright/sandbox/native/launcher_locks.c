// Counts the file locks of all stages. A lock on a range of a file is kernel memory that no control group is charged for, so
// a stage with too many of them is killed. Reading /proc/locks takes milliseconds, because the kernel waits for all
// processors first. A thread does it, and only while a stage runs that has had the time to make many.
//
// A lock on a whole file (flock) can outlive the process that made it, which is all that the list names. Each needs an open
// file of its own, so a stage that holds too many of these also holds that many descriptors.
//
// The kernel hands the list out in pages and finds the next page by counting lines, so a line can appear twice when others
// make locks in between. Ranges that a process has locked never overlap: a second line for one is not counted. Locks on
// whole files look alike; of these, a process has at most as many as descriptors.
#include "launcher.h"

#include <dirent.h>
#include <poll.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { LOOK_EVERY_MS = 250, MAX_HOLDERS = 4096 };

static struct {
    struct watched counted; // signalled by the thread
    sem_t asked;
    bool busy;
    uint64_t next_ns;
    uint32_t enough, seen, ownerless;
    int count;
    struct lock_holder holders[MAX_HOLDERS];
    uint64_t *ranges; // hashes of the lines that were counted, 0 for free places
    size_t places;    // a power of two, at least twice as many as ranges are counted
} look;

static bool is_ours(pid_t pid) {
    while (pid > 1 && pid != getpid()) pid = parent_of(pid);
    return pid == getpid();
}

static struct lock_holder *holder_of(pid_t pid) {
    for (int i = look.count - 1; i >= 0; i--) // a process's locks are mostly listed together
        if (look.holders[i].pid == pid) return &look.holders[i];
    static pid_t gone;
    if (pid == gone || !parent_of(pid)) {
        gone = pid;
        look.ownerless++;
        return NULL;
    }
    if (look.count == MAX_HOLDERS) return NULL;
    look.holders[look.count] = (struct lock_holder){.pid = pid, .ours = is_ours(pid)};
    return &look.holders[look.count++];
}

// Whether this line about a range is the first one.
static bool is_new_range(const char *line) {
    uint64_t hash = 14695981039346656037u;
    for (; *line; line++) hash = (hash ^ (unsigned char)*line) * 1099511628211u;
    hash |= 1;
    size_t at = hash >> 20;
    while (look.ranges[at & (look.places - 1)] && look.ranges[at & (look.places - 1)] != hash) at++;
    bool added = look.ranges[at & (look.places - 1)] != hash;
    look.ranges[at & (look.places - 1)] = hash;
    return added;
}

// The list is that of the whole machine: others' locks must not hide those of a stage.
static void add_lock(const char *line) {
    int pid;
    if (sscanf(line, " -> %*s %*s %*s %d", &pid) != 1 && sscanf(line, " %*s %*s %*s %d", &pid) != 1) return;
    if (pid <= 0) return; // a lock of an open file, which the filter refuses to stages
    struct lock_holder *holder = holder_of(pid);
    if (!holder || !holder->ours) return;
    if (!strstr(line, "POSIX"))
        holder->files++;
    else if (is_new_range(line))
        holder->locks++;
    else
        return;
    look.seen++;
}

static uint32_t count_descriptors(const char *pid) {
    char path[64];
    uint32_t count = 0;
    snprintf(path, sizeof path, "/proc/%.20s/fd", pid);
    DIR *list = opendir(path);
    while (list && readdir(list)) count++;
    if (list) closedir(list);
    return count;
}

// Lists the descriptors of all stages instead of their locks.
static void list_descriptors(void) {
    DIR *list = opendir("/proc");
    struct dirent *item;
    look.count = 0;
    while (list && look.count < MAX_HOLDERS && (item = readdir(list)))
        if (item->d_name[0] >= '1' && item->d_name[0] <= '9' && is_ours(atoi(item->d_name)))
            look.holders[look.count++] = (struct lock_holder){
                .pid = atoi(item->d_name), .locks = count_descriptors(item->d_name), .ours = true};
    if (list) closedir(list);
}

static void add_files(void) {
    for (int i = 0; i < look.count; i++) {
        struct lock_holder *holder = &look.holders[i];
        if (!holder->files) continue;
        char pid[16];
        snprintf(pid, sizeof pid, "%d", (int)holder->pid);
        uint32_t descriptors = count_descriptors(pid);
        holder->locks += holder->files < descriptors ? holder->files : descriptors;
    }
}

static void count_locks(void) {
    FILE *file = fopen("/proc/locks", "re");
    char *line = NULL;
    size_t room = 0;
    look.count = 0;
    look.seen = look.ownerless = 0;
    for (look.places = 1; look.places < 2 * (size_t)look.enough; look.places *= 2)
        ;
    look.ranges = calloc(look.places, sizeof *look.ranges);
    while (file && look.ranges && look.seen < look.enough && look.ownerless < look.enough &&
           getline(&line, &room, file) > 0)
        if (strchr(line, ':')) add_lock(strchr(line, ':') + 1); // after the number of the line
    free(look.ranges);
    free(line);
    if (file) fclose(file);
    if (look.seen > MAX_LOCKS)
        add_files();
    else if (look.ownerless > MAX_LOCKS)
        list_descriptors();
}

static _Noreturn void *count_when_asked(void *nothing) {
    (void)nothing;
    for (;;) {
        while (sem_wait(&look.asked) < 0)
            ;
        count_locks();
        eventfd_write(look.counted.fd, 1);
    }
}

static void have_counted(struct watched *w, uint32_t events) {
    (void)events;
    eventfd_t value;
    eventfd_read(w->fd, &value);
    look.busy = false;
    look.next_ns = now_ns() + LOOK_EVERY_MS * 1000000ull;
    if (look.seen > MAX_LOCKS || look.ownerless > MAX_LOCKS) jobs_hear_locks(look.holders, look.count);
}

void locks_open(void) {
    pthread_t thread;
    look.counted = (struct watched){have_counted, eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (look.counted.fd < 0 || sem_init(&look.asked, 0, 0) < 0) exit(70);
    if (pthread_create(&thread, NULL, count_when_asked, NULL) != 0) exit(70);
    pthread_detach(thread);
    watch_fd(&look.counted, POLLIN);
}

uint64_t locks_look(uint64_t now, uint32_t stages) {
    if (look.busy) return now + LOOK_EVERY_MS * 1000000ull;
    if (now < look.next_ns) return look.next_ns;
    // Each further page takes the kernel longer than the last, so stop once a stage must have too many.
    look.enough = MAX_LOCKS * stages + 1;
    look.busy = true;
    sem_post(&look.asked);
    return now + LOOK_EVERY_MS * 1000000ull;
}
