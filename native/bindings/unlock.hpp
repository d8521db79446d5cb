// Calls that let other Python threads run, and how they end with Python.
#pragma once

#include <Python.h>

namespace sowfish {

// Python ends a thread that asks for its lock (the GIL) back while the interpreter shuts down, in the midst of our
// frames, and that ends the process by a signal. So a call that another thread makes when Python is ending raises
// SystemExit, calls under way are awaited, and a thread whose call takes too long sleeps until the process has
// ended.
class Unlock {
   public:
    Unlock();
    ~Unlock();
    Unlock(const Unlock&) = delete;
    Unlock& operator=(const Unlock&) = delete;

   private:
    PyThreadState* state_;
};

// Have `atexit` wait for the calls that are under way in other threads, so that none of them uses what Python
// frees.
void await_calls_at_exit();

}  // namespace sowfish
