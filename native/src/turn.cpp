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
    using Key = Tagged<Board>;

    Graph(const Kernel& kernel, const Position& position, const TurnOptions& options, Control& control)
        : kernel_(kernel), position_(position), options_(options), control_(&control) {
        visit({board_of(kernel, position), 0});
    }

    bool complete() const { return !stopped_; }

    Ends ends() const override {
        Ends ends;
        ends.of_move.resize(ending_moves_);
        BoardMap<Key> map;
        for (std::uint32_t state = 0; state < states_.size(); ++state) {
            for (const Move& move : moves_of(state)) {
                if (!move.ends) continue;
                Key end = state_map_.keys()[state];
                const Next next = sow(end, move.pit);
                const bool over = kernel_.is_over(end.board, next);
                if (over) kernel_.sweep(end.board);
                end.tag = static_cast<int>(over ? Next::over : next);  // who would be next does not matter then
                const auto [number, is_new] = map.insert(end);
                if (is_new) ends.positions.push_back(position_of(end.board, next));
                ends.of_move[move.target] = number;
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
        std::uint32_t count = 0;
        for (int pit = 0; pit < kernel_.pits() && !stopped_; ++pit)
            if (kernel_.stones(key.board, pit) > 0) found[count++] = play(key, pit);
        states_[number] = {static_cast<std::uint32_t>(moves_.size()), count};
        moves_.insert(moves_.end(), found.begin(), found.begin() + count);
        done_.push_back(number);
        return number;
    }

    // Plays a pit; the tag becomes the laps of the turn, where they matter.
    Next sow(Key& key, int pit) const {
        if constexpr (std::is_same_v<Kernel, WideKernel>) {
            if (options_.max_laps > 0) {
                MoveRecord record;
                const Next next = kernel_.sow(key.board, pit, &record);
                key.tag += record.laps;
                return next;
            }
        }
        return kernel_.sow(key.board, pit);
    }

    Move play(const Key& from, int pit) {
        Move move{0, 0, 0, static_cast<std::uint8_t>(pit), true};
        Key to = from;
        const Next next = sow(to, pit);
        const bool over = kernel_.is_over(to.board, next);
        if (next == Next::again && !over && !ends_early(to)) {
            move.ends = false;
            move.target = visit(to);
            return move;
        }
        if (over) kernel_.sweep(to.board);
        move.target = ending_moves_++;
        move.store = static_cast<std::int16_t>(kernel_.store(to.board));
        move.margin = static_cast<std::int16_t>(kernel_.margin(to.board));
        return move;
    }

    Position position_of(const Board& board, Next next) const {
        Position result = position_;
        put_board(kernel_, board, result);
        result.north_to_move = position_.north_to_move == (next == Next::again);
        return result;
    }

    bool ends_early(const Key& key) const {
        if (options_.max_laps > 0 && key.tag >= options_.max_laps) return true;
        return options_.technical_win && std::abs(kernel_.margin(key.board)) > kernel_.rest(key.board);
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
TurnGraph::Best TurnGraph::best_by(Score&& score) const {
    std::vector<double> scores(states_.size());
    auto score_of = [&](const Move& move) { return move.ends ? score(move) : scores[move.target]; };
    for (const std::uint32_t state : done_) {
        double best = -std::numeric_limits<double>::infinity();
        for (const Move& move : moves_of(state)) best = std::max(best, score_of(move));
        scores[state] = best;
    }

    // Only the few states on a best way are looked at closer: the root comes last in done_.
    const double best = scores[0];
    std::vector<char> on_way(states_.size());
    on_way[0] = 1;
    for (auto state = done_.rbegin(); state != done_.rend(); ++state)
        if (on_way[*state])
            for (const Move& move : moves_of(*state))
                if (!move.ends && scores[move.target] == best) on_way[move.target] = 1;

    std::vector<Count> sequences(states_.size());
    std::vector<int> lengths(states_.size());  // moves to the nearest best end
    auto length_of = [&](const Move& move) { return 1 + (move.ends ? 0 : lengths[move.target]); };
    for (const std::uint32_t state : done_) {
        if (!on_way[state]) continue;
        for (const Move& move : moves_of(state)) {
            if (score_of(move) != best) continue;
            sequences[state] += move.ends ? 1 : sequences[move.target];
            lengths[state] = lengths[state] == 0 ? length_of(move) : std::min(lengths[state], length_of(move));
        }
    }

    auto walk = [&](bool shortest) {
        std::vector<int> pits;
        for (std::uint32_t state = 0;;) {
            const Moves moves = moves_of(state);
            const Move& move = *std::find_if(moves.begin(), moves.end(), [&](const Move& candidate) {
                return score_of(candidate) == best && (!shortest || length_of(candidate) == lengths[state]);
            });
            pits.push_back(move.pit);
            if (move.ends) return pits;
            state = move.target;
        }
    };
    return {best, sequences[0], walk(false), walk(true)};
}

TurnGraph::Best TurnGraph::best_store() const {
    return best_by([](const Move& move) -> double { return move.store; });
}

TurnGraph::Best TurnGraph::best_margin() const {
    return best_by([](const Move& move) -> double { return move.margin; });
}

TurnGraph::Best TurnGraph::best(const Ends& ends, const std::vector<double>& scores) const {
    return best_by([&](const Move& move) { return scores[ends.of_move[move.target]]; });
}

TurnGraph::Tree TurnGraph::tree() const {
    std::vector<Tree> trees(states_.size());
    for (const std::uint32_t state : done_) {
        Tree& tree = trees[state];
        tree.nodes = 1;
        for (const Move& move : moves_of(state)) {
            const Tree below = move.ends ? Tree{1, 1, 0} : trees[move.target];
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
