// The file system that programs see. Folders of the host are shown through an overlay, which gives each slot its own inodes:
// locks, leases and notifications on a shared file then reach only the runs of that slot, and never the host.
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The root blob is a list of (kind, first, second), each NUL-terminated:
//   B source place   read-only folder or file      V source place   device
//   L target place   symlink             F content place  small file      D - place  directory      H - place  hidden folder
//   N note -         no effect, but makes roots with different notes distinct

enum { MAX_COPY = 256 << 10, MAX_SHOWN = 512 };

// What is mounted in the new root, in this order. An overlay's own user must mount it, or it could not be refreshed.
static struct shown {
    char kind; // 'O' overlay, 'B' bind, 'V' device, 'H' hidden folder
    char from[32];
    char *place;
} shown[MAX_SHOWN];
static int count;

static struct shown *show(int socket, char kind, const char *place) {
    if (count == MAX_SHOWN) fail(socket, "too many mounts");
    struct shown *s = &shown[count];
    *s = (struct shown){.kind = kind, .place = strdup(place)};
    snprintf(s->from, sizeof s->from, "/from/%d", count++);
    if (!s->place) fail(socket, "memory");
    return s;
}

static void make_parents(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0755);
        *slash = '/';
    }
}

static void make_place(const char *place, bool folder) {
    if (folder) {
        mkdir(place, 0755);
        return;
    }
    int fd = open(place, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (fd >= 0) close(fd);
}

static void make_file(int socket, const void *content, size_t bytes, const char *place) {
    int fd = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0 || !write_all(fd, content, bytes)) fail(socket, "write %s", place);
    close(fd);
}

static bool copy_file(int socket, const char *from, const char *place) {
    static char content[MAX_COPY + 1];
    size_t bytes = 0;
    ssize_t n;
    int fd = open(from, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    while ((n = read(fd, content + bytes, sizeof content - bytes)) > 0) bytes += (size_t)n;
    close(fd);
    if (n < 0 || bytes > MAX_COPY) return false;
    make_file(socket, content, bytes, place);
    return true;
}

static void keep(int socket, const char *from, const char *place, char kind, bool folder) {
    struct shown *s = show(socket, kind, place);
    make_place(place, folder);
    make_place(s->from, folder);
    if (kind == 'O' && mount(from, s->from, NULL, MS_BIND, NULL) == 0) return;
    // What is mounted inside the folder may not be revealed; then it is shared with the folder.
    if (kind == 'O') s->kind = 'B';
    if (mount(from, s->from, NULL, MS_BIND | MS_REC, NULL) < 0) fail(socket, "bind %s", from + 4);
}

// Undoes the escapes of a path in mountinfo.
static void unescape(char *path) {
    char *to = path;
    for (; *path; path++)
        if (path[0] == '\\' && path[1] && path[2] && path[3]) {
            *to++ = (char)((path[1] - '0') << 6 | (path[2] - '0') << 3 | (path[3] - '0'));
            path += 3;
        } else {
            *to++ = *path;
        }
    *to = 0;
}

// An overlay does not include what is mounted inside its folder.
static void keep_mounts_inside(int socket, const char *folder, const char *place) {
    FILE *list = fopen("/proc/self/mountinfo", "re");
    char *line = NULL, path[PATH_MAX], inside[PATH_MAX];
    size_t room = 0, length = strlen(folder);
    if (!list) fail(socket, "mountinfo");
    while (getline(&line, &room, list) > 0) {
        struct stat st;
        if (sscanf(line, "%*s %*s %*s %*s %4095s", path) != 1) continue;
        unescape(path);
        if (strncmp(path, folder, length) || path[length] != '/' || stat(path, &st) < 0) continue;
        snprintf(inside, sizeof inside, "%s%s", place, path + length);
        keep(socket, path, inside, S_ISDIR(st.st_mode) ? 'O' : 'B', S_ISDIR(st.st_mode));
    }
    free(line);
    fclose(list);
}

static void keep_source(int socket, const char *source, const char *place) {
    struct stat st;
    char from[PATH_MAX];
    snprintf(from, sizeof from, "/old%s", source);
    if (stat(from, &st) < 0) fail(socket, "bind %s", source);
    if (!S_ISDIR(st.st_mode)) {
        if (!S_ISREG(st.st_mode) || !copy_file(socket, from, place)) keep(socket, from, place, 'B', false);
        return;
    }
    int first = count;
    keep(socket, from, place, 'O', true);
    if (shown[first].kind == 'O') keep_mounts_inside(socket, from, place);
}

// Root can create a device of its own. Others share the host's.
static void keep_device(int socket, const char *source, const char *place) {
    struct stat st;
    char from[PATH_MAX];
    snprintf(from, sizeof from, "/old%s", source);
    if (stat(from, &st) < 0) fail(socket, "bind %s", source);
    if (mknod(place, S_IFCHR, st.st_rdev) == 0 && chmod(place, 0666) == 0) return;
    keep(socket, from, place, 'V', false);
}

static void add_place(int socket, char kind, const char *first, const char *second) {
    char place[PATH_MAX];
    if (kind == 'N') return;
    snprintf(place, sizeof place, "/new%s", second);
    make_parents(place);
    switch (kind) {
    case 'B': keep_source(socket, first, place); break;
    case 'V': keep_device(socket, first, place); break;
    case 'L':
        if (symlink(first, place) < 0) fail(socket, "symlink %s", second);
        break;
    case 'F': make_file(socket, first, strlen(first), place); break;
    case 'D': mkdir(place, 0755); break;
    case 'H': show(socket, 'H', place); break;
    default: errno = EINVAL; fail(socket, "root entry");
    }
}

static void start_over(int socket) {
    // A tmpfs on /tmp becomes the root, so that nothing is ever created in the host's file system.
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) fail(socket, "private mounts");
    if (mount("root", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") < 0) fail(socket, "mount base");
    static const char *const folders[] = {"/tmp/old", "/tmp/new", "/tmp/from", "/tmp/empty", "/tmp/proc"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (mkdir(folders[i], 0755) < 0) fail(socket, "mkdir base");
    if (mount("root", "/tmp/new", "tmpfs", MS_NOSUID, "mode=755,size=4m") < 0) fail(socket, "mount root");
    if (syscall(SYS_pivot_root, "/tmp", "/tmp/old") < 0) fail(socket, "pivot_root base");
    if (chdir("/") < 0) fail(socket, "chdir");
    if (mount("/old/proc", "/proc", NULL, MS_BIND | MS_REC, NULL) < 0) fail(socket, "bind proc");
}

void gather_root(int socket, char *root, size_t bytes) {
    umask(022);
    start_over(socket);
    for (char *at = root, *end = root + bytes; at < end;) {
        char kind = *at, *first = at + 2, *second = first + strlen(first) + 1;
        add_place(socket, kind, first, second);
        at = second + strlen(second) + 1;
    }
    mkdir("/new/proc", 0755);
}

static bool mount_overlay(const struct shown *s) {
    char options[96];
    snprintf(options, sizeof options, "lowerdir=/empty:%s,redirect_dir=nofollow", s->from); // one folder alone is refused
    return mount("files", s->place, "overlay", MS_RDONLY | MS_NOSUID | MS_NODEV, options) == 0;
}

static void bind_place(int socket, const struct shown *s) {
    if (mount(s->from, s->place, NULL, MS_BIND | MS_REC, NULL) < 0) fail(socket, "bind %s", s->place + 4);
    // Writing to a device does not write to its file system, so read-only works for both.
    uint64_t special = s->kind == 'V' ? MOUNT_ATTR_NOEXEC : MOUNT_ATTR_NODEV;
    struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOSUID | MOUNT_ATTR_RDONLY | special};
    if (syscall(SYS_mount_setattr, AT_FDCWD, s->place, AT_RECURSIVE, &attributes, sizeof attributes) < 0)
        fail(socket, "read-only %s", s->place + 4);
}

static void mount_shown(int socket, struct shown *s) {
    if (s->kind == 'H') {
        if (mount("hidden", s->place, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "size=4k,mode=755") < 0)
            fail(socket, "hide %s", s->place + 4);
        return;
    }
    if (s->kind == 'O' && mount_overlay(s)) return;
    if (s->kind == 'O') s->kind = 'B'; // a kernel or a file system without overlays
    bind_place(socket, s);
}

static void enter(int socket) {
    // A run can mount its new /proc only if one is already visible; it then covers this one.
    if (mount("/old/proc", "/new/proc", NULL, MS_BIND | MS_REC, NULL) < 0) fail(socket, "bind proc");
    if (chdir("/new") < 0 || syscall(SYS_pivot_root, ".", ".") < 0) fail(socket, "pivot_root");
    if (umount2(".", MNT_DETACH) < 0) fail(socket, "leave host");
    if (chdir("/") < 0) fail(socket, "chdir");
    if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID, NULL) < 0)
        fail(socket, "read-only root");
}

void enter_root(int socket) {
    // A new mount of the root: this user namespace may not move the one that it was given.
    if (mount("/new", "/new", NULL, MS_BIND, NULL) < 0) fail(socket, "bind root");
    for (int i = 0; i < count; i++) mount_shown(socket, &shown[i]);
    enter(socket);
}

void refresh_root(void) {
    // An overlay remembers what it has looked up, even if the host's file has changed since. Remounting makes it forget.
    for (int i = 0; i < count; i++)
        if (shown[i].kind == 'O')
            mount(NULL, shown[i].place + 4, NULL, MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL);
}
