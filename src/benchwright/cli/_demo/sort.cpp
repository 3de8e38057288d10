#include <bits/stdc++.h>

int main() {
    std::vector<int> numbers{5, 3, 8, 1, 2};
    std::ranges::sort(numbers);
    for (size_t i = 0; i < numbers.size(); i++) std::cout << numbers[i] << (i + 1 < numbers.size() ? ' ' : '\n');
}
