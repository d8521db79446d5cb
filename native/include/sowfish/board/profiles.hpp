// The named profiles that have fast kernels, and the choice of a kernel for given rules.
#pragma once

#include <utility>

#include "sowfish/board/kernel.hpp"
#include "sowfish/board/wide_kernel.hpp"

namespace sowfish {

inline constexpr Switches kKalah{};
inline constexpr Switches kKalahEmptyCapture{.capture = Capture::always};
inline constexpr Switches kKalahLazy{.ends = Ending::mover_empty};
inline constexpr Switches kAvalanche{.relay = true, .capture = Capture::none, .rest = Rest::nobody};
inline constexpr Switches kAvalancheSweep{.relay = true, .capture = Capture::none};
inline constexpr Switches kEvents{.capture = Capture::always, .both_stores = true, .ends = Ending::all_empty};

// Whether these rules have a fast kernel: a named profile with up to 7 pits.
bool is_fast(const Rules& rules);

// Calls visit(kernel) with the fastest kernel that plays these rules.
template <class Visitor>
auto with_kernel(const Rules& rules, Visitor&& visit) {
    if (!is_fast(rules)) return visit(WideKernel(rules));
    if (rules.switches.relay) return visit(Kernel<true>(rules.pits, rules.switches));
    return visit(Kernel<false>(rules.pits, rules.switches));
}

}  // namespace sowfish
