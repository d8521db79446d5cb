// Asking an engine, for tests.
#pragma once

#include <thread>
#include <vector>

#include "sowfish/search/engine.hpp"

namespace asking {

// Has so many threads work on a question and returns what they found.
inline sowfish::Report ask(sowfish::Engine& engine, const sowfish::Question& question, sowfish::Control& control) {
    if (!engine.begin(question, control)) {
        std::vector<std::thread> team;
        for (int i = 0; i < question.threads; ++i) team.emplace_back([&] { engine.work(); });
        for (std::thread& thread : team) thread.join();
    }
    return engine.report();
}

inline sowfish::Report ask(sowfish::Engine& engine, const sowfish::Question& question) {
    sowfish::Control control;
    return ask(engine, question, control);
}

}  // namespace asking
