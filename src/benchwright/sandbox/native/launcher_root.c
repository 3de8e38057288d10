#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The root blob is a list of (kind, first, second), each NUL-terminated:
//   B source place   read-only bind      V source place   device
//   L target place   symlink             F content place  small file      D - place  directory      H - place  hidden folder
//   N note -         no effect, but makes roots with different notes distinct

static void make_parents(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0755);
        *slash = '/';
    }
}

static void make_place(const char *source, char *place) {
    struct stat st;
    if (stat(source, &st) == 0 && S_ISDIR(st.st_mode)) {
        mkdir(place, 0755);
        return;
    }
    int fd = open(place, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (fd >= 0) close(fd);
}

static void bind_place(int socket, const char *source, char *place, bool device) {
    char from[PATH_MAX];
    snprintf(from, sizeof from, "/old%s", source);
    make_place(from, place);
    if (mount(from, place, NULL, MS_BIND | MS_REC, NULL) < 0) fail(socket, "bind %s", source);
    // Writing to a device does not write to its file system, so read-only works for both.
    uint64_t special = device ? MOUNT_ATTR_NOEXEC : MOUNT_ATTR_NODEV;
    struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOSUID | MOUNT_ATTR_RDONLY | special};
    if (syscall(SYS_mount_setattr, AT_FDCWD, place, AT_RECURSIVE, &attributes, sizeof attributes) < 0)
        fail(socket, "read-only %s", source);
}

static void make_file(int socket, const char *content, const char *place) {
    int fd = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0 || !write_all(fd, content, strlen(content))) fail(socket, "write %s", place);
    close(fd);
}

static void add_place(int socket, char kind, const char *first, const char *second) {
    char place[PATH_MAX];
    if (kind == 'N') return;
    snprintf(place, sizeof place, "/new%s", second);
    make_parents(place);
    switch (kind) {
    case 'B': bind_place(socket, first, place, false); break;
    case 'V': bind_place(socket, first, place, true); break;
    case 'L':
        if (symlink(first, place) < 0) fail(socket, "symlink %s", second);
        break;
    case 'F': make_file(socket, first, place); break;
    case 'D': mkdir(place, 0755); break;
    case 'H':
        if (mount("hidden", place, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "size=4k,mode=755") < 0)
            fail(socket, "hide %s", second);
        break;
    default: errno = EINVAL; fail(socket, "root entry");
    }
}

static void start_over(int socket) {
    // A tmpfs on /tmp becomes the root, so that nothing is ever created in the host's file system.
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) fail(socket, "private mounts");
    if (mount("root", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") < 0) fail(socket, "mount base");
    if (mkdir("/tmp/old", 0755) < 0 || mkdir("/tmp/new", 0755) < 0) fail(socket, "mkdir base");
    if (mount("root", "/tmp/new", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") < 0) fail(socket, "mount root");
    if (syscall(SYS_pivot_root, "/tmp", "/tmp/old") < 0) fail(socket, "pivot_root base");
    if (chdir("/") < 0) fail(socket, "chdir");
}

static void enter(int socket) {
    // A run can mount its new /proc only if one is already visible; it then covers this one.
    mkdir("/new/proc", 0755);
    if (mount("/old/proc", "/new/proc", NULL, MS_BIND | MS_REC, NULL) < 0) fail(socket, "bind proc");
    if (chdir("/new") < 0 || syscall(SYS_pivot_root, ".", ".") < 0) fail(socket, "pivot_root");
    if (umount2(".", MNT_DETACH) < 0) fail(socket, "leave host");
    if (chdir("/") < 0) fail(socket, "chdir");
    if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) < 0)
        fail(socket, "read-only root");
}

void build_root(int socket, char *root, size_t bytes) {
    umask(022);
    start_over(socket);
    for (char *at = root, *end = root + bytes; at < end;) {
        char kind = *at, *first = at + 2, *second = first + strlen(first) + 1;
        add_place(socket, kind, first, second);
        at = second + strlen(second) + 1;
    }
    enter(socket);
}
