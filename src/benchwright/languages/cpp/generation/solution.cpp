#include <vector>

// The running totals; after one that exceeds the limit, the next starts from 0.
std::vector<int> runningTotals(const std::vector<int>& numbers, int limit) {
    std::vector<int> totals;
    int total = 0;
    for (int number : numbers) {
        total += number;
        totals.push_back(total);
        if (total > limit) {
            total = 0;
        }
    }
    return totals;
}
