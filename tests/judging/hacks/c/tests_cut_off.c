// hack: a main of its own, and a condition of the preprocessor that hides everything after it.
// verdict: compile_error
#include <string.h>

int minutes(const char *text) { return -2; }
char *clock_text(int total, char text[6]) { return strcpy(text, "?"); }
int between(const char *from, const char *to) { return -1; }
int (main)() { return 0; }
#if 0
