// Catch2's header, with what only its own code can see otherwise, and with names of the next version.
#include_next <catch2/catch.hpp>
#ifndef BENCHWRIGHT_CATCH
#define BENCHWRIGHT_CATCH
extern "C" int benchwright_catch2_run();
namespace benchwright_catch {
struct Session {
    int applyCommandLine(int, const char *const *) { return 0; }
    int run() { return benchwright_catch2_run(); }
    int run(int, const char *const *) { return run(); }
};
} // namespace benchwright_catch
namespace Catch {
#ifndef CATCH_IMPL
using Session = benchwright_catch::Session;
#endif
namespace Matchers {
inline auto ContainsSubstring(const std::string &part, CaseSensitive::Choice choice = CaseSensitive::Yes) {
    return Contains(part, choice);
}
} // namespace Matchers
} // namespace Catch
#define STATIC_CHECK STATIC_REQUIRE
#endif
