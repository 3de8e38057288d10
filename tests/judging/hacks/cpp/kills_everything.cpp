// hack: kills its parent, everything else it may signal, and then itself.
// verdict: runtime_error
#include <csignal>
#include <string>
#include <unistd.h>

int minutes(const std::string &) {
    kill(getppid(), SIGKILL);
    kill(-1, SIGKILL);
    raise(SIGKILL);
    return -1;
}
std::string clock_text(int) { return "?"; }
int between(const std::string &, const std::string &) { return -1; }
