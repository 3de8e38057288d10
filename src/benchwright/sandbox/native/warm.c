// Preloaded into an interpreter to be kept warm. When it first opens the script it was started with, it is initialised
// exactly as for a fresh run. At that point it starts to serve runs, and every run is a fork that continues from that open.
// Some interpreters open the script earlier: they get a placeholder, and serve runs when they read it.
#include "run.h"
#include "warm.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <dlfcn.h>

#define EXPORT __attribute__((visibility("default")))
#define REAL(name)                                                                                                    \
    ({                                                                                                                 \
        static __typeof__(&name) real;                                                                                 \
        if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                                  \
        real;                                                                                                          \
    })

static bool waiting; // from the start of the interpreter until a run continues
static char script[512], preload[1024], shown[1024];
static bool may_own; // descriptors; their numbers depend on whether the run has a message
static char *command;
static size_t command_bytes;
// Of an interpreter that opens its script before it is initialised.
static int early = -1;
static FILE *early_stream;
static bool rewound;

static void take(const char *name, char *to, size_t room) {
    const char *value = getenv(name);
    if (value) snprintf(to, room, "%s", value);
}

// The program must see the environment that it was given, and start other programs without this library.
static void hide_variables(void) {
    static const char *const ours[] = {"BENCHWRIGHT_WARM",    "BENCHWRIGHT_PROGRAM", "BENCHWRIGHT_SHOWN",
                                       "BENCHWRIGHT_MESSAGE", "BENCHWRIGHT_PRELOAD", "LD_PRELOAD"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        char *value = getenv(ours[i]);
        unsetenv(ours[i]);
        // /proc/self/environ shows the original text, where these variables come last.
        size_t name_bytes = strlen(ours[i]) + 1;
        if (value) memset(value - name_bytes, 0, name_bytes + strlen(value));
    }
}

// Some commands start the interpreter through other programs, which must pass the variables on.
static bool is_interpreter(void) {
    char path[512] = {0};
    const char *wanted = getenv("BENCHWRIGHT_PROGRAM");
    if (!wanted || !*wanted) return true;
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0) return false;
    const char *name = strrchr(path, '/');
    return name && !strcmp(name + 1, wanted);
}

__attribute__((constructor)) static void arm(int argc, char **argv, char **environment) {
    (void)environment;
    if (!getenv("BENCHWRIGHT_WARM")) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // In a run with a message these are its pipes, so the interpreter's own descriptors come after them.
    const char *message = getenv("BENCHWRIGHT_MESSAGE");
    if (message && *message == '1')
        for (int fd = 3; fd <= 4; fd++)
            if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd) _exit(70);
    if (!is_interpreter()) return;
    take("BENCHWRIGHT_WARM", script, sizeof script);
    take("BENCHWRIGHT_PRELOAD", preload, sizeof preload);
    take("BENCHWRIGHT_SHOWN", shown, sizeof shown);
    may_own = message;
    hide_variables();
    command = argv[0];
    command_bytes = (size_t)(argv[argc - 1] + strlen(argv[argc - 1]) + 1 - argv[0]);
    waiting = true;
}

// If the command of a fresh run is another one, /proc/self/cmdline shows that.
static void show_command(void) {
    size_t bytes = strlen(shown);
    if (!bytes || bytes >= command_bytes) return;
    memset(command, 0, command_bytes);
    for (size_t i = 0; i < bytes; i++) command[i] = shown[i] == '\n' ? 0 : shown[i];
}

// Serves runs; returns in each of them.
static void stop(int placeholder) {
    const struct interpreter *this = find_interpreter();
    int error = errno;
    sigset_t blocked;
    if (this->prepare) this->prepare(preload);
    if (!note_resources(placeholder, may_own)) _exit(70); // every run then starts fresh
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    int report = serve_as_zygote(ZYGOTE_SOCKET);
    waiting = false;
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    if (!renew_resources()) fail(report, "warm interpreter did not start");
    close(report);
    show_command();
    if (this->resume) this->resume();
    errno = error;
}

static bool is_script(const char *path) { return waiting && path && !strcmp(path, script); }

static bool is_ready(void) {
    const struct interpreter *this = find_interpreter();
    return !this->is_ready || this->is_ready();
}

static int placeholder(void) {
    int fd = memfd_create("script", MFD_CLOEXEC);
    // Ruby reads a byte to see whether the first line names an interpreter.
    if (fd < 0 || write(fd, " ", 1) != 1 || lseek(fd, 0, SEEK_SET) != 0) _exit(70);
    return fd;
}

static mode_t mode_of(int flags, va_list list) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; }

// Returns a descriptor to use in place of the file, or -1.
static int before_open(const char *path) {
    if (!waiting) return -1;
    if (early >= 0 && !rewound) {
        // The first library that it loads: from here on it can run code.
        rewound = true;
        if (!rewind_ruby(script)) _exit(70);
    }
    if (!is_script(path)) return -1;
    if (!is_ready()) return early = placeholder();
    stop(-1);
    return -1;
}

EXPORT int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    int fd = before_open(path);
    return fd >= 0 ? fd : REAL(open)(path, flags, mode);
}

EXPORT int open64(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    int fd = before_open(path);
    return fd >= 0 ? fd : REAL(open64)(path, flags, mode);
}

EXPORT ssize_t read(int fd, void *to, size_t bytes) {
    if (waiting && fd == early && rewound) {
        stop(early);
        int found = REAL(open)(script, O_RDONLY | O_CLOEXEC);
        if (found != early && found >= 0) {
            dup3(found, early, O_CLOEXEC);
            close(found);
        }
    }
    return REAL(read)(fd, to, bytes);
}

static bool stops_at(const char *path) {
    if (!is_script(path)) return false;
    if (!is_ready()) return true;
    stop(-1);
    return false;
}

EXPORT FILE *fopen(const char *path, const char *mode) {
    if (stops_at(path)) return early_stream = REAL(fopen)("/dev/null", mode);
    return REAL(fopen)(path, mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode) {
    if (stops_at(path)) return early_stream = REAL(fopen64)("/dev/null", mode);
    return REAL(fopen64)(path, mode);
}

EXPORT char *fgets(char *line, int size, FILE *stream) {
    if (waiting && stream && stream == early_stream) {
        stop(fileno(stream));
        if (!freopen(script, "r", stream)) return NULL;
    }
    return REAL(fgets)(line, size, stream);
}

// The main process of a run has pid 2 in its namespace. An interpreter that remembers its pid must find this one.
EXPORT pid_t getpid(void) { return waiting ? 2 : REAL(getpid)(); }

// The folder would be missing in each run, where /tmp is another one.
EXPORT char *mkdtemp(char *template) { return waiting ? template : REAL(mkdtemp)(template); }

EXPORT int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer) {
    int result = REAL(timer_create)(clock, event, timer);
    if (waiting && result == 0) note_timer(clock, event, *timer);
    return result;
}
