// Control groups: one group per stage in every hierarchy that accounts for something. Supports versions 1, 2 and hybrids.
#include "launcher.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

bool cgroup_memory, cgroup_cpu, cgroup_processes;

static struct hierarchy {
    char base[PATH_MAX]; // the group that contains all groups of this launcher
    int fd;
    bool unified, memory, cpu, processes;
} hierarchies[MAX_HIERARCHIES];
static int hierarchy_count;
static char base_name[64];
static uint64_t serial;

// Used groups that have been reset. Creating and removing a group costs more than everything else done with it.
enum { MAX_POOL = 64, CLEAN_BYTES = 1 << 20 };
static struct pooled {
    struct cgroup cgroup;
    struct limits limits;
} pool[MAX_POOL];
static int pool_count;

static bool put(int dir, const char *file, const char *text) {
    int fd = openat(dir, file, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return false;
    bool done = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    close(fd);
    return done;
}

static bool put_number(int dir, const char *file, uint64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    return put(dir, file, text);
}

static bool get(int dir, const char *file, char *text, size_t room) {
    int fd = openat(dir, file, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    ssize_t n = read(fd, text, room - 1);
    close(fd);
    text[n > 0 ? n : 0] = 0;
    return n > 0;
}

// Set when a counter exists but could not be read. Treating it as 0 would hide what happened.
static bool unreadable;

// The number after `key` at the start of a line, or the file's only number.
static uint64_t get_number(int dir, const char *file, const char *key) {
    char text[1024];
    if (!get(dir, file, text, sizeof text)) {
        if (errno != ENOENT) unreadable = true; // some files exist only on newer kernels
        return 0;
    }
    if (!key) return strtoull(text, NULL, 10);
    size_t length = strlen(key);
    for (char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (!strncmp(line, key, length) && line[length] == ' ') return strtoull(line + length, NULL, 10);
    return 0;
}

static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = strstr(list, word); at; at = strstr(at + 1, word)) {
        bool starts = at == list || strchr(", \n", at[-1]), ends = strchr(", \n", at[length]) != NULL;
        if (starts && ends) return true;
    }
    return false;
}

// The path of this process's group in the hierarchy with these controllers ("" for version 2), from /proc/self/cgroup.
static bool own_path(const char *controllers, char *path, size_t room) {
    FILE *file = fopen("/proc/self/cgroup", "re");
    char line[PATH_MAX];
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        char *names = strchr(line, ':') + 1, *where = strchr(names, ':');
        *where++ = 0;
        where[strcspn(where, "\n")] = 0;
        if (strcmp(names, controllers)) continue;
        snprintf(path, room, "%s", where);
        found = true;
    }
    if (file) fclose(file);
    return found;
}

// Removes groups left by a launcher of this pid namespace that was killed together with its guardian.
static void sweep(const char *parent) {
    DIR *list = opendir(parent);
    struct dirent *item;
    char mine[64];
    int prefix = snprintf(mine, sizeof mine, "%s", base_name);
    while (prefix > 0 && mine[prefix - 1] != '-') mine[--prefix] = 0;
    while (list && (item = readdir(list))) {
        if (strncmp(item->d_name, mine, (size_t)prefix)) continue;
        pid_t pid = atoi(item->d_name + prefix);
        if (pid <= 0 || kill(pid, 0) == 0 || errno != ESRCH) continue;
        char path[PATH_MAX], inner[PATH_MAX];
        snprintf(path, sizeof path, "%.2000s/%s", parent, item->d_name);
        DIR *groups = opendir(path);
        struct dirent *group;
        while (groups && (group = readdir(groups)))
            if (group->d_type == DT_DIR && group->d_name[0] != '.') {
                snprintf(inner, sizeof inner, "%.3000s/%s", path, group->d_name);
                rmdir(inner);
            }
        if (groups) closedir(groups);
        rmdir(path);
    }
    if (list) closedir(list);
}

// Whether a process can be moved to a group below `fd`. The only reliable test is to try.
static bool can_attach(int fd) {
    bool done = false;
    if (mkdirat(fd, "try", 0755) < 0) return false;
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        end_with(parent);
        for (;;) pause();
    }
    int dir = openat(fd, "try", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    done = child > 0 && dir >= 0 && put_number(dir, "cgroup.procs", (uint64_t)child);
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    if (dir >= 0) close(dir);
    unlinkat(fd, "try", AT_REMOVEDIR);
    return done;
}

static bool open_base(struct hierarchy *h, const char *parent) {
    sweep(parent);
    snprintf(h->base, sizeof h->base, "%.4000s/%s", parent, base_name);
    if (mkdir(h->base, 0755) < 0) return false;
    h->fd = open(h->base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (h->fd >= 0 && h->unified) {
        put(h->fd, "cgroup.subtree_control", "+memory");
        put(h->fd, "cgroup.subtree_control", "+pids");
        char text[256] = "";
        get(h->fd, "cgroup.subtree_control", text, sizeof text);
        h->memory = has_word(text, "memory");
        h->processes = has_word(text, "pids");
        h->cpu = true;
    }
    if (h->fd >= 0 && can_attach(h->fd)) return true;
    if (h->fd >= 0) close(h->fd);
    rmdir(h->base);
    return false;
}

static void use_hierarchy(struct hierarchy *h) {
    // Use each controller once: on hybrid hosts, version 2 may exist beside version 1 without controllers.
    h->memory = h->memory && !cgroup_memory;
    h->cpu = h->cpu && !cgroup_cpu;
    h->processes = h->processes && !cgroup_processes;
    if (!h->memory && !h->cpu && !h->processes) {
        close(h->fd);
        rmdir(h->base);
        return;
    }
    cgroup_memory |= h->memory;
    cgroup_cpu |= h->cpu;
    cgroup_processes |= h->processes;
    hierarchies[hierarchy_count++] = *h;
}

// Version 2: a group with processes cannot have limited children, so search upwards for one that can.
static void open_unified(const char *mount_point, char *path) {
    struct hierarchy h = {.unified = true};
    char parent[PATH_MAX];
    for (;;) {
        snprintf(parent, sizeof parent, "%.2000s%.2000s", mount_point, path);
        int fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd >= 0) {
            put(fd, "cgroup.subtree_control", "+memory");
            put(fd, "cgroup.subtree_control", "+pids");
            close(fd);
        }
        if (open_base(&h, parent)) {
            if ((h.memory && h.processes) || !*path || !strcmp(path, "/")) break;
            close(h.fd);
            rmdir(h.base);
        }
        char *slash = strrchr(path, '/');
        if (!slash || !*path || !strcmp(path, "/")) return;
        *slash = 0;
    }
    use_hierarchy(&h);
}

static void open_mount(char *root, char *mount_point, const char *type, const char *options) {
    char path[PATH_MAX], parent[PATH_MAX], controllers[64];
    if (hierarchy_count == MAX_HIERARCHIES) return;
    bool memory = has_word(options, "memory"), cpu = has_word(options, "cpuacct"), processes = has_word(options, "pids");
    if (!strcmp(type, "cgroup2")) {
        controllers[0] = 0;
    } else if (!memory && !cpu && !processes) {
        return;
    } else {
        bool both = has_word(options, "cpu") && cpu;
        snprintf(controllers, sizeof controllers, "%s", both ? "cpu,cpuacct" : memory ? "memory" : cpu ? "cpuacct" : "pids");
    }
    if (!own_path(controllers, path, sizeof path)) return;
    // In a container the mount may show only part of the hierarchy.
    size_t shown = strcmp(root, "/") ? strlen(root) : 0;
    char *inside = !strncmp(path, root, shown) ? path + shown : "";
    if (!*controllers) {
        open_unified(mount_point, inside);
        return;
    }
    struct hierarchy h = {.memory = memory, .cpu = cpu, .processes = processes};
    snprintf(parent, sizeof parent, "%.2000s%.2000s", mount_point, inside);
    if (open_base(&h, parent)) use_hierarchy(&h);
}

static void open_mounts(bool unified) {
    FILE *file = fopen("/proc/self/mountinfo", "re");
    char line[2 * PATH_MAX], root[PATH_MAX], mount_point[PATH_MAX], type[64], options[1024];
    while (file && fgets(line, sizeof line, file)) {
        char *rest = strstr(line, " - ");
        if (!rest || sscanf(line, "%*s %*s %*s %4095s %4095s", root, mount_point) != 2) continue;
        if (sscanf(rest, " - %63s %*s %1023s", type, options) != 2) continue;
        if (strcmp(type, "cgroup") && strcmp(type, "cgroup2")) continue;
        if (!strcmp(type, "cgroup2") == unified) open_mount(root, mount_point, type, options);
    }
    if (file) fclose(file);
}

void cgroups_open(void) {
    struct stat pids = {0};
    stat("/proc/self/ns/pid", &pids);
    snprintf(base_name, sizeof base_name, "benchwright-%lu-%d", (unsigned long)pids.st_ino, getpid());
    open_mounts(false);
    open_mounts(true);
}

void cgroups_remove(void) {
    for (int i = 0; i < hierarchy_count; i++) {
        DIR *list = fdopendir(hierarchies[i].fd);
        struct dirent *item;
        while (list && (item = readdir(list)))
            if (item->d_type == DT_DIR && item->d_name[0] != '.')
                unlinkat(dirfd(list), item->d_name, AT_REMOVEDIR);
        if (list) closedir(list);
        rmdir(hierarchies[i].base);
        // Sweep again: at startup, processes of a killed launcher may still have been dying in its groups.
        *strrchr(hierarchies[i].base, '/') = 0;
        sweep(hierarchies[i].base);
    }
}

static bool set_limits(const struct hierarchy *h, int dir, const struct limits *limits) {
    bool done = true;
    if (h->memory && h->unified) {
        done &= put_number(dir, "memory.max", limits->memory_bytes);
        put(dir, "memory.swap.max", "0");
        put(dir, "memory.oom.group", "1");
    } else if (h->memory) {
        done &= put_number(dir, "memory.limit_in_bytes", limits->memory_bytes);
        put_number(dir, "memory.memsw.limit_in_bytes", limits->memory_bytes); // absent without swap accounting
    }
    if (h->processes) done &= put_number(dir, "pids.max", limits->processes + 1); // one more for init
    return done;
}

static void destroy(struct cgroup *c) {
    for (int i = 0; i < hierarchy_count; i++) {
        if (c->dirs[i] >= 0) close(c->dirs[i]);
        unlinkat(hierarchies[i].fd, c->name, AT_REMOVEDIR);
    }
}

static bool take_pooled(struct cgroup *c, const struct limits *limits) {
    for (int i = 0; i < pool_count; i++)
        if (pool[i].limits.memory_bytes == limits->memory_bytes && pool[i].limits.processes == limits->processes) {
            *c = pool[i].cgroup;
            pool[i] = pool[--pool_count];
            return true;
        }
    return false;
}

static bool make(struct cgroup *c, const char *kind, const struct limits *limits) {
    c->left_bytes = 0;
    snprintf(c->name, sizeof c->name, "%.8s-%llu", kind, (unsigned long long)++serial);
    for (int i = 0; i < MAX_HIERARCHIES; i++) c->dirs[i] = -1;
    for (int i = 0; i < hierarchy_count; i++) {
        if (mkdirat(hierarchies[i].fd, c->name, 0755) < 0) return false;
        c->dirs[i] = openat(hierarchies[i].fd, c->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (c->dirs[i] < 0 || !set_limits(&hierarchies[i], c->dirs[i], limits)) return false;
    }
    return true;
}

bool cgroup_take(struct cgroup *c, const struct limits *limits) {
    return take_pooled(c, limits) || make(c, "run", limits);
}

// Groups of warm interpreters. They can be removed only after their last process has exited.
static char retired[MAX_POOL][sizeof((struct cgroup *)0)->name];
static int retired_count;

static void remove_retired(void) {
    for (int i = 0; i < retired_count;) {
        bool gone = true;
        for (int j = 0; j < hierarchy_count; j++)
            gone &= unlinkat(hierarchies[j].fd, retired[i], AT_REMOVEDIR) == 0 || errno == ENOENT;
        if (gone) memmove(retired[i], retired[--retired_count], sizeof retired[i]);
        else i++;
    }
}

bool cgroup_enter_for_good(char name[32], pid_t pid, uint64_t memory_bytes, uint64_t processes) {
    struct limits limits = {.memory_bytes = memory_bytes, .processes = processes};
    struct cgroup c;
    remove_retired();
    bool done = make(&c, "warm", &limits) && cgroup_attach(&c, pid);
    for (int i = 0; i < hierarchy_count; i++)
        if (c.dirs[i] >= 0) close(c.dirs[i]);
    memcpy(name, c.name, sizeof c.name);
    return done;
}

void cgroup_retire(const char *name) {
    if (*name && retired_count < MAX_POOL) snprintf(retired[retired_count++], sizeof retired[0], "%s", name);
    remove_retired();
}

bool cgroup_attach(struct cgroup *c, pid_t pid) {
    for (int i = 0; i < hierarchy_count; i++)
        if (!put_number(c->dirs[i], "cgroup.procs", (uint64_t)pid)) return false;
    return true;
}

uint64_t cgroup_cpu_ns(const struct cgroup *c) {
    for (int i = 0; i < hierarchy_count; i++)
        if (hierarchies[i].cpu)
            return hierarchies[i].unified ? get_number(c->dirs[i], "cpu.stat", "usage_usec") * 1000
                                          : get_number(c->dirs[i], "cpuacct.usage", NULL);
    return 0;
}

// An OOM kill far below the group's limit was caused by memory pressure on the host, not by the program.
static bool near_limit(int dir, uint64_t peak) {
    uint64_t limit = get_number(dir, "memory.limit_in_bytes", NULL), slack = limit / 8 < 4 << 20 ? limit / 8 : 4 << 20;
    return peak + slack >= limit;
}

static void read_memory(const struct hierarchy *h, int dir, struct cgroup_use *use) {
    bool killed, reached;
    if (h->unified) {
        killed = get_number(dir, "memory.events", "oom_kill") > 0;
        reached = get_number(dir, "memory.events", "oom") > 0;
        use->memory_bytes = get_number(dir, "memory.peak", NULL);
    } else {
        killed = get_number(dir, "memory.oom_control", "oom_kill") > 0;
        use->memory_bytes = get_number(dir, "memory.max_usage_in_bytes", NULL);
        reached = killed && near_limit(dir, use->memory_bytes);
    }
    use->out_of_memory = killed && reached;
    use->host_out_of_memory = killed && !reached;
}

bool cgroup_out_of_memory(const struct cgroup *c) {
    struct cgroup_use use = {0};
    for (int i = 0; i < hierarchy_count; i++)
        if (hierarchies[i].memory) read_memory(&hierarchies[i], c->dirs[i], &use);
    return use.out_of_memory;
}

struct cgroup_use cgroup_read(const struct cgroup *c) {
    unreadable = false;
    struct cgroup_use use = {.cpu_ns = cgroup_cpu_ns(c)};
    for (int i = 0; i < hierarchy_count; i++) {
        if (hierarchies[i].memory) read_memory(&hierarchies[i], c->dirs[i], &use);
        if (hierarchies[i].memory && use.memory_bytes > c->left_bytes) use.memory_bytes -= c->left_bytes;
        if (hierarchies[i].processes) use.processes_refused = get_number(c->dirs[i], "pids.events", "max") > 0;
    }
    use.unreadable = unreadable;
    return use;
}

// Makes room for the sandbox's own work in the group after the program has ended.
void cgroup_lift_memory(const struct cgroup *c, uint64_t bytes) {
    for (int i = 0; i < hierarchy_count; i++) {
        if (!hierarchies[i].memory) continue;
        if (!hierarchies[i].unified) put_number(c->dirs[i], "memory.memsw.limit_in_bytes", bytes);
        put_number(c->dirs[i], hierarchies[i].unified ? "memory.max" : "memory.limit_in_bytes", bytes);
    }
}

// Resets the counters; returns whether that worked. Version 2 has no reset; in version 1, refusal counts cannot be reset.
static bool reset(struct cgroup *c) {
    for (int i = 0; i < hierarchy_count; i++) {
        const struct hierarchy *h = &hierarchies[i];
        int dir = c->dirs[i];
        if (h->unified) return false;
        if (h->cpu && !put(dir, "cpuacct.usage", "0")) return false;
        if (!h->memory) continue;
        c->left_bytes = get_number(dir, "memory.usage_in_bytes", NULL);
        if (c->left_bytes > CLEAN_BYTES) return false;
        if (!put(dir, "memory.max_usage_in_bytes", "0")) return false;
    }
    return true;
}

void cgroup_give_back(struct cgroup *c, const struct limits *limits, bool reusable) {
    if (!reusable || !reset(c)) {
        destroy(c);
        return;
    }
    if (pool_count == MAX_POOL) {
        destroy(&pool[0].cgroup);
        pool[0] = pool[--pool_count];
    }
    pool[pool_count++] = (struct pooled){*c, *limits};
}
