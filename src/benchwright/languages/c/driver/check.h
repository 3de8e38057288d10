#include <stdlib.h>
#include <string.h>
#include <check.h>

// What was added to which test case: results name only the case.
static struct {
    const TCase *test_case;
    const char *name, *test;
    int runs;
} benchwright_added[1000];
static unsigned benchwright_additions;

static TCase *benchwright_tcase(const char *name) {
    TCase *test_case = tcase_create(name);
    if (benchwright_additions < 1000) {
        benchwright_added[benchwright_additions].test_case = test_case;
        benchwright_added[benchwright_additions++].name = name;
    }
    return test_case;
}

static void benchwright_add_test(TCase *test_case, const TTest *test, int signal, int status, int start, int end) {
    for (unsigned i = 0, known = benchwright_additions; i < known && known < 1000; i++) {
        if (benchwright_added[i].test_case != test_case) continue;
        benchwright_added[benchwright_additions] = benchwright_added[i];
        benchwright_added[benchwright_additions].test = test->name;
        benchwright_added[benchwright_additions++].runs = end - start;
        break;
    }
    _tcase_add_test(test_case, test, signal, status, start, end);
}

static const char *benchwright_test_of(const char *name) {
    for (unsigned i = 0; i < benchwright_additions; i++) {
        if (benchwright_added[i].runs > 0 && strcmp(benchwright_added[i].name, name) == 0) {
            benchwright_added[i].runs--;
            return benchwright_added[i].test;
        }
    }
    return name;
}

static void benchwright_check_run(SRunner *runner, const char *suite, const char *test_case, enum print_output mode) {
    srunner_run(runner, suite, test_case, mode);
    TestResult **results = srunner_results(runner);
    for (int i = 0; i < srunner_ntests_run(runner); i++) {
        int failed = tr_rtype(results[i]) != CK_PASS;
        benchwright_finished(benchwright_test_of(tr_tcname(results[i])), failed ? "failed" : "passed",
                             tr_lfile(results[i]), failed ? (unsigned)tr_lno(results[i]) : 0,
                             failed ? tr_msg(results[i]) : "");
    }
    free(results);
}

#define tcase_create benchwright_tcase
#define _tcase_add_test benchwright_add_test
#define srunner_run benchwright_check_run
#define srunner_run_all(runner, mode) benchwright_check_run(runner, NULL, NULL, mode)
#define _ck_assert_failed(...) \
    (benchwright_attempt ? longjmp(*benchwright_attempt, 1) : _ck_assert_failed(__VA_ARGS__))
