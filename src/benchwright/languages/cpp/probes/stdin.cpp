#include <algorithm>
#include <cctype>
#include <iostream>
#include <string>

int main(int count, char **arguments) {
    int first, second;
    std::string word;
    std::cin >> first >> second >> word;
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::toupper(c); });
    std::cout << first + second << "\n" << word << "\n";
    for (int i = 1; i < count; ++i) std::cout << arguments[i] << "\n";
}
