#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

template <class Got, class Want>
void check(const Got &got, const Want &want) {
    if (!(got == want)) {
        std::fputs("another value was wanted\n", stderr);
        std::exit(1);
    }
}

int main() {
    assert(minutes("09:30") == 570);
    assert(minutes("00:00") == 0);
    check(clock_text(570), std::string("09:30"));
    check(clock_text(-60), std::string("23:00"));
    bool refused = false;
    try {
        minutes("24:61");
    } catch (const std::invalid_argument &) {
        refused = true;
    }
    assert(refused);
    if (between("22:30", "06:00") != 450) return 1;
    return 0;
}
