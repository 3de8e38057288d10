#include <iostream>
#include <string>
#include <vector>

std::string show(const std::vector<int>& numbers) {
    std::string text;
    for (int number : numbers) {
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    }
    return "[" + text + "]";
}

void testInput(const std::vector<int>& numbers, int limit) {
    std::cout << show(numbers) << " " << limit << " -> " << show(runningTotals(numbers, limit)) << "\n";
}

int main() {
    testInput({3, 4, 5}, 6);
    testInput({10, -4, 2}, 5);
    testInput({5, 5, 5}, 5);
    return 0;
}
