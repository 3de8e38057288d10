#include <cassert>
#include <string>

int main() {
    assert(longest_run("abbcccd") == "ccc");
    assert(longest_run("aabb") == "aa");
    assert(longest_run("") == "");
    return 0;
}
