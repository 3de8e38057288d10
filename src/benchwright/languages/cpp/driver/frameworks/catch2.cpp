// Reports the tests of Catch2, and has its code. Compiled once, with the toolchain.
#include "report.h"
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

namespace {

struct Listener : Catch::TestEventListenerBase {
    using TestEventListenerBase::TestEventListenerBase;

    bool assertionEnded(const Catch::AssertionStats &stats) override {
        const Catch::AssertionResult &result = stats.assertionResult;
        if (!result.isOk()) {
            std::string message = result.hasExpression() ? result.getExpandedExpression() : "";
            if (result.hasMessage()) message += (message.empty() ? "" : ": ") + std::string(result.getMessage());
            Catch::SourceLineInfo place = result.getSourceInfo();
            benchwright_failed(place.file, unsigned(place.line), message.c_str());
        }
        return false;
    }
    void testCaseEnded(const Catch::TestCaseStats &stats) override {
        const Catch::TestCaseInfo &test = stats.testInfo;
        benchwright_finished(test.name.c_str(), false, test.okToFail(), test.expectedToFail());
    }
};

} // namespace

CATCH_REGISTER_LISTENER(Listener)

extern "C" void benchwright_catch2_watch() {}

extern "C" int benchwright_catch2_run() {
    return Catch::Session().run();
}
