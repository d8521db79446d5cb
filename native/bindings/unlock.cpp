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

std::atomic<int> calls{0};      // under way without the lock, or about to get it back
std::atomic<int> returning{0};  // of those, the ones that ask for it
std::atomic<bool> is_ending{false};
std::atomic<bool> has_given_up{false};
thread_local bool ends_python = false;  // this thread goes on to the end

// With the lock, so that the thread unwinds and gives back the locks of Python that it holds.
void refuse_at_exit() {
    if (!is_ending || ends_python) return;
    PyErr_SetNone(PyExc_SystemExit);
    throw nb::python_error();
}

void await_calls() {
    ends_python = true;
    is_ending = true;  // with the lock: every call before this one is counted
    PyThreadState* state = PyEval_SaveThread();
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (calls > 0 && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(kPause);
    has_given_up = true;
    while (returning > 0) std::this_thread::sleep_for(kPause);  // they only want the lock
    PyEval_RestoreThread(state);
}

}  // namespace

Unlock::Unlock() {
    refuse_at_exit();
    ++calls;
    state_ = PyEval_SaveThread();
}

Unlock::~Unlock() {
    ++returning;
    if (has_given_up && !ends_python) {
        --returning;
        while (true) std::this_thread::sleep_for(std::chrono::hours(1));
    }
    PyEval_RestoreThread(state_);
    --calls;
    --returning;
}

void await_calls_at_exit() {
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&await_calls));
#ifndef _WIN32
    pthread_atfork(nullptr, nullptr,
                   [] { calls = returning = 0; });  // a copy of the process has none of the threads
#endif
}

}  // namespace sowfish
