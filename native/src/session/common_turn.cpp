#include "sowfish/session/common_turn.hpp"

#include <bit>
#include <cstddef>

namespace sowfish {

namespace {

constexpr std::size_t kMostPositions = 2000;

}  // namespace

CommonTurn::CommonTurn(const Position& position, unsigned best) : open_{{position, best}} {}

bool CommonTurn::next(bool may_ask) {
    while (!open_.empty()) {
        Open& here = open_.back();
        if (here.best == 0) {
            open_.pop_back();
            if (!pits_.empty()) pits_.pop_back();
            continue;
        }
        const int pit = std::countr_zero(here.best);
        here.best &= here.best - 1;
        const Position reached = after(here.position, pit);
        if (reached.north_to_move != here.position.north_to_move || legal_pits(reached) == 0) {
            pits_.push_back(pit);
            open_.clear();
            return false;
        }
        if (!may_ask || seen_.size() == kMostPositions || !seen_.insert(reached.ring).second) continue;
        pits_.push_back(pit);
        open_.push_back({reached, 0});
        return true;
    }
    return false;
}

}  // namespace sowfish
