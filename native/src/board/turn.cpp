#include "sowfish/board/turn.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_map>

#include "sowfish/board/turn_moves.hpp"

namespace sowfish {

namespace {

constexpr std::size_t kPollStates = 4096;

// First finds the best score of every position, then reconstructs the sequences that attain it. `score(played)` is
// the score of an end.
template <class Kernel, class Score>
class TurnSearch {
   public:
    using Key = typename TurnMoves<Kernel>::Key;
    using Played = typename TurnMoves<Kernel>::Played;

    TurnSearch(const TurnMoves<Kernel>& moves, const Score& score, Control& control)
        : moves_(moves), score_(score), control_(&control) {}

    // Empty if the control stopped the search before it found an end, or at any time without `partial`.
    std::optional<BestTurn> run(const Key& root, bool partial) {
        best_ = visit(root);
        if (stopped_ && (!partial || best_ == kUnknown)) return std::nullopt;
        const std::size_t states = scores_.size();
        const Path path = path_from(root);
        return BestTurn{static_cast<double>(best_), path.sequences, walk(root, false),
                        walk(root, true),           states,         !stopped_};
    }

   private:
    using Number = std::invoke_result_t<Score, const Played&>;
    using Limits = std::numeric_limits<Number>;
    static constexpr Number kUnknown = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();

    struct Path {
        BestTurn::Count sequences = 0;
        int length = 0;  // moves to the nearest best end
    };

    Number visit(const Key& key) {
        const auto [number, is_new] = numbers_.insert(key);
        if (!is_new) return scores_[number];
        scores_.push_back(kUnknown);
        if (scores_.size() % kPollStates == 0) stopped_ = control_->count(kPollStates);
        Number best = kUnknown;
        for (unsigned pits = moves_.pits(key); pits != 0 && !stopped_; pits &= pits - 1) {
            const Played played = moves_.play(key, std::countr_zero(pits));
            best = std::max(best, played.ends ? score_(played) : visit(played.key));
        }
        return scores_[number] = best;
    }

    // The best score a move leads to, as far as it was searched.
    Number score_of(const Played& played) {
        if (played.ends) return score_(played);
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
    const Score& score_;
    Control* control_;
    bool stopped_ = false;
    Number best_ = 0;
    BoardMap<Key> numbers_;
    std::vector<Number> scores_;
    std::unordered_map<std::uint32_t, Path> paths_;
};

template <class Kernel>
class Graph final : public TurnGraph {
   public:
    Graph(const TurnMoves<Kernel>& moves, const Position& position, Control& control)
        : moves_(moves), position_(position), root_{board_of(moves.kernel(), position)} {
        numbers_.insert(root_);
        for (std::uint32_t state = 0; state < numbers_.size() && !stopped_; ++state) {
            if (state % kPollStates == kPollStates - 1) stopped_ = control.count(kPollStates);
            const Key key = numbers_.keys()[state];
            each_move(key, [&](const Played& played) {
                played.ends ? add_end(played) : static_cast<void>(numbers_.insert(played.key));
            });
        }
    }

    bool complete() const { return !stopped_; }
    std::size_t states() const override { return numbers_.size(); }
    const Ends& ends() const override { return ends_; }

    BestTurn best(const Ends&, const std::vector<double>& scores) const override {
        Control unlimited;
        const auto score = [&](const Played& played) { return scores[end_numbers_.number_of(end_key(played))]; };
        return *TurnSearch(moves_, score, unlimited).run(root_, false);
    }

    Tree tree() const override {
        std::vector<Tree> trees(states());
        return tree_of(root_, trees);
    }

   private:
    using Board = typename Kernel::Board;
    using Key = typename TurnMoves<Kernel>::Key;
    using Played = typename TurnMoves<Kernel>::Played;

    template <class Visit>
    void each_move(const Key& key, const Visit& visit) const {
        for (unsigned pits = moves_.pits(key); pits != 0; pits &= pits - 1)
            visit(moves_.play(key, std::countr_zero(pits)));
    }

    // The side to move is irrelevant once the game is over.
    static Tagged<Board> end_key(const Played& played) {
        return {TurnMoves<Kernel>::board_in(played.key), static_cast<int>(played.next)};
    }

    void add_end(const Played& played) {
        if (!end_numbers_.insert(end_key(played)).is_new) return;
        Position end = position_;
        put_board(moves_.kernel(), TurnMoves<Kernel>::board_in(played.key), end);
        end.north_to_move = position_.north_to_move == played.again;
        ends_.positions.push_back(end);
    }

    Tree tree_of(const Key& key, std::vector<Tree>& trees) const {
        const std::uint32_t number = numbers_.number_of(key);
        if (trees[number].nodes > 0) return trees[number];
        Tree tree{1, 0, 0};
        each_move(key, [&](const Played& played) {
            const Tree below = played.ends ? Tree{1, 1, 0} : tree_of(played.key, trees);
            tree.nodes += below.nodes;
            tree.leaves += below.leaves;
            tree.longest = std::max(tree.longest, below.longest + 1);
        });
        return trees[number] = tree;
    }

    TurnMoves<Kernel> moves_;
    Position position_;
    Key root_;
    bool stopped_ = false;
    BoardMap<Key> numbers_;
    BoardMap<Tagged<Board>> end_numbers_;
    Ends ends_;
};

}  // namespace

std::optional<BestTurn> best_turn(const Position& position, const TurnOptions& options, Objective objective,
                                  Control& control) {
    return with_turn_kernel(position.rules, options, [&]<class Kernel>(const Kernel& kernel) {
        const auto score = [&](const typename TurnMoves<Kernel>::Played& played) {
            const auto& board = TurnMoves<Kernel>::board_in(played.key);
            return static_cast<std::int16_t>(objective == Objective::stones ? kernel.store(board)
                                                                            : kernel.margin(board));
        };
        return TurnSearch(TurnMoves<Kernel>(kernel, options), score, control)
            .run({board_of(kernel, position)}, options.partial);
    });
}

std::unique_ptr<TurnGraph> make_turn_graph(const Position& position, const TurnOptions& options,
                                           Control& control) {
    return with_turn_kernel(
        position.rules, options, [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<TurnGraph> {
            auto graph = std::make_unique<Graph<Kernel>>(TurnMoves<Kernel>(kernel, options), position, control);
            if (!graph->complete()) return nullptr;
            return graph;
        });
}

}  // namespace sowfish
