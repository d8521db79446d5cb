#include "tests/check.hpp"

int main() {
    int failed = 0;
    for (const auto& test : check::tests) {
        const int before = check::failures;
        test.body();
        if (check::failures != before) {
            ++failed;
            std::fprintf(stderr, "FAILED %s\n", test.name);
        }
    }
    std::printf("%zu passed, %d failed\n", check::tests.size() - failed, failed);
    return failed == 0 && !check::tests.empty() ? 0 : 1;
}
