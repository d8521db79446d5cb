#include "unlock.hpp"

#include <nanobind/nanobind.h>

#ifndef _WIN32
#include <pthread.h>
#endif

#include <atomic>
#include <chrono>
#include <thread>

namespace nb = nanobind;

namespace sowfish {

namespace {

constexpr auto kPatience = std::chrono::seconds(10);  // for calls that nobody can stop
constexpr auto kPause = std::chrono::milliseconds(1);

std::atomic<int> calls{0};  // under way without the lock, or about to get it back
std::atomic<bool> is_ending{false};
thread_local bool ends_python = false;  // this thread goes on to the end

[[noreturn]] void sleep_to_the_end() {
    --calls;
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

bool must_stop() { return is_ending && !ends_python; }

void await_calls() {
    ends_python = true;
    is_ending = true;  // who has not seen this is still counted, and gets the lock back below
    PyThreadState* state = PyEval_SaveThread();
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (calls > 0 && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(kPause);
    PyEval_RestoreThread(state);
}

}  // namespace

Unlock::Unlock() : state_(PyEval_SaveThread()) {
    ++calls;
    if (must_stop()) sleep_to_the_end();
}

Unlock::~Unlock() {
    if (must_stop()) sleep_to_the_end();
    PyEval_RestoreThread(state_);
    --calls;
}

void await_calls_at_exit() {
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&await_calls));
#ifndef _WIN32
    pthread_atfork(nullptr, nullptr, [] { calls = 0; });  // a copy of the process has none of the threads
#endif
}

}  // namespace sowfish
