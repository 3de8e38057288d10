// What each interpreter needs before the first run and in each run. Its functions are looked up when they are needed,
// because the same library is loaded into all of them.
#include "warm.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static void *symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

// Import what future programs will import, then exclude all existing objects from garbage collection. At the end of a run
// the collector visits every object, which would copy every page of the warm heap, and these objects hold nothing of the
// program's.
static void prepare_python(char *modules) {
    int (*ensure)(void) = symbol("PyGILState_Ensure");
    void (*release)(int) = symbol("PyGILState_Release");
    void *(*import)(const char *) = symbol("PyImport_ImportModule");
    void *(*call)(void *, const char *, const char *, ...) = symbol("PyObject_CallMethod");
    void *(*loaded)(void) = symbol("PyImport_GetModuleDict");
    int (*forget)(void *, const char *) = symbol("PyDict_DelItemString");
    if (!ensure || !release || !import || !call || !loaded || !forget) return;
    int state = ensure();
    for (char *rest = modules, *name; (name = strsep(&rest, ","));)
        if (*name && !import(name)) _exit(70); // every run then starts fresh
    void *collector = import("gc");
    if (collector) {
        call(collector, "freeze", NULL);
        forget(loaded(), "gc"); // a fresh interpreter has not imported it
    }
    release(state);
}

// Ruby before 3.4 opens its script and reads its first byte before it loads RubyGems, which takes most of its start.
static bool is_ruby_ready(void) {
    int (*is_defined)(unsigned long, unsigned long) = symbol("rb_const_defined");
    unsigned long (*intern)(const char *) = symbol("rb_intern"), *object = symbol("rb_cObject");
    return is_defined && intern && object && is_defined(*object, intern("Gem"));
}

bool rewind_ruby(const char *script) {
    unsigned long (*eval)(const char *, int *) = symbol("rb_eval_string_protect");
    char text[640];
    int failed = 1;
    snprintf(text, sizeof text, "ObjectSpace.each_object(File) { |file| file.rewind if file.path == '%s' }", script);
    if (eval) eval(text, &failed);
    return !failed;
}

static void *require_ruby(void *modules) {
    unsigned long (*eval)(const char *, int *) = symbol("rb_eval_string_protect");
    int failed = 0;
    char text[256];
    for (char *rest = modules, *name; (name = strsep(&rest, ","));) {
        if (!*name) continue;
        snprintf(text, sizeof text, "require '%s'", name);
        eval(text, &failed);
        if (failed) _exit(70);
    }
    return NULL;
}

static void prepare_ruby(char *modules) {
    void *(*with_lock)(void *(*)(void *), void *) = symbol("rb_thread_call_with_gvl");
    int (*has_lock)(void) = symbol("ruby_thread_has_gvl_p");
    if (!with_lock || !has_lock) _exit(70);
    if (!*modules) return;
    if (has_lock()) require_ruby(modules);
    else with_lock(require_ruby, modules); // it is reading its script
}

static void resume_ruby(void) {
    void (*reseed)(void) = symbol("rb_reset_random_seed");
    if (reseed) reseed();
}

// R loads most functions of its packages when they are first used. Almost every program uses those that compile its
// functions. The collection moves everything that exists to the generation that later ones do not visit.
static const char r_sample[] =
    "local({ sample <- function(x) { for (i in x) if (i > 1 && TRUE) x[i] <- -i else next; while (FALSE) 1; repeat break; "
    "l <- list(); l$a <- switch('a', a = 1, 2); tryCatch(x[[1]] + 2 * 3, error = function(e) NULL); function(y) !y }; "
    "for (n in 1:3) sample(1:2); compiler::cmpfun(sample); for (n in 1:3) gc() })";

static bool is_r_ready(void) { return false; } // it opens its script before it loads the base packages

static void prepare_r(char *modules) {
    void *(*eval)(const char *, void *) = symbol("R_ParseEvalString");
    void **base = symbol("R_BaseEnv");
    if (!eval || !base || !symbol("R_reInitTempDir") || !symbol("R_TempDir")) _exit(70);
    char text[256];
    eval(r_sample, *base); // if it fails, R exits
    for (char *rest = modules, *name; (name = strsep(&rest, ","));) {
        if (!*name) continue;
        snprintf(text, sizeof text, "loadNamespace('%s')", name);
        eval(text, *base);
    }
}

static void resume_r(void) {
    char **folder = symbol("R_TempDir");
    void (*make_folder)(int) = symbol("R_reInitTempDir");
    void (*start_clock)(void) = symbol("R_setStartTime");
    unsigned seed;
    *folder = NULL;
    make_folder(1);
    if (start_clock) start_clock();
    // R seeds the C library's numbers, which name its temporary files.
    if (getrandom(&seed, sizeof seed, 0) == sizeof seed) srand(seed);
}

const struct interpreter *find_interpreter(void) {
    static const struct interpreter known[] = {
        {.symbol = "PyGILState_Ensure", .prepare = prepare_python},
        {.symbol = "rb_eval_string_protect", .is_ready = is_ruby_ready, .prepare = prepare_ruby, .resume = resume_ruby},
        {.symbol = "R_ParseEvalString", .is_ready = is_r_ready, .prepare = prepare_r, .resume = resume_r},
        {.symbol = NULL},
    };
    const struct interpreter *found = known;
    while (found->symbol && !symbol(found->symbol)) found++;
    return found;
}
