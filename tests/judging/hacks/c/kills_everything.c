// hack: kills its parent, everything else it may signal, and then itself.
// verdict: runtime_error
#include <signal.h>
#include <string.h>
#include <unistd.h>

int minutes(const char *text) {
    kill(getppid(), SIGKILL);
    kill(-1, SIGKILL);
    raise(SIGKILL);
    return -1;
}
char *clock_text(int total, char text[6]) { return strcpy(text, "?"); }
int between(const char *from, const char *to) { return -1; }
