#include <string>

std::string longest_run(const std::string &text) {
    std::string best, run;
    for (char letter : text) {
        if (!run.empty() && run[0] != letter) run.clear();
        run += letter;
        if (run.size() >= best.size()) best = run;
    }
    return best;
}
