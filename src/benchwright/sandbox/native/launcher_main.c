// benchwright-launcher CLIENT_FD: runs stages in isolation for the process at the other end of the socket.
// There are two processes: the launcher does the work; the guardian waits and cleans up, whatever happens to the launcher.
#include "launcher.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ORPHANS_MS = 10000 };

static _Noreturn void refuse(int client, const char *what) {
    char text[256];
    snprintf(text, sizeof text, "error=%s: %s\n", what, strerror(errno));
    uint32_t length = (uint32_t)strlen(text) + 1;
    char kind = FRAME_HELLO;
    write_all(client, &length, 4);
    write_all(client, &kind, 1);
    write_all(client, text, strlen(text));
    exit(69);
}

// Without root, the launcher becomes root of a new user namespace, which is enough for everything except control groups.
static void gain_namespace(int client) {
    char map[64];
    uid_t uid = geteuid();
    gid_t gid = getegid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0) refuse(client, "user namespaces are not allowed here");
    write_file("/proc/self/setgroups", "deny");
    snprintf(map, sizeof map, "0 %d 1\n", uid);
    write_file("/proc/self/uid_map", map);
    snprintf(map, sizeof map, "0 %d 1\n", gid);
    write_file("/proc/self/gid_map", map);
    if (getuid() != 0 || getgid() != 0) refuse(client, "user namespaces cannot be mapped here");
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) refuse(client, "user namespaces have no power here");
}

static _Noreturn void launcher(pid_t guardian, int client) {
    end_with(guardian);
    if (!privileged) gain_namespace(client);
    else if (unshare(CLONE_NEWNS) < 0) refuse(client, "mount namespace");
    loop(client);
}

static void raise_descriptor_limit(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool can_make_mount_namespace(void) {
    pid_t child = fork();
    int status;
    if (child == 0) _exit(unshare(CLONE_NEWNS) < 0);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

// Kills the children of this process. Their children are then reparented to it.
static void kill_children(void) {
    DIR *list = opendir("/proc");
    struct dirent *item;
    while (list && (item = readdir(list))) {
        pid_t pid = atoi(item->d_name);
        if (pid > 0 && parent_of(pid) == getpid()) kill(pid, SIGKILL);
    }
    if (list) closedir(list);
}

// When the launcher exits, its slots become children of the guardian and die of their parent-death signal. Anything that
// has no such signal, or lost it, is killed here, so that nobody has to wait for it.
static void end_orphans(void) {
    uint64_t deadline = now_ns() + ORPHANS_MS * 1000000ull;
    for (;;) {
        pid_t pid = waitpid(-1, NULL, WNOHANG);
        if (pid > 0 || (pid < 0 && errno == EINTR)) continue;
        if (pid < 0 || now_ns() > deadline) return;
        kill_children();
        struct timespec pause = {0, 2000000};
        nanosleep(&pause, NULL);
    }
}

int main(int argc, char **argv) {
    prctl(PR_SET_NAME, "benchwright"); // started by descriptor, the process would be named after its number
    signal(SIGPIPE, SIG_IGN);
    if (argc == 3 && !strcmp(argv[1], "slot")) {
        signal(SIGPIPE, SIG_DFL);
        slot_main(!strcmp(argv[2], "privileged"));
    }
    if (argc != 2) {
        fprintf(stderr, "usage: benchwright-launcher CLIENT_FD\n");
        return 64;
    }
    int client = 3;
    if (dup2(atoi(argv[1]), client) < 0) return 66;
    fcntl(client, F_SETFD, FD_CLOEXEC);
    close_from(4);
    raise_descriptor_limit();
    privileged = geteuid() == 0 && can_make_mount_namespace();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    cgroups_open();
    pid_t guardian = getpid(), worker = fork();
    if (worker == 0) launcher(guardian, client);
    close(client);
    pid_t ended;
    do ended = wait(NULL); // other children are leftovers of slots
    while (ended != worker && (ended > 0 || errno == EINTR));
    end_orphans();
    cgroups_remove();
    return 0;
}
