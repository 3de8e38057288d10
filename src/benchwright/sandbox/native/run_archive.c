// Archives of the work folder: what a stage starts from, what a build leaves, what a run returns.
#include "run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_DEPTH = 64, MAX_WRITTEN = 1000 };

struct packer {
    struct stage *stage;
    uint64_t room;   // bytes of content that still fit
    int written;     // written files reported so far
    const char *prefix;
    bool failed;     // the archive could not be written
    bool omitted;    // something did not fit
};

static void put(struct packer *p, const void *data, size_t bytes) {
    if (!write_all(p->stage->fds[FD_ARCHIVE], data, bytes)) p->failed = true;
}

static const char *next_entry(const char *at, const char *end, struct entry *entry, const char **path) {
    if ((size_t)(end - at) < sizeof *entry) return NULL;
    memcpy(entry, at, sizeof *entry);
    at += sizeof *entry;
    if (entry->path_bytes > (size_t)(end - at) || entry->path_bytes >= PATH_MAX) return NULL;
    *path = at;
    at += entry->path_bytes;
    if (entry->size > (size_t)(end - at)) return NULL;
    return at;
}

// The bytes and inodes that unpacking needs.
struct archive_size measure_archive(const char *archive, size_t bytes) {
    const uint64_t block = 4096;
    struct archive_size size = {0, 0};
    struct entry entry;
    const char *end = archive + bytes, *name, *content;
    for (const char *at = archive; at < end && (content = next_entry(at, end, &entry, &name)); at = content + entry.size) {
        size.bytes += (entry.size + block - 1) / block * block;
        size.files++;
        for (uint32_t i = 0; i < entry.path_bytes; i++) size.files += name[i] == '/'; // parent folders
    }
    return size;
}

static void make_parents(int directory, char *path) {
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdirat(directory, path, 0755);
        *slash = '/';
    }
}

static bool unpack_file(int directory, const char *path, const struct entry *entry, const char *content) {
    int fd = openat(directory, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, entry->mode & 0777);
    if (fd < 0) return false;
    bool written = write_all(fd, content, entry->size);
    close(fd);
    return written;
}

bool unpack(const char *archive, size_t bytes, int directory) {
    const char *end = archive + bytes, *name, *content;
    struct entry entry;
    char path[PATH_MAX], target[PATH_MAX];
    for (const char *at = archive; at < end; at = content + entry.size) {
        content = next_entry(at, end, &entry, &name);
        if (!content) return false;
        memcpy(path, name, entry.path_bytes);
        path[entry.path_bytes] = 0;
        make_parents(directory, path);
        if (entry.kind == 'f' && !unpack_file(directory, path, &entry, content)) return false;
        if (entry.kind == 'd') mkdirat(directory, path, entry.mode & 0777);
        if (entry.kind == 'l' && entry.size < sizeof target) {
            memcpy(target, content, entry.size);
            target[entry.size] = 0;
            if (symlinkat(target, directory, path) < 0) return false;
        }
    }
    return true;
}

static void emit(struct packer *p, char kind, const struct stat *st, const char *path, uint64_t size) {
    struct entry entry = {
        .kind = (uint8_t)kind, .mode = st->st_mode & 0777, .path_bytes = (uint32_t)strlen(path), .size = size};
    put(p, &entry, sizeof entry);
    put(p, path, entry.path_bytes);
}

static bool wanted(const struct packer *p, const char *path) {
    if (p->stage->order.flags & FLAG_KEEP_WORK) return true;
    for (char **pattern = p->stage->patterns; *pattern; pattern++)
        if (!strcmp(*pattern, path) || fnmatch(*pattern, path, FNM_PATHNAME) == 0) return true;
    return false;
}

// Whether the stage was given this file and did not change it, so that it does not count as written.
static bool unchanged(const struct packer *p, int fd, const struct stat *st, const char *path) {
    const char *end = p->stage->archive + p->stage->archive_bytes, *name, *content;
    struct entry entry;
    for (const char *at = p->stage->archive; at < end; at = content + entry.size) {
        if (!(content = next_entry(at, end, &entry, &name))) return false;
        if (entry.kind != 'f' || strlen(path) != entry.path_bytes || memcmp(path, name, entry.path_bytes)) continue;
        if ((uint64_t)st->st_size != entry.size) return false;
        if (entry.size == 0) return true;
        void *now = mmap(NULL, entry.size, PROT_READ, MAP_PRIVATE, fd, 0);
        bool same = now != MAP_FAILED && memcmp(now, content, entry.size) == 0;
        if (now != MAP_FAILED) munmap(now, entry.size);
        return same;
    }
    return false;
}

static void copy_content(struct packer *p, int from, uint64_t bytes) {
    static char buffer[1 << 16];
    while (bytes > 0) {
        ssize_t n = read(from, buffer, bytes < sizeof buffer ? bytes : sizeof buffer);
        if (n <= 0) {  // nothing else runs, so the size cannot change; pad anyway to keep the archive well formed
            memset(buffer, 0, sizeof buffer);
            n = (ssize_t)(bytes < sizeof buffer ? bytes : sizeof buffer);
        }
        put(p, buffer, (size_t)n);
        bytes -= (uint64_t)n;
    }
}

static void pack_file(struct packer *p, int directory, const char *name, const char *path, bool in_work) {
    int fd = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st;
    if (fd < 0) return;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
        uint64_t size = (uint64_t)st.st_size;
        if ((p->stage->order.flags & FLAG_OBSERVE_FILES) && p->written < MAX_WRITTEN &&
            !(in_work && unchanged(p, fd, &st, path))) {
            char shown[PATH_MAX];
            p->written++;
            snprintf(shown, sizeof shown, "%s/%s", p->prefix, path);
            emit(p, 'w', &st, shown, size);
        }
        if (in_work && wanted(p, path)) {
            bool fits = size <= p->room;
            if (!fits) p->omitted = true;
            emit(p, fits ? 'f' : 'o', &st, path, size);
            if (fits) {
                p->room -= size;
                copy_content(p, fd, size);
            }
        }
    }
    close(fd);
}

static void pack_link(struct packer *p, int directory, const char *name, const char *path) {
    char target[PATH_MAX];
    struct stat st = {.st_mode = 0777};
    ssize_t n = readlinkat(directory, name, target, sizeof target);
    if (n <= 0 || (size_t)n >= sizeof target) return;
    emit(p, 'l', &st, path, (uint64_t)n);
    put(p, target, (size_t)n);
}

static void pack_tree(struct packer *p, int directory, const char *below, int depth, bool in_work) {
    DIR *list = fdopendir(directory);
    struct dirent *item;
    if (!list) {
        close(directory);
        return;
    }
    while ((item = readdir(list))) {
        char path[PATH_MAX];
        struct stat st;
        if (!strcmp(item->d_name, ".") || !strcmp(item->d_name, "..")) continue;
        if (depth == MAX_DEPTH ||
            snprintf(path, sizeof path, "%s%s%s", below, *below ? "/" : "", item->d_name) >= (int)sizeof path) {
            p->omitted = true;
            break;
        }
        if (fstatat(dirfd(list), item->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0) continue;
        if (S_ISREG(st.st_mode)) pack_file(p, dirfd(list), item->d_name, path, in_work);
        bool whole = in_work && (p->stage->order.flags & FLAG_KEEP_WORK);
        if (S_ISLNK(st.st_mode) && whole) pack_link(p, dirfd(list), item->d_name, path);
        if (S_ISDIR(st.st_mode)) {
            int child = openat(dirfd(list), item->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (whole) emit(p, 'd', &st, path, 0);
            if (child >= 0) pack_tree(p, child, path, depth + 1, in_work);
        }
    }
    closedir(list);
}

bool needs_packing(const struct stage *stage) {
    return (stage->order.flags & (FLAG_KEEP_WORK | FLAG_OBSERVE_FILES)) || stage->patterns[0];
}

// `directory` is the box: workspace, tmp and shm.
bool pack(struct stage *stage, int directory) {
    static const char *const folders[][2] = {{"workspace", WORK}, {"tmp", "/tmp"}, {"shm", "/dev/shm"}};
    struct packer p = {.stage = stage, .room = stage->order.limits.collect_bytes};
    for (int i = 0; i < 3; i++) {
        if (i > 0 && !(stage->order.flags & FLAG_OBSERVE_FILES)) break;
        int fd = openat(directory, folders[i][0], O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        p.prefix = folders[i][1];
        if (fd >= 0) pack_tree(&p, fd, "", 0, i == 0);
    }
    if (p.failed) fail(stage->fds[FD_REPORT], "pack");
    return !p.omitted;
}
