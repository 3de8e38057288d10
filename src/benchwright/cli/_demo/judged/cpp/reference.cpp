#include <string>

std::string longest_run(const std::string &text) {
    std::string best;
    for (std::size_t start = 0, end; start < text.size(); start = end) {
        end = start;
        while (end < text.size() && text[end] == text[start]) end++;
        if (end - start > best.size()) best = text.substr(start, end - start);
    }
    return best;
}
