// Positions and states where a condition holds: the nearest, their number, and the extremes.
#include <array>
#include <bit>

#include "sowfish/board/profiles.hpp"
#include "sowfish/checker/checking.hpp"
#include "sowfish/checker/state_map.hpp"
#include "sowfish/checker/uniform_cost_search.hpp"

namespace sowfish {

namespace {

// A state between two events of a move, in the mover's view.
//
//     bytes   0 .. 25   26     27     28
//             cells     hand   at     1: north moves
struct MidState {
    std::array<std::uint8_t, 29> bytes{};

    friend bool operator==(const MidState&, const MidState&) = default;
};

std::uint64_t hash_of(const MidState& state) {
    std::uint64_t hash = 0;
    for (const std::uint8_t byte : state.bytes) hash = (hash ^ byte) * 0x9e3779b97f4a7c15ULL;
    return hash ^ hash >> 32;
}

struct Nothing {};

template <class Kernel>
class PlaceSearch {
   public:
    using Graph = GameGraph<Kernel>;
    using Node = typename Graph::Node;

    PlaceSearch(const Kernel& kernel, const PlaceQuestion& question, Control& control)
        : question_(question),
          graph_(kernel, question.start.rules, question.options),
          wide_(question.start.rules),
          search_(graph_, question.cost, question.within, question.max_bytes / parts(question), control),
          mid_(question.max_bytes / parts(question)),
          bare_(question.max_bytes / parts(question)) {}

    // Calls see(place) for each place where the condition holds; returning false ends the search.
    template <class See>
    Reached run(See&& see) {
        bool goes_on = true;
        const bool complete = search_.run(
            question_.start,
            [&](std::uint32_t number, int cost) {
                // A pending mid-move state is nearer than any node from here on.
                if (pending_ && cost > pending_cost_) goes_on = false;
                if (goes_on && is_subject(graph_.choices(search_.node(number)) == 0) &&
                    graph_.holds(question_.where, search_.node(number)))
                    goes_on = see(*this, Seen{number, cost, 0, 0, nullptr});
                return goes_on && !full_;
            },
            [&](std::uint32_t number, unsigned choice, const auto&) {
                if (goes_on && question_.subject == Subject::states && choice != Graph::kPassBit)
                    goes_on = see_move(number, choice, see);
            });
        Reached reached;
        reached.place = best_;
        reached.settled = search_.settled_below();
        reached.searched = {search_.size() + mid_.size(), search_.bytes() + mid_.bytes() + bare_.bytes(),
                            complete || (!goes_on && !full_), full_ || search_.out_of_memory()};
        return reached;
    }

    struct Seen {
        std::uint32_t number;
        int cost;
        int pit;
        int events;             // of the unfinished move; 0 between moves
        const MidState* state;  // of the unfinished move
        int value = 0;
    };

    // Remembers a place as the best so far.
    void keep(const Seen& seen, int value) {
        best_ = {true, seen.cost, value, search_.path_to(seen.number), seen.events};
        if (seen.events > 0) best_.path.push_back(seen.pit);
    }

    const Place& best() const { return best_; }

    // Ends the search once everything nearer has been seen.
    void keep_if_nearest(const Seen& seen) {
        if (pending_ && seen.cost >= pending_cost_) return;
        keep(seen, 0);
        pending_ = true;
        pending_cost_ = seen.cost;
    }

    // Whether a place is seen for the first time.
    bool is_new(const Seen& seen) {
        if (seen.state) return is_new_in(mid_, *seen.state);
        return question_.options.trackers.empty() || is_new_in(bare_, graph_.bare(search_.node(seen.number)));
    }

    int value_at(const Predicate& objective, const Seen& seen) const {
        return seen.state ? seen.value : graph_.value(objective, search_.node(seen.number));
    }

    void set_objective(const Predicate* objective) { objective_ = objective; }

   private:
    // The number of equal parts the memory is divided into.
    static std::size_t parts(const PlaceQuestion& question) {
        return 1 + (question.subject == Subject::states ? 1 : 0) + (question.options.trackers.empty() ? 0 : 1);
    }

    bool is_subject(bool is_over) const { return question_.subject != Subject::ends || is_over; }

    template <class Map, class Key>
    bool is_new_in(Map& map, const Key& key) {
        const auto [number, is_new] = map.insert(key);
        if (number == map.kNone) full_ = true;
        return is_new;
    }

    // The states within a move: after every event but the last.
    template <class See>
    bool see_move(std::uint32_t number, unsigned choice, See&& see) {
        const Node node = search_.node(number);
        const int pit = std::countr_zero(choice);
        const WideBoard before = graph_.wide(node);
        WideBoard sown = before;
        MoveRecord record;
        wide_.sow(sown, pit, &record);
        UnfinishedMove move{before, {}, 0, 0, 0};
        move.step.pit = pit;
        move.step.north = node.north();
        for (std::size_t i = 0; i < record.path.size();) {
            move.lift(record.path[i], record.path[i + 1]);
            const std::size_t end = i + 2 + record.path[i + 1];
            for (i += 2;; ++i) {
                if (!see_state(number, node, move, see)) return false;
                if (i == end) break;
                move.drop(record.path[i], wide_.pits());
                if (i + 1 == record.path.size()) return true;  // the node that follows
            }
        }
        return true;
    }

    // An unfinished move.
    struct UnfinishedMove {
        WideBoard board;
        Step step;
        int hand;
        int at;
        int events;

        void lift(int cell, int stones) {
            board.cells[static_cast<std::size_t>(cell)] = 0;
            hand = stones;
            at = cell;
            ++events;
            ++step.laps;
        }
        void drop(int cell, int pits) {
            ++board.cells[static_cast<std::size_t>(cell)];
            --hand;
            at = cell;
            ++events;
            ++step.drops;
            if (cell == pits) {
                ++step.banked;
                ++step.mine;
            } else if (cell == 2 * pits + 1) {
                ++step.theirs;
            }
        }
    };

    template <class See>
    bool see_state(std::uint32_t number, const Node& node, const UnfinishedMove& move, See&& see) {
        const int cost = search_.settled_below() + amount(move.step, question_.cost.counter, question_.cost.who);
        if (question_.within && cost > *question_.within) return true;
        const Node counts{node.board, graph_.counted(node.marks, move.step)};
        if (graph_.is_beyond(counts)) return true;
        const auto tracker = [&](int i) { return graph_.tracker(counts, i); };
        const bool with_pits = question_.where.asks_pits() || (objective_ && objective_->asks_pits());
        Quantities levels = levels_of(wide_, move.board, move.step.north, with_pits);
        levels[static_cast<std::size_t>(Quantity::hand)] = move.hand;
        if (!question_.where.holds(tracker, levels)) return true;
        const MidState state = state_of(move);
        const int value = objective_ ? objective_->value(tracker, levels) : 0;
        return see(*this, Seen{number, cost, move.step.pit, move.events, &state, value}) && !full_;
    }

    static MidState state_of(const UnfinishedMove& move) {
        MidState state;
        std::copy(move.board.cells.begin(), move.board.cells.end(), state.bytes.begin());
        state.bytes[26] = static_cast<std::uint8_t>(move.hand);
        state.bytes[27] = static_cast<std::uint8_t>(move.at);
        state.bytes[28] = move.step.north ? 1 : 0;
        return state;
    }

    const PlaceQuestion& question_;
    Graph graph_;
    WideKernel wide_;
    UniformCostSearch<Kernel> search_;
    StateMap<MidState, Nothing> mid_;
    StateMap<Node, Nothing> bare_;
    const Predicate* objective_ = nullptr;
    Place best_;
    bool full_ = false;
    bool pending_ = false;
    int pending_cost_ = 0;
};

}  // namespace

Reached nearest(const PlaceQuestion& question, Control& control) {
    return with_kernel(question.start.rules, [&]<class Kernel>(const Kernel& kernel) {
        PlaceSearch<Kernel> search(kernel, question, control);
        return search.run([](auto& self, const auto& seen) {
            self.keep_if_nearest(seen);
            return seen.state != nullptr;  // a mid-move state may still be beaten, a settled node not
        });
    });
}

Reached count_places(const PlaceQuestion& question, Control& control) {
    return with_kernel(question.start.rules, [&]<class Kernel>(const Kernel& kernel) {
        PlaceSearch<Kernel> search(kernel, question, control);
        std::uint64_t count = 0;
        Reached reached = search.run([&](auto& self, const auto& seen) {
            if (self.is_new(seen)) ++count;
            return true;
        });
        reached.count = count;
        return reached;
    });
}

Reached extreme_place(const PlaceQuestion& question, const Predicate& objective, bool largest, Control& control) {
    return with_kernel(question.start.rules, [&]<class Kernel>(const Kernel& kernel) {
        PlaceSearch<Kernel> search(kernel, question, control);
        search.set_objective(&objective);
        return search.run([&](auto& self, const auto& seen) {
            const int value = self.value_at(objective, seen);
            const Place& best = self.best();
            if (!best.found || (largest ? value > best.value : value < best.value)) self.keep(seen, value);
            return true;
        });
    });
}

}  // namespace sowfish
