#include "sowfish/turn.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "sowfish/board_map.hpp"

namespace sowfish {

namespace {

// A board with what else tells it from others: the laps so far, or for an end who is next.
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
class Graph final : public TurnGraph {
   public:
    using Board = typename Kernel::Board;
    static constexpr bool kCountsLaps = std::is_same_v<Kernel, WideKernel>;  // the fast kernels do not
    using Key = std::conditional_t<kCountsLaps, Tagged<Board>, Board>;

    Graph(const Kernel& kernel, const Position& position, const TurnOptions& options, Control& control)
        : kernel_(kernel), position_(position), options_(options), control_(&control) {
        visit({board_of(kernel, position)});
    }

    bool complete() const { return !stopped_; }

    Ends ends() const override {
        Ends ends;
        ends.of_move.resize(moves_.size());
        BoardMap<Tagged<Board>> map;
        for (std::uint32_t state = 0; state < states_.size(); ++state) {
            for (const Move& move : moves_of(state)) {
                if (!move.ends) continue;
                Key key = state_map_.keys()[state];
                const Next next = sow(key, move.pit);
                Board& board = board_in(key);
                const bool over = kernel_.is_over(board, next);
                if (over) kernel_.sweep(board);
                // Who would be next does not matter once it is over.
                const auto [number, is_new] = map.insert({board, static_cast<int>(over ? Next::over : next)});
                if (is_new) ends.positions.push_back(position_of(board, next));
                ends.of_move[static_cast<std::size_t>(&move - moves_.data())] = number;
            }
        }
        return ends;
    }

   private:
    static constexpr std::size_t kPollStates = 4096;

    std::uint32_t visit(const Key& key) {
        const auto [number, is_new] = state_map_.insert(key);
        if (!is_new) return number;
        states_.emplace_back();
        if (states_.size() % kPollStates == 0) stopped_ = control_->count(kPollStates);
        std::array<Move, kMaxPits> found;
        State state;
        state.store = state.margin = std::numeric_limits<std::int16_t>::min();
        for (int pit = 0; pit < kernel_.pits() && !stopped_; ++pit) {
            if (kernel_.stones(board_in(key), pit) == 0) continue;
            const Move& move = found[state.move_count++] = play(key, pit);
            state.store = std::max(state.store, store_of(move));
            state.margin = std::max(state.margin, margin_of(move));
        }
        state.first_move = static_cast<std::uint32_t>(moves_.size());
        states_[number] = state;
        moves_.insert(moves_.end(), found.begin(), found.begin() + state.move_count);
        done_.push_back(number);
        return number;
    }

    static Board& board_in(Key& key) {
        if constexpr (kCountsLaps) {
            return key.board;
        } else {
            return key;
        }
    }
    static const Board& board_in(const Key& key) { return board_in(const_cast<Key&>(key)); }

    // Plays a pit; the tag becomes the laps of the turn, where they matter.
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

    Move play(const Key& from, int pit) {
        Move move;
        move.pit = static_cast<std::uint8_t>(pit);
        Key to = from;
        const Next next = sow(to, pit);
        Board& board = board_in(to);
        const bool over = kernel_.is_over(board, next);
        // With nothing left to sow a free move is a pass, where the game goes on until all pits are empty.
        move.ends = next != Next::again || over || kernel_.filled(board) == 0 || ends_early(to);
        if (!move.ends) {
            move.state = visit(to);
            return move;
        }
        if (over) kernel_.sweep(board);
        move.end = {static_cast<std::int16_t>(kernel_.store(board)),
                    static_cast<std::int16_t>(kernel_.margin(board))};
        return move;
    }

    bool ends_early(const Key& key) const {
        if constexpr (kCountsLaps) {
            if (options_.max_laps > 0 && key.tag >= options_.max_laps) return true;
        }
        return options_.technical_win && std::abs(kernel_.margin(board_in(key))) > kernel_.rest(board_in(key));
    }

    Position position_of(const Board& board, Next next) const {
        Position result = position_;
        put_board(kernel_, board, result);
        result.north_to_move = position_.north_to_move == (next == Next::again);
        return result;
    }

    Kernel kernel_;
    Position position_;
    TurnOptions options_;
    Control* control_;
    bool stopped_ = false;
    BoardMap<Key> state_map_;
};

}  // namespace

template <class Score>
TurnGraph::Best TurnGraph::best_by(Score&& score_of) const {
    double best = -std::numeric_limits<double>::infinity();
    for (const Move& move : moves_of(0)) best = std::max<double>(best, score_of(move));

    // Only the few states on a best way are looked at closer: way[state] counts them from 1. The root is done
    // last.
    std::vector<std::uint32_t> way(states_.size());
    std::uint32_t on_way = 0;
    way[0] = ++on_way;
    for (auto state = done_.rbegin(); state != done_.rend(); ++state) {
        if (way[*state] == 0) continue;
        for (const Move& move : moves_of(*state))
            if (!move.ends && score_of(move) == best && way[move.state] == 0) way[move.state] = ++on_way;
    }

    std::vector<Count> sequences(on_way + 1);
    std::vector<int> lengths(on_way + 1);  // moves to the nearest best end
    auto length_of = [&](const Move& move) { return 1 + (move.ends ? 0 : lengths[way[move.state]]); };
    for (const std::uint32_t state : done_) {
        if (way[state] == 0) continue;
        Count& count = sequences[way[state]];
        int& length = lengths[way[state]];
        for (const Move& move : moves_of(state)) {
            if (score_of(move) != best) continue;
            count += move.ends ? 1 : sequences[way[move.state]];
            length = length == 0 ? length_of(move) : std::min(length, length_of(move));
        }
    }

    auto walk = [&](bool shortest) {
        std::vector<int> pits;
        for (std::uint32_t state = 0;;) {
            const Moves moves = moves_of(state);
            const Move& move = *std::find_if(moves.begin(), moves.end(), [&](const Move& candidate) {
                return score_of(candidate) == best && (!shortest || length_of(candidate) == lengths[way[state]]);
            });
            pits.push_back(move.pit);
            if (move.ends) return pits;
            state = move.state;
        }
    };
    return {best, sequences[way[0]], walk(false), walk(true)};
}

TurnGraph::Best TurnGraph::best_store() const {
    return best_by([this](const Move& move) { return store_of(move); });
}

TurnGraph::Best TurnGraph::best_margin() const {
    return best_by([this](const Move& move) { return margin_of(move); });
}

TurnGraph::Best TurnGraph::best(const Ends& ends, const std::vector<double>& scores) const {
    std::vector<double> of_state(states_.size(), -std::numeric_limits<double>::infinity());
    auto score_of = [&](const Move& move) {
        return move.ends ? scores[ends.of_move[static_cast<std::size_t>(&move - moves_.data())]]
                         : of_state[move.state];
    };
    for (const std::uint32_t state : done_)
        for (const Move& move : moves_of(state)) of_state[state] = std::max(of_state[state], score_of(move));
    return best_by(score_of);
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
    auto make = [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<TurnGraph> {
        auto graph = std::make_unique<Graph<Kernel>>(kernel, position, options, control);
        if (!graph->complete()) return nullptr;
        return graph;
    };
    if (options.max_laps > 0) return make(WideKernel(position.rules));  // the fast kernels do not count laps
    return with_kernel(position.rules, make);
}

}  // namespace sowfish
