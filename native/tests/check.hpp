// A test is `TEST(words_that_say_what_holds) { CHECK(...); CHECK_EQUAL(..., ...); }`; main.cpp runs them all.
#pragma once

#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace check {

struct Test {
    const char* name;
    const char* file;
    void (*body)();
};

inline std::vector<Test> tests;
inline int failures = 0;

inline bool add(const char* name, const char* file, void (*body)()) {
    tests.push_back({name, file, body});
    return true;
}

inline void fail(const char* file, int line, const std::string& what) {
    ++failures;
    std::fprintf(stderr, "%s:%d: %s\n", file, line, what.c_str());
}

template <class Value>
std::string shown(const Value& value) {
    if constexpr (requires(std::ostream& out) { out << +value; }) {
        return (std::ostringstream() << +value).str();  // + shows a byte as a number
    } else if constexpr (requires(std::ostream& out) { out << value; }) {
        return (std::ostringstream() << value).str();
    } else {
        return "(a value that cannot be printed)";
    }
}

template <class Left, class Right>
void equal(const char* file, int line, const char* text, const Left& left, const Right& right) {
    if (!(left == right)) {
        fail(file, line, std::string(text) + ": " + shown(left) + " != " + shown(right));
    }
}

}  // namespace check

#define TEST(name)                                                      \
    static void name();                                                 \
    static const bool name##_added = check::add(#name, __FILE__, name); \
    static void name()
#define CHECK(...) ((__VA_ARGS__) ? void() : check::fail(__FILE__, __LINE__, #__VA_ARGS__))
#define CHECK_EQUAL(left, right) check::equal(__FILE__, __LINE__, #left " == " #right, left, right)
