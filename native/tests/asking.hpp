// Asking an engine, for tests.
#pragma once

#include "sowfish/search/engine.hpp"
#include "tests/team.hpp"

namespace asking {

// Runs a question on this many threads and returns the report.
inline sowfish::Report ask(sowfish::Engine& engine, const sowfish::Question& question, sowfish::Control& control) {
    if (!engine.begin(question, control)) team::run(question.threads, [&] { engine.work(); });
    return engine.report();
}

inline sowfish::Report ask(sowfish::Engine& engine, const sowfish::Question& question) {
    sowfish::Control control;
    return ask(engine, question, control);
}

}  // namespace asking
