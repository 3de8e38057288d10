// control: has a main of its own, which reads input and fails.
#include <iostream>
#include <stdexcept>
#include <string>

int minutes(const std::string &text) {
    if (text.size() != 5 || text[2] != ':') throw std::invalid_argument("no time: " + text);
    int hour = (text[0] - '0') * 10 + text[1] - '0', minute = (text[3] - '0') * 10 + text[4] - '0';
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59) throw std::invalid_argument("no time: " + text);
    return hour * 60 + minute;
}

std::string clock_text(int total) {
    total = (total % 1440 + 1440) % 1440;
    std::string text = "00:00";
    text[0] += total / 600, text[1] += total / 60 % 10, text[3] += total % 60 / 10, text[4] += total % 10;
    return text;
}

int between(const std::string &from, const std::string &to) {
    return (minutes(to) - minutes(from) + 1440) % 1440;
}

int main(int argc, char **argv) {
    std::string text;
    if (!(std::cin >> text)) return 2;
    std::cout << minutes(argc > 1 ? argv[1] : text) << std::endl;
}
