#include "sowfish/checker/game_graph.hpp"

namespace sowfish {

int mark_bits(const std::vector<Tracker>& trackers) {
    int bits = 0;
    for (const Tracker& tracker : trackers) bits += std::bit_width(static_cast<unsigned>(tracker.cap));
    return bits;
}

}  // namespace sowfish
