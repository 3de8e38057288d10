
// Only if the tests use a framework, before them: the results of its tests. The framework's own part follows.
#include <setjmp.h>
#include <stddef.h>

#define BENCHWRIGHT_FRAMEWORK
#define benchwright_run_framework() 0
#define benchwright_run_by_framework(call) (call)
#define benchwright_counts benchwright_units, benchwright_skipped_units

static unsigned benchwright_units, benchwright_failed_units, benchwright_skipped_units, benchwright_sent_bytes;
static jmp_buf *benchwright_attempt; // where a check of soft tests goes that fails

static void benchwright_finished(const char *name, const char *status, const char *file, unsigned line,
                                 const char *message) {
    struct benchwright_line report = {.size = 0};
    benchwright_add(&report, benchwright_nonce, '\t');
    benchwright_add(&report, "unit", '\t');
    benchwright_add(&report, name, '\t');
    benchwright_add(&report, status, '\t');
    if (line) {
        benchwright_add(&report, file, ':');
        benchwright_add_number(&report, line, 0);
    }
    benchwright_add(&report, "", '\t');
    benchwright_add(&report, message, '\n');
    // Of a long list only the beginning fits into the pipe.
    if (++benchwright_units <= 200 && benchwright_sent_bytes + report.size < 40000) {
        benchwright_sent_bytes += report.size;
        benchwright_send(&report);
    }
    benchwright_skipped_units += *status == 's';
    if (*status == 'f' && benchwright_failed_units++ == 0)
        benchwright_fail("assertion", name, line ? file : (char *)0, line, message);
}

