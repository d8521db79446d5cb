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

constexpr auto kMaxWait = std::chrono::seconds(10);  // wait this long for calls that cannot be stopped
constexpr auto kPause = std::chrono::milliseconds(1);

std::atomic<int> calls{0};      // running without the lock, or about to reacquire it
std::atomic<int> returning{0};  // of those, the calls waiting for the lock
std::atomic<bool> is_ending{false};
std::atomic<bool> has_given_up{false};
thread_local bool ends_python = false;  // this thread runs the interpreter's shutdown

// Raises with the lock held, so that the thread unwinds and releases any Python locks it holds.
void refuse_at_exit() {
    if (!is_ending || ends_python) return;
    PyErr_SetNone(PyExc_SystemExit);
    throw nb::python_error();
}

void await_calls() {
    ends_python = true;
    is_ending = true;  // set with the lock held, so every earlier call is counted
    PyThreadState* state = PyEval_SaveThread();
    const auto until = std::chrono::steady_clock::now() + kMaxWait;
    while (calls > 0 && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(kPause);
    has_given_up = true;
    while (returning > 0) std::this_thread::sleep_for(kPause);  // they only wait for the lock
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
    pthread_atfork(nullptr, nullptr, [] { calls = returning = 0; });  // a forked child has none of these threads
#endif
}

}  // namespace sowfish
