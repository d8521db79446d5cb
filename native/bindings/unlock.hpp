// Releasing the GIL around a call, safely while the interpreter shuts down.
#pragma once

#include <Python.h>

namespace sowfish {

// While the interpreter shuts down, Python kills any thread that tries to reacquire the GIL, in the middle of our
// frames, and the process dies of a signal. So a call that starts during shutdown raises SystemExit, shutdown
// waits for running calls, and a thread whose call takes too long sleeps until the process exits.
class Unlock {
   public:
    Unlock();
    ~Unlock();
    Unlock(const Unlock&) = delete;
    Unlock& operator=(const Unlock&) = delete;

   private:
    PyThreadState* state_;
};

// Makes `atexit` wait for calls running in other threads, so that none of them uses memory Python has freed.
void await_calls_at_exit();

}  // namespace sowfish
