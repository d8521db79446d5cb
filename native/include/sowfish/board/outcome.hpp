// Win, draw or loss regardless of the margin: random games that stop once the outcome is known.
#pragma once

#include <array>
#include <cstdint>

#include "sowfish/board/pit_set.hpp"
#include "sowfish/board/playout.hpp"
#include "sowfish/board/random.hpp"
#include "sowfish/board/rules.hpp"

namespace sowfish {

// For one side; turned_outcome() is the same for the other.
enum class Outcome : std::uint8_t { loss, draw, win };

constexpr Outcome turned_outcome(Outcome outcome) { return Outcome(2 - static_cast<int>(outcome)); }

constexpr Outcome outcome_of(int margin) {
    return margin > 0 ? Outcome::win : margin < 0 ? Outcome::loss : Outcome::draw;
}

// Whether the outcome is certain, game over or not: the lead exceeds the stones in play.
template <class Kernel>
bool is_decided(const Kernel& kernel, const typename Kernel::Board& board) {
    const int margin = kernel.margin(board);
    const int rest = kernel.rest(board);
    return margin > rest || -margin > rest;
}

// Picks the pit whose move banks the most; ties are broken at random.
struct GreediestPit {
    template <class Kernel>
    int operator()(const Kernel& kernel, const typename Kernel::Board& board, unsigned pits,
                   Random& random) const {
        unsigned best_pits = 0;
        int most = -1;
        const int banked = kernel.store(board);
        for (unsigned left = pits; left != 0; left &= left - 1) {
            const int pit = member_of(left, 0);
            auto after = board;
            kernel.sow(after, pit);
            const int gain = kernel.store(after) - banked;
            if (gain > most) most = gain, best_pits = 0;
            if (gain == most) best_pits |= 1u << pit;
        }
        return AnyPit{}(kernel, board, best_pits, random);
    }
};

// Plays an unfinished game until its outcome is known; returns it for the side to move.
template <class Kernel, class PickPit>
Outcome outcome_of_game(const Kernel& kernel, const typename Kernel::Board& board, const PickPit& pick,
                        Random& random) {
    const auto decided = [&](const auto& reached) { return is_decided(kernel, reached); };
    return outcome_of(play_out(kernel, board, pick, random, decided));
}

}  // namespace sowfish
