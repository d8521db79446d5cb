// A net that knows its rules, as the bindings hand it around.
#pragma once

#include "sowfish/net.hpp"
#include "sowfish/position.hpp"

namespace sowfish {

struct RuledNet {
    Rules rules;
    Net net;
};

}  // namespace sowfish
