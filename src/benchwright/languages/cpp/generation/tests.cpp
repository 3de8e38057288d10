#include <cassert>
#include <vector>

int main() {
    assert(runningTotals({3, 4, 5}, 6) == (std::vector<int>{3, 7, 5}));
    assert(runningTotals({10, -4, 2}, 5) == (std::vector<int>{10, -4, -2}));
    assert(runningTotals({5, 5, 5}, 5) == (std::vector<int>{5, 10, 5}));
    return 0;
}
