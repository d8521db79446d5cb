#include <cstring>

#include "tests/check.hpp"

namespace {

// Arguments choose tests by a part of their name or file, such as `engine.cpp`; without any, all run.
bool is_chosen(const check::Test& test, int count, char** words) {
    for (int i = 1; i < count; ++i) {
        if (std::strstr(test.name, words[i]) != nullptr || std::strstr(test.file, words[i]) != nullptr)
            return true;
    }
    return count <= 1;
}

}  // namespace

int main(int count, char** words) {
    int ran = 0;
    int failed = 0;
    for (const auto& test : check::tests) {
        if (!is_chosen(test, count, words)) continue;
        ++ran;
        const int before = check::failures;
        test.body();
        if (check::failures != before) {
            ++failed;
            std::fprintf(stderr, "FAILED %s\n", test.name);
        }
    }
    std::printf("%d passed, %d failed\n", ran - failed, failed);
    return failed == 0 && ran > 0 ? 0 : 1;
}
