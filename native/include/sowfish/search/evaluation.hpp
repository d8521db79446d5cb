// Evaluations at the leaves of a look-ahead.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>

#include "sowfish/board/pit_set.hpp"
#include "sowfish/board/profiles.hpp"
#include "sowfish/net/net.hpp"
#include "sowfish/search/report.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

// An evaluation provides LookAhead (look_ahead.hpp) with the following, always for the side to move:
//
//     kKeepsStores     whether boards keep their stores; if not, what moves bank is summed along the path
//     kExactDepth      whether a value must come from exactly the requested depth, or may come from a deeper one
//     most(board)      the largest possible value, and the negated smallest
//     known(...)       the value if it is known without a search, or a bound outside alpha and beta
//     estimate(board)  the static evaluation
//     gain(...)        what a move adds to the value of the position it leads to, or its value if it ends the game
//
// The value of a position for the other side is the negative.

// The future margin, in parts of a stone. Without a net, in sixteenths of a stone:
//
//     with relay       4 * (3 + 5 * own ready pits - 3 * the other's + 3 * (own filled pits - the other's))
//     without relay    3 + 13 * own ready pits + 16 * the other's + 26 * (own filled pits - the other's)
//                      + 7 * (stones on the own side - on the other) - 68 * (own pits beyond - the other's)
//                      + stones in play + 10 * best capture now - 4 * best capture of the other
//
// A ready pit holds exactly enough stones to end in its store; a pit beyond holds more, so some go to the other
// side. The weights with relay come from a linear regression on the exact values of all 6-pit positions with 12 to
// 16 stones. Those without come from one on the values of a search 12 moves deep of 8,000 positions of random and
// greedy games of Kalah with 13 to 60 stones in play; it explains 48 % of their variance.
template <class Kernel>
class MarginEvaluation {
   public:
    using Board = typename Kernel::Board;
    static constexpr bool kKeepsStores = false;
    static constexpr bool kExactDepth = false;

    MarginEvaluation(const Kernel& kernel, bool relay) : kernel_(kernel), relay_(relay) {}

    void set_table(std::shared_ptr<const Table> table) { table_ = std::move(table); }
    void set_net(std::shared_ptr<const Net> net) { net_ = std::move(net); }

    int most(const Board& board) const { return kernel_.rest(board) * kPartsOfStone; }

    std::optional<int> known(const Board& board, int alpha, int beta) const {
        const int rest = kernel_.rest(board);
        if constexpr (!std::is_same_v<Kernel, WideKernel>) {
            if (table_ && rest <= table_->stones())
                return table_->at(table_->ranking().index(board)) * kPartsOfStone;
        }
        const int most = rest * kPartsOfStone;
        if (alpha >= most) return most;
        if (beta <= -most) return -most;
        return std::nullopt;
    }

    int estimate(const Board& board) const {
        if (net_) return static_cast<int>(std::lround(net_->gain(net_input(kernel_, board, 0)) * kPartsOfStone));
        const Board other = kernel_.turned(board);
        const int rest = kernel_.rest(board);
        const int filled =
            static_cast<int>(count_of(kernel_.filled(board))) - static_cast<int>(count_of(kernel_.filled(other)));
        const int ready = kernel_.ready(board);
        const int other_ready = kernel_.ready(other);
        int sixteenths = 4 * (3 + 5 * ready - 3 * other_ready + 3 * filled);
        if (!relay_) {
            const int side = kernel_.own_rest(board) - kernel_.own_rest(other);
            const int beyond = kernel_.beyond(board) - kernel_.beyond(other);
            sixteenths = 3 + 13 * ready + 16 * other_ready + 26 * filled + 7 * side - 68 * beyond + rest +
                         10 * best_capture(board, other) - 4 * best_capture(other, board);
        }
        const int most = rest * kPartsOfStone;
        return std::clamp(sixteenths * kPartsOfStone / 16, -most, most);
    }

    int gain(const Board& after, int stones, Next) const {
        static_cast<void>(after);
        return stones * kPartsOfStone;
    }

   private:
    // The most stones that one lap of less than a full round can capture.
    int best_capture(const Board& board, const Board& other) const {
        int best = 0;
        for (int pit = 0; pit < kernel_.pits(); ++pit) {
            const int stones = kernel_.stones(board, pit);
            const int last = pit + stones;
            if (stones == 0 || last >= kernel_.pits() || kernel_.stones(board, last) != 0) continue;
            const int taken = kernel_.stones(other, kernel_.pits() - 1 - last);
            if (taken > 0) best = std::max(best, taken + 1);
        }
        return best;
    }

    Kernel kernel_;
    bool relay_;
    std::shared_ptr<const Table> table_;
    std::shared_ptr<const Net> net_;
};

// Who is winning: 0 is a tie, kCertain won, -kCertain lost, and in between
//
//     93 %   store difference: (own store - other's) / all stones
//      7 %   which side the stones in pits lie on: (2 * stones on the own side / stones in pits) - 1
//
// but won or lost once a store holds more than half of all stones.
template <class Kernel>
class ChanceEvaluation {
   public:
    using Board = typename Kernel::Board;
    static constexpr bool kKeepsStores = true;
    static constexpr bool kExactDepth = true;
    static constexpr int kCertain = 50'000'000;

    // `stones` is the total on the board.
    ChanceEvaluation(const Kernel& kernel, int stones) : kernel_(kernel), stones_(stones) {
        const double scale = kCertain * kStoreShare;
        for (int margin = -stones; margin <= stones; ++margin)
            by_margin_[at(margin)] = stones > 0 ? scale * margin / stones : 0;
        for (int rest = 1; rest <= kMaxStones; ++rest)
            by_rest_[static_cast<std::size_t>(rest)] = 2 * kCertain * (1 - kStoreShare) / rest;
    }

    static int of_finished(int margin) { return margin > 0 ? kCertain : margin < 0 ? -kCertain : 0; }

    int most(const Board&) const { return kCertain; }

    std::optional<int> known(const Board& board, int, int) const {
        const int mine = kernel_.store(board);
        if (2 * mine > stones_) return kCertain;
        if (2 * (mine - kernel_.margin(board)) > stones_) return -kCertain;
        return std::nullopt;
    }

    int estimate(const Board& board) const {
        const double stores = by_margin_[at(kernel_.margin(board))];
        const double side = by_rest_[static_cast<std::size_t>(kernel_.rest(board))] * kernel_.own_rest(board) -
                            kCertain * (1 - kStoreShare);
        return static_cast<int>(std::floor(stores + side + 0.5));
    }

    int gain(const Board& after, int, Next next) const {
        return next == Next::over ? of_finished(kernel_.margin(after)) : 0;
    }

   private:
    static constexpr double kStoreShare = 0.93;

    static std::size_t at(int margin) { return static_cast<std::size_t>(kMaxStones + margin); }

    Kernel kernel_;
    int stones_;
    std::array<double, 2 * kMaxStones + 1> by_margin_{};
    std::array<double, kMaxStones + 1> by_rest_{};
};

}  // namespace sowfish
