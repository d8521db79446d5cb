#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "sowfish/board/turn.hpp"
#include "sowfish/board/turn_moves.hpp"

namespace sowfish {

namespace {

template <class Kernel>
class Graph final : public TurnGraph {
   public:
    Graph(const TurnMoves<Kernel>& moves, const Position& position, Control& control)
        : turn_(moves), position_(position), control_(&control) {
        visit({board_of(moves.kernel(), position)});
    }

    bool complete() const { return !stopped_; }

    Ends ends() const override {
        Ends ends;
        ends.of_move.resize(moves_.size());
        BoardMap<Tagged<Board>> map;
        for (std::uint32_t state = 0; state < states_.size(); ++state) {
            for (const Move& move : moves_of(state)) {
                if (!move.ends) continue;
                const auto played = turn_.play(numbers_.keys()[state], move.pit);
                const Board& board = TurnMoves<Kernel>::board_in(played.key);
                // The side to move is irrelevant once the game is over.
                const auto [number, is_new] = map.insert({board, static_cast<int>(played.next)});
                if (is_new) ends.positions.push_back(position_of(board, played.again));
                ends.of_move[static_cast<std::size_t>(&move - moves_.data())] = number;
            }
        }
        return ends;
    }

   private:
    using Board = typename Kernel::Board;
    using Key = typename TurnMoves<Kernel>::Key;
    static constexpr std::size_t kPollStates = 4096;

    std::uint32_t visit(const Key& key) {
        const auto [number, is_new] = numbers_.insert(key);
        if (!is_new) return number;
        states_.emplace_back();
        if (states_.size() % kPollStates == 0) stopped_ = control_->count(kPollStates);
        std::array<Move, kMaxPits> found;
        std::uint32_t count = 0;
        for (unsigned pits = turn_.pits(key); pits != 0 && !stopped_; pits &= pits - 1) {
            const int pit = std::countr_zero(pits);
            const auto played = turn_.play(key, pit);
            const std::uint32_t state = played.ends ? 0 : visit(played.key);
            found[count++] = {state, static_cast<std::uint8_t>(pit), played.ends};
        }
        states_[number] = {static_cast<std::uint32_t>(moves_.size()), count};
        moves_.insert(moves_.end(), found.begin(), found.begin() + count);
        done_.push_back(number);
        return number;
    }

    Position position_of(const Board& board, bool again) const {
        Position result = position_;
        put_board(turn_.kernel(), board, result);
        result.north_to_move = position_.north_to_move == again;
        return result;
    }

    TurnMoves<Kernel> turn_;
    Position position_;
    Control* control_;
    bool stopped_ = false;
    BoardMap<Key> numbers_;
};

}  // namespace

BestTurn TurnGraph::best(const Ends& ends, const std::vector<double>& scores) const {
    struct Value {
        double score = -std::numeric_limits<double>::infinity();
        int length = 0;  // moves to the nearest best end; 0 as long as there is none
        Count sequences = 0;
    };
    std::vector<Value> values(states_.size());
    auto after = [&](const Move& move) {
        if (!move.ends)
            return Value{values[move.state].score, values[move.state].length + 1, values[move.state].sequences};
        return Value{scores[ends.of_move[static_cast<std::size_t>(&move - moves_.data())]], 1, 1};
    };
    for (const std::uint32_t state : done_) {
        Value& value = values[state];
        for (const Move& move : moves_of(state)) {
            const Value other = after(move);
            if (value.length == 0 || other.score > value.score) {
                value = other;
            } else if (other.score == value.score) {
                value.length = std::min(value.length, other.length);
                value.sequences += other.sequences;
            }
        }
    }
    auto walk = [&](bool shortest) {
        std::vector<int> pits;
        for (std::uint32_t state = 0;;) {
            const Moves moves = moves_of(state);
            const Move& move = *std::find_if(moves.begin(), moves.end(), [&](const Move& candidate) {
                const Value other = after(candidate);
                return other.score == values[0].score && (!shortest || other.length == values[state].length);
            });
            pits.push_back(move.pit);
            if (move.ends) return pits;
            state = move.state;
        }
    };
    return {values[0].score, values[0].sequences, walk(false), walk(true), states_.size()};
}

TurnGraph::Tree TurnGraph::tree() const {
    std::vector<Tree> trees(states_.size());
    for (const std::uint32_t state : done_) {
        Tree& tree = trees[state];
        tree.nodes = 1;
        for (const Move& move : moves_of(state)) {
            const Tree below = move.ends ? Tree{1, 1, 0} : trees[move.state];
            tree.nodes += below.nodes;
            tree.leaves += below.leaves;
            tree.longest = std::max(tree.longest, below.longest + 1);
        }
    }
    return trees[0];
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
