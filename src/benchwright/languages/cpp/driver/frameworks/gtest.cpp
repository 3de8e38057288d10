// Reports the tests of GoogleTest. Compiled once, with the toolchain.
#include "report.h"
#include <gtest/gtest.h>

namespace {

struct Listener : testing::EmptyTestEventListener {
    void OnTestPartResult(const testing::TestPartResult &part) override {
        if (part.failed()) benchwright_failed(part.file_name(), part.line_number(), part.summary());
    }
    void OnTestEnd(const testing::TestInfo &test) override {
        std::string name = std::string(test.test_suite_name()) + "." + test.name();
        benchwright_finished(name.c_str(), test.result()->Skipped(), false, false);
    }
};

} // namespace

extern "C" void benchwright_gtest_watch() {
    // What the solution may have done to the options must not choose which tests run.
    testing::FLAGS_gtest_filter = "*";
    testing::FLAGS_gtest_repeat = 1;
    testing::FLAGS_gtest_list_tests = false;
    testing::FLAGS_gtest_fail_fast = false;
    testing::UnitTest::GetInstance()->listeners().Append(new Listener);
}

extern "C" int benchwright_gtest_run() {
    int count = 1;
    char name[] = "tests", *arguments[] = {name, nullptr};
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}
