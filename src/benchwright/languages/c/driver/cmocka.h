#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

void *benchwright_libc_dlsym(void *, const char *) __asm__("dlsym");

static struct {
    const struct CMUnitTest *tests;
    size_t number, running;
    const char *status, *file;
    int line;
} benchwright_group;

// What cmocka calls where a check fails, in place of its own function.
void _fail(const char *const file, const int line) {
    if (benchwright_attempt) longjmp(*benchwright_attempt, 1);
    benchwright_group.file = file;
    benchwright_group.line = line;
    void (*usual)(const char *, int) = (void (*)(const char *, int))benchwright_libc_dlsym((void *)-1L, "_fail");
    usual(file, line);
    __builtin_unreachable();
}

static void benchwright_note(void) {
    if (benchwright_group.running == 0) return;
    benchwright_finished(benchwright_group.tests[benchwright_group.running - 1].name, benchwright_group.status,
                         benchwright_group.file, (unsigned)benchwright_group.line, "");
}

static int benchwright_setup(void **state) {
    benchwright_note();
    const struct CMUnitTest *test = &benchwright_group.tests[benchwright_group.running++];
    benchwright_group.status = "failed";
    benchwright_group.line = 0;
    return test->setup_func ? test->setup_func(state) : 0;
}

static void benchwright_test(void **state) {
    // Only `skip` leaves a test without a return or a failed check.
    benchwright_group.status = "skipped";
    benchwright_group.tests[benchwright_group.running - 1].test_func(state);
    benchwright_group.status = "passed";
}

static int benchwright_teardown(void **state) {
    const struct CMUnitTest *test = &benchwright_group.tests[benchwright_group.running - 1];
    if (benchwright_group.line) benchwright_group.status = "failed";
    int result = test->teardown_func ? test->teardown_func(state) : 0;
    if (result) benchwright_group.status = "failed";
    return result;
}

// Runs the tests, each between functions of our own.
static int benchwright_cmocka_group(const char *name, const struct CMUnitTest *tests, size_t number,
                                    CMFixtureFunction setup, CMFixtureFunction teardown) {
    struct CMUnitTest *watched = malloc((number + 1) * sizeof *watched);
    for (size_t i = 0; i < number; i++) {
        watched[i] = tests[i];
        watched[i].test_func = benchwright_test;
        watched[i].setup_func = benchwright_setup;
        watched[i].teardown_func = benchwright_teardown;
    }
    benchwright_group.tests = tests;
    benchwright_group.running = 0;
    int failed = _cmocka_run_group_tests(name, watched, number, setup, teardown);
    benchwright_note();
    free(watched);
    return failed;
}

#define _cmocka_run_group_tests benchwright_cmocka_group
