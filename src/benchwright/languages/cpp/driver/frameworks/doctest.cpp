// Reports the tests of doctest, and has its code. Compiled once, with the toolchain.
#include "report.h"
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

namespace {

struct Listener : doctest::IReporter {
    const doctest::TestCaseData *test = nullptr;

    explicit Listener(const doctest::ContextOptions &) {}

    void report_query(const doctest::QueryData &) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats &) override {}
    void test_case_start(const doctest::TestCaseData &started) override { test = &started; }
    void test_case_reenter(const doctest::TestCaseData &) override {}
    void test_case_end(const doctest::CurrentTestCaseStats &stats) override {
        using namespace doctest::TestCaseFailureReason;
        if (stats.failure_flags & (Crash | Timeout)) benchwright_failed(test->m_file.c_str(), test->m_line, "");
        benchwright_finished(test->m_name, false, test->m_may_fail, test->m_should_fail);
    }
    void test_case_exception(const doctest::TestCaseException &error) override {
        benchwright_failed(test->m_file.c_str(), test->m_line, error.error_string.c_str());
    }
    void subcase_start(const doctest::SubcaseSignature &) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData &check) override {
        if (!check.m_failed || check.m_at & doctest::assertType::is_warn) return;
        const doctest::String &message = check.m_threw ? check.m_exception : check.m_decomp;
        benchwright_failed(check.m_file, unsigned(check.m_line), message.size() ? message.c_str() : check.m_expr);
    }
    void log_message(const doctest::MessageData &message) override {
        if (message.m_severity & doctest::assertType::is_warn) return;
        benchwright_failed(message.m_file, unsigned(message.m_line), message.m_string.c_str());
    }
    void test_case_skipped(const doctest::TestCaseData &skipped) override {
        benchwright_finished(skipped.m_name, true, false, false);
    }
};

} // namespace

REGISTER_LISTENER("benchwright", 1, Listener);

extern "C" void benchwright_doctest_watch() {}

extern "C" int benchwright_doctest_run() {
    return doctest::Context().run();
}
