#include "sowfish/board/turn.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_map>

#include "sowfish/board/turn_moves.hpp"

namespace sowfish {

namespace {

constexpr std::size_t kPollStates = 4096;

// First finds the best score of every position, then reconstructs the sequences that attain it.
template <class Kernel>
class TurnSearch {
   public:
    TurnSearch(const TurnMoves<Kernel>& moves, Objective objective, bool partial, Control& control)
        : moves_(moves), objective_(objective), partial_(partial), control_(&control) {}

    std::optional<BestTurn> run(const Position& position) {
        const Key root{board_of(moves_.kernel(), position)};
        best_ = visit(root);
        if (stopped_ && (!partial_ || best_ == kUnknown)) return std::nullopt;
        const std::size_t states = scores_.size();
        const Path path = path_from(root);
        return BestTurn{static_cast<double>(best_), path.sequences, walk(root, false),
                        walk(root, true),           states,         !stopped_};
    }

   private:
    using Key = typename TurnMoves<Kernel>::Key;
    using Played = typename TurnMoves<Kernel>::Played;
    static constexpr std::int16_t kUnknown = std::numeric_limits<std::int16_t>::min();

    struct Path {
        BestTurn::Count sequences = 0;
        int length = 0;  // moves to the nearest best end
    };

    std::int16_t visit(const Key& key) {
        const auto [number, is_new] = numbers_.insert(key);
        if (!is_new) return scores_[number];
        scores_.push_back(kUnknown);
        if (scores_.size() % kPollStates == 0) stopped_ = control_->count(kPollStates);
        std::int16_t best = kUnknown;
        for (unsigned pits = moves_.pits(key); pits != 0 && !stopped_; pits &= pits - 1) {
            const Played played = moves_.play(key, std::countr_zero(pits));
            best = std::max(best, played.ends ? score(played) : visit(played.key));
        }
        return scores_[number] = best;
    }

    std::int16_t score(const Played& played) const {
        const auto& board = TurnMoves<Kernel>::board_in(played.key);
        const Kernel& kernel = moves_.kernel();
        return static_cast<std::int16_t>(objective_ == Objective::stones ? kernel.store(board)
                                                                         : kernel.margin(board));
    }

    // The best score a move leads to, as far as it was searched.
    std::int16_t score_of(const Played& played) {
        if (played.ends) return score(played);
        const auto [number, is_new] = numbers_.insert(played.key);
        if (is_new) scores_.push_back(kUnknown);
        return scores_[number];
    }

    Path path_from(const Key& key) {
        const std::uint32_t number = numbers_.insert(key).number;
        if (const auto known = paths_.find(number); known != paths_.end()) return known->second;
        Path path;
        for (unsigned pits = moves_.pits(key); pits != 0; pits &= pits - 1) {
            const Played played = moves_.play(key, std::countr_zero(pits));
            if (score_of(played) != best_) continue;
            const Path rest = played.ends ? Path{1, 0} : path_from(played.key);
            path.sequences += rest.sequences;
            path.length = path.length == 0 ? rest.length + 1 : std::min(path.length, rest.length + 1);
        }
        return paths_[number] = path;
    }

    // Repeatedly follows the first move that keeps the score, or the first that is also on a shortest path.
    std::vector<int> walk(Key key, bool shortest) {
        std::vector<int> sequence;
        for (unsigned pits = moves_.pits(key);;) {
            const int pit = std::countr_zero(pits);
            pits &= pits - 1;
            const Played played = moves_.play(key, pit);
            if (score_of(played) != best_) continue;
            const int length = 1 + (played.ends ? 0 : path_from(played.key).length);
            if (shortest && length != path_from(key).length) continue;
            sequence.push_back(pit);
            if (played.ends) return sequence;
            key = played.key;
            pits = moves_.pits(key);
        }
    }

    TurnMoves<Kernel> moves_;
    Objective objective_;
    bool partial_;
    Control* control_;
    bool stopped_ = false;
    std::int16_t best_ = 0;
    BoardMap<Key> numbers_;
    std::vector<std::int16_t> scores_;
    std::unordered_map<std::uint32_t, Path> paths_;
};

}  // namespace

std::optional<BestTurn> best_turn(const Position& position, const TurnOptions& options, Objective objective,
                                  Control& control) {
    return with_turn_kernel(position.rules, options, [&]<class Kernel>(const Kernel& kernel) {
        return TurnSearch<Kernel>(TurnMoves<Kernel>(kernel, options), objective, options.partial, control)
            .run(position);
    });
}

}  // namespace sowfish
