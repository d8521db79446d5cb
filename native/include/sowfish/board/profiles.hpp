// The named profiles with a specialised kernel, and the choice of a kernel for given rules.
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

// Calls visit(kernel) with the fastest kernel that plays these rules.
template <class Visitor>
auto with_kernel(const Rules& rules, Visitor&& visit) {
    if (rules.pits <= kMaxFastPits) {
        if (rules.switches == kKalah) return visit(Kernel<kKalah>(rules.pits));
        if (rules.switches == kKalahEmptyCapture) return visit(Kernel<kKalahEmptyCapture>(rules.pits));
        if (rules.switches == kKalahLazy) return visit(Kernel<kKalahLazy>(rules.pits));
        if (rules.switches == kAvalanche) return visit(Kernel<kAvalanche>(rules.pits));
        if (rules.switches == kAvalancheSweep) return visit(Kernel<kAvalancheSweep>(rules.pits));
        if (rules.switches == kEvents) return visit(Kernel<kEvents>(rules.pits));
    }
    return visit(WideKernel(rules));
}

// Whether these rules have a specialised kernel.
bool is_fast(const Rules& rules);

}  // namespace sowfish
