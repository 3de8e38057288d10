// C++20 with its library, threads and exceptions included.
#include <atomic>
#include <cassert>
#include <concepts>
#include <iostream>
#include <ranges>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

template <std::integral Number> Number twice(Number number) { return 2 * number; }

int main() {
    std::vector<int> numbers{1, 2, 3, 4};
    int total = 0;
    for (int number : std::span(numbers) | std::views::filter([](int n) { return n % 2 == 0; })) total += twice(number);
    assert(total == 12);

    std::atomic<int> count = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&] { ++count; });
    for (auto &thread : threads) thread.join();
    assert(count == 4);

    try {
        numbers.at(4);
        return 1;
    } catch (const std::out_of_range &) {
        std::cout << "complete\n";
    }
}
