// Preloaded into an interpreter to be kept warm. When it first opens the script it was started with, it is initialised
// exactly as for a fresh run. At that point it starts to serve runs, and every run is a fork that continues from that open.
#include "run.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static char script[512], preload[1024];

__attribute__((constructor)) static void arm(void) {
    const char *wanted = getenv("BENCHWRIGHT_WARM");
    if (!wanted) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    snprintf(script, sizeof script, "%s", wanted);
    const char *modules = getenv("BENCHWRIGHT_PRELOAD");
    if (modules) snprintf(preload, sizeof preload, "%s", modules);
    // The program must see the environment that it was given, and start other programs without this library.
    static const char *const ours[] = {"BENCHWRIGHT_WARM", "BENCHWRIGHT_PRELOAD", "LD_PRELOAD"};
    for (int i = 0; i < 3; i++) {
        char *value = getenv(ours[i]);
        unsetenv(ours[i]);
        // /proc/self/environ shows the original text, where these variables come last.
        size_t name_bytes = strlen(ours[i]) + 1;
        if (value) memset(value - name_bytes, 0, name_bytes + strlen(value));
    }
}

static void *symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

// Python: import what future programs will import, then exclude all existing objects from garbage collection. At the end
// of a run the collector visits every object, which would copy every page of the warm heap, and these objects hold
// nothing of the program's.
static void prepare_python(void) {
    int (*ensure)(void) = symbol("PyGILState_Ensure");
    void (*release)(int) = symbol("PyGILState_Release");
    void *(*import)(const char *) = symbol("PyImport_ImportModule");
    void *(*call)(void *, const char *, const char *, ...) = symbol("PyObject_CallMethod");
    void *(*modules)(void) = symbol("PyImport_GetModuleDict");
    int (*forget)(void *, const char *) = symbol("PyDict_DelItemString");
    if (!ensure || !release || !import || !call || !modules || !forget) return;
    int state = ensure();
    for (char *rest = preload, *name; (name = strsep(&rest, ","));)
        if (*name && !import(name)) _exit(70); // every run then starts fresh
    void *collector = import("gc");
    if (collector) {
        call(collector, "freeze", NULL);
        forget(modules(), "gc"); // a fresh interpreter has not imported it
    }
    release(state);
}

static void reached(const char *path) {
    if (!script[0] || !path || strcmp(path, script)) return;
    script[0] = 0;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    prepare_python();
    serve_as_zygote(SLOT_SOCKET);
}

#define REAL(name)                                                                                                    \
    ({                                                                                                                 \
        static __typeof__(&name) real;                                                                                 \
        if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                                  \
        real;                                                                                                          \
    })

EXPORT FILE *fopen(const char *path, const char *mode) {
    reached(path);
    return REAL(fopen)(path, mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode) {
    reached(path);
    return REAL(fopen64)(path, mode);
}

static mode_t mode_of(int flags, va_list list) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; }

EXPORT int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    reached(path);
    return REAL(open)(path, flags, mode);
}

EXPORT int open64(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    reached(path);
    return REAL(open64)(path, flags, mode);
}
