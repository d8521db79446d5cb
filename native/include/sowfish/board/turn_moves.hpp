// The moves of a turn, shared by the search for the best turn and the turn graph.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "sowfish/board/board_map.hpp"
#include "sowfish/board/profiles.hpp"
#include "sowfish/board/turn.hpp"

namespace sowfish {

// A board with a tag that distinguishes equal boards.
template <class Board>
struct Tagged {
    Board board;
    int tag = 0;

    friend bool operator==(const Tagged&, const Tagged&) = default;
};

template <class Board>
std::uint64_t hash_of(const Tagged<Board>& key) {
    return hash_of(key.board) + static_cast<std::uint64_t>(key.tag) * 0x9e3779b97f4a7c15ULL;
}

template <class Kernel>
class TurnMoves {
   public:
    using Board = typename Kernel::Board;
    static constexpr bool kCountsLaps = std::is_same_v<Kernel, WideKernel>;  // the fast kernels do not
    using Key = std::conditional_t<kCountsLaps, Tagged<Board>, Board>;       // the tag is the laps so far

    struct Played {
        Key key;     // after the end-of-game rule, if the game is over
        Next next;   // Next::over if it is
        bool ends;   // the turn
        bool again;  // whether the last stone fell into the store
    };

    TurnMoves(const Kernel& kernel, const TurnOptions& options) : kernel_(kernel), options_(options) {}

    const Kernel& kernel() const { return kernel_; }

    static Board& board_in(Key& key) {
        if constexpr (kCountsLaps) {
            return key.board;
        } else {
            return key;
        }
    }
    static const Board& board_in(const Key& key) { return board_in(const_cast<Key&>(key)); }

    unsigned pits(const Key& key) const { return kernel_.filled(board_in(key)); }

    [[gnu::always_inline]] Played play(const Key& from, int pit) const {
        Played played{from, Next::other, true, false};
        Board& board = board_in(played.key);
        played.next = sow(played.key, pit);
        played.again = played.next == Next::again;
        if (kernel_.is_over(board, played.next)) {
            kernel_.sweep(board);
            played.next = Next::over;
        } else if (played.again) {
            // Under rules that go on until all pits are empty, a free move with nothing left to sow is a pass.
            played.ends = kernel_.filled(board) == 0 || ends_early(played.key);
        }
        return played;
    }

   private:
    Next sow(Key& key, int pit) const {
        if constexpr (kCountsLaps) {
            if (options_.max_laps > 0) {
                MoveRecord record;
                const Next next = kernel_.sow(key.board, pit, &record);
                key.tag += record.laps;
                return next;
            }
        }
        return kernel_.sow(board_in(key), pit);
    }

    bool ends_early(const Key& key) const {
        if constexpr (kCountsLaps) {
            if (options_.max_laps > 0 && key.tag >= options_.max_laps) return true;
        }
        return options_.technical_win && std::abs(kernel_.margin(board_in(key))) > kernel_.rest(board_in(key));
    }

    Kernel kernel_;
    TurnOptions options_;
};

// Calls visit(kernel) with a kernel that can play the turn.
template <class Visitor>
auto with_turn_kernel(const Rules& rules, const TurnOptions& options, Visitor&& visit) {
    if (options.max_laps > 0) return visit(WideKernel(rules));
    return with_kernel(rules, visit);
}

}  // namespace sowfish
