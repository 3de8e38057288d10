
// Only if the tests use a framework, before them: what it reports of its tests, by way of the file in `frameworks`.
#define BENCHWRIGHT_FRAMEWORK
#define benchwright_run_framework benchwright_BENCHWRIGHT_NAME_run
#define benchwright_run_by_framework(call) (benchwright_BENCHWRIGHT_NAME_watch(), benchwright_driver::settled(call))
#define benchwright_counts benchwright_driver::units, benchwright_driver::skipped_units
#undef CATCH_CONFIG_DISABLE
#undef CATCH_CONFIG_PREFIX_ALL
#undef DOCTEST_CONFIG_DISABLE

extern "C" {
void benchwright_BENCHWRIGHT_NAME_watch();
int benchwright_BENCHWRIGHT_NAME_run();
}

namespace benchwright_driver {

static unsigned units, failed_units, skipped_units, sent_bytes;
static bool test_failed, told, excused;
static char place_file[200], first_message[201];
static unsigned place_line;

// A check of soft tests, which may fail without consequences.
struct Attempt {
    static inline Attempt *current;
    Attempt *outer = current;
    bool failed = false;
    Attempt() { current = this; }
    ~Attempt() { current = outer; }
};

static void copy(char *target, const char *text, unsigned size) {
    unsigned i = 0;
    for (; text && text[i] && i + 1 < size; i++) target[i] = text[i];
    target[i] = 0;
}

// The framework returns a status other than 0 also where only attempts failed.
static int settled(int status) {
    if (units == 0 && status == 0) status = benchwright_BENCHWRIGHT_NAME_run();
    return excused && failed_units == 0 ? 0 : status;
}

} // namespace benchwright_driver

// The first of a test's failed checks counts.
extern "C" void benchwright_failed(const char *file, unsigned line, const char *message) {
    using namespace benchwright_driver;
    if (Attempt::current) {
        Attempt::current->failed = excused = true;
    } else if (!test_failed) {
        test_failed = true;
        place_line = file ? line : 0;
        copy(place_file, file, sizeof place_file);
        copy(first_message, message, sizeof first_message);
    }
}

// Of a long list only the beginning fits into the pipe. A test may be meant to fail.
extern "C" void benchwright_finished(const char *name, bool skipped, bool may_fail, bool should_fail) {
    using namespace benchwright_driver;
    bool failed = should_fail ? !test_failed : test_failed && !may_fail;
    const char *status = failed ? "failed" : skipped ? "skipped" : "passed";
    units++;
    failed_units += failed;
    skipped_units += !failed && skipped;
    Line report;
    report.add(nonce).next().add("unit").next().add(name).next().add(status).next();
    if (failed && place_line) report.add(place_file).add(":").number(place_line);
    report.next().add(failed ? first_message : "");
    if (units <= 200 && sent_bytes + report.size < 40000) {
        sent_bytes += report.size;
        report.send();
    }
    if (failed && !told) {
        told = true;
        fail("assertion", name, place_line ? place_file : nullptr, place_line, first_message);
    }
    test_failed = false;
    place_line = 0;
    first_message[0] = 0;
}
