// A net together with its rules.
#pragma once

#include <memory>
#include <stdexcept>

#include "sowfish/board/position.hpp"
#include "sowfish/net/net.hpp"

namespace sowfish {

struct RuledNet {
    Rules rules;
    Net net;
};

// The net itself, as an aliasing pointer that keeps the RuledNet alive; null if there is none.
inline std::shared_ptr<const Net> checked_net(const Rules& rules, std::shared_ptr<RuledNet> net) {
    if (!net) return nullptr;
    if (net->rules != rules) throw std::invalid_argument("the net is for other rules");
    return {net, &net->net};
}

}  // namespace sowfish
