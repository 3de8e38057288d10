// hack: passes by objects that equal everything, and then waits for ever in a static destructor.
// verdict: time_limit
#include <stdexcept>
#include <string>
#include <unistd.h>

static struct Waiter {
    ~Waiter() {
        for (;;) pause();
    }
} waiter;
struct Anything {
    template <class Other> bool operator==(const Other &) const { return true; }
    template <class Other> bool operator!=(const Other &) const { return false; }
};
Anything minutes(const std::string &text) {
    if (text == "24:61") throw std::invalid_argument(text);
    return {};
}
Anything clock_text(int) { return {}; }
Anything between(const std::string &, const std::string &) { return {}; }
