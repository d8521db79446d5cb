// Extremes and counts over whole games or turns: depth first, visiting each node once, as the graph is acyclic.
#include <array>
#include <cassert>
#include <limits>
#include <type_traits>

#include "sowfish/board/profiles.hpp"
#include "sowfish/checker/checking.hpp"
#include "sowfish/checker/state_map.hpp"
#include "sowfish/checker/uniform_cost_search.hpp"

namespace sowfish {

namespace {

// Policy: the value of a node is the best sum over its edges.
struct BestSum {
    using Value = int;
    static constexpr Value kNothing = std::numeric_limits<int>::min();

    const Sum* sum;

    static Value nothing() { return kNothing; }
    int weight(const Step& step) const {
        int weight = 0;
        for (const Term& term : sum->terms) weight += term.factor * amount(step, term.counter, term.who);
        return weight;
    }
    template <class Graph, class Node>
    Value at_end(const Graph& graph, const Node& node) const {
        return graph.value(sum->at_end, node);
    }
    bool add(Value& value, const Value& more, int weight) const {
        if (more == kNothing) return true;
        const Value other = more + weight;
        if (value == kNothing || (sum->largest ? other > value : other < value)) value = other;
        return true;
    }
    bool reaches(const Value& value, int prefix) const {
        if (!sum->target || value == kNothing) return false;
        return sum->largest ? prefix + value >= *sum->target : prefix + value <= *sum->target;
    }
};

// Policy: the value of a node is its number of paths, a large integer of `limbs` limbs.
template <std::size_t limbs>
struct Paths {
    using Value = std::array<std::uint64_t, limbs>;

    static Value nothing() { return {}; }
    static int weight(const Step&) { return 0; }
    template <class Graph, class Node>
    static Value at_end(const Graph&, const Node&) {
        Value one{};
        one[0] = 1;
        return one;
    }
    // Returns false on overflow.
    static bool add(Value& value, const Value& more, int) {
        bool carry = false;
        for (std::size_t i = 0; i < limbs; ++i) {
            const std::uint64_t sum = value[i] + more[i];
            const std::uint64_t all = sum + (carry ? 1 : 0);
            carry = sum < value[i] || all < sum;
            value[i] = all;
        }
        return !carry;
    }
    static bool reaches(const Value&, int) { return false; }
};

template <class Kernel, class Policy>
class Walk {
   public:
    using Graph = GameGraph<Kernel>;
    using Node = typename Graph::Node;
    using Value = typename Policy::Value;

    Walk(const Graph& graph, const PathQuestion& question, const Policy& policy, std::size_t max_bytes,
         Control& control)
        : graph_(graph), question_(question), policy_(policy), map_(max_bytes), control_(&control) {}

    // The value of a node, or of the part searched if the search had to stop.
    Value value_of(const Node& root) {
        // A finished game counts as a game; a turn needs a move.
        if (graph_.is_over(root)) return question_.scope == Scope::games ? end_value(root) : Policy::nothing();
        Value result = Policy::nothing();
        if (!enter(root, 0, 0, result)) return result;
        while (!stack_.empty()) {
            Frame& frame = stack_.back();
            if (frame.choices == 0 || stopped_) {
                map_.kept(frame.number) = frame.value;
                const Frame done = frame;
                stack_.pop_back();
                add(stack_.empty() ? result : stack_.back().value, done.value, done.weight);
                continue;
            }
            const unsigned choice = frame.choices & (~frame.choices + 1);
            frame.choices &= frame.choices - 1;
            take(frame, graph_.follow(map_.key(frame.number), choice));
        }
        return result;
    }

    // A path from a node that attains this value.
    Path path(Node node, Value value) const {
        Path path;
        for (bool ended = graph_.is_over(node); !ended;) {
            for (unsigned left = graph_.choices(node);; left &= left - 1) {
                assert(left != 0);
                const auto edge = graph_.follow(node, left & (~left + 1));
                const Value rest = known(edge);
                Value sum = Policy::nothing();
                policy_.add(sum, rest, policy_.weight(edge.step));
                if (sum == Policy::nothing() || sum != value) continue;
                path.push_back(edge.step.pit);
                node = edge.after;
                value = rest;
                ended = is_end(edge.step);
                break;
            }
        }
        return path;
    }

    bool stopped() const { return stopped_; }
    bool reached() const { return reached_; }
    bool overflowed() const { return overflowed_; }

    Searched searched() const { return {map_.size(), map_.bytes(), !stopped_ || reached_, out_of_memory_}; }

   private:
    struct Frame {
        std::uint32_t number;
        unsigned choices;
        int weight;  // of the step that leads here
        int prefix;  // of all steps up to here
        Value value;
    };

    static constexpr std::uint64_t kPollNodes = 1024;

    bool is_end(const Step& step) const { return question_.scope == Scope::games ? step.over : step.turn_over; }

    Value end_value(const Node& node) const {
        return graph_.holds(question_.where, node) ? policy_.at_end(graph_, node) : Policy::nothing();
    }

    template <class Edge>
    Value known(const Edge& edge) const {
        if (graph_.is_beyond(edge.after)) return Policy::nothing();
        if (is_end(edge.step)) return end_value(edge.after);
        const std::uint32_t number = map_.number_of(edge.after);
        return number == map_.kNone ? Policy::nothing() : map_.kept(number);
    }

    template <class Edge>
    void take(Frame& frame, const Edge& edge) {
        if (graph_.is_beyond(edge.after)) return;
        const int weight = policy_.weight(edge.step);
        if (is_end(edge.step)) {
            const Value value = end_value(edge.after);
            add(frame.value, value, weight);
            if (policy_.reaches(value, frame.prefix + weight)) reached_ = stopped_ = true;
            return;
        }
        enter(edge.after, weight, frame.prefix + weight, frame.value);
    }

    // Adds a known node's value to `into`, or pushes a new node on the stack. Returns false if the search is done.
    bool enter(const Node& node, int weight, int prefix, Value& into) {
        const auto [number, is_new] = map_.insert(node);
        if (number == map_.kNone) {
            out_of_memory_ = stopped_ = true;
            return false;
        }
        if (!is_new) {
            add(into, map_.kept(number), weight);
            if (policy_.reaches(map_.kept(number), prefix)) reached_ = stopped_ = true;
            return false;
        }
        if (map_.size() % kPollNodes == 0 && control_->count(kPollNodes)) stopped_ = true;
        map_.kept(number) = Policy::nothing();
        stack_.push_back({number, graph_.choices(node), weight, prefix, Policy::nothing()});
        return true;
    }

    void add(Value& value, const Value& more, int weight) {
        if (!policy_.add(value, more, weight)) overflowed_ = stopped_ = true;
    }

    const Graph& graph_;
    const PathQuestion& question_;
    Policy policy_;
    StateMap<Node, Value> map_;
    Control* control_;
    std::vector<Frame> stack_;
    bool stopped_ = false;
    bool reached_ = false;
    bool overflowed_ = false;
    bool out_of_memory_ = false;
};

// Calls visit(number) for every node at which a turn may begin.
template <class Kernel, class Visit>
void for_each_turn(const UniformCostSearch<Kernel>& search, Visit&& visit) {
    for (std::uint32_t number = 0; number < search.size(); ++number) {
        if (search.begins_turn(number) && !visit(number)) return;
    }
}

GraphOptions without_trackers(GraphOptions options) {
    options.trackers.clear();
    options.is_bounded = false;
    return options;
}

// Finds all nodes where turns begin, unless it had to stop.
template <class Kernel>
bool find_turns(UniformCostSearch<Kernel>& search, const PathQuestion& question) {
    return search.run(
        question.start, [](std::uint32_t, int) { return true; }, [](std::uint32_t, unsigned, const auto&) {});
}

template <class Kernel>
Extreme extreme_turn(const Kernel& kernel, const PathQuestion& question, const Sum& sum, Control& control) {
    const GameGraph<Kernel> graph(kernel, question.start.rules, question.options);
    const GameGraph<Kernel> plain(kernel, question.start.rules, without_trackers(question.options));
    const auto within = question.begin_cost ? std::optional(question.begin_within) : std::nullopt;
    UniformCostSearch<Kernel> search(plain, question.begin_cost.value_or(Term{Counter::moves}), within,
                                     question.max_bytes / 2, control);
    const bool found_all = find_turns(search, question);
    Walk<Kernel, BestSum> walk(graph, question, BestSum{&sum}, question.max_bytes / 2, control);
    Extreme best;
    std::uint32_t from = 0;
    for_each_turn(search, [&](std::uint32_t number) {
        const int value = walk.value_of(search.node(number));
        const bool is_better = value != BestSum::kNothing &&
                               (!best.value || (sum.largest ? value > *best.value : value < *best.value));
        if (is_better) {
            best.value = value;
            from = number;
        }
        return !walk.stopped();
    });
    if (best.value) {
        best.before = search.path_to_turn(from);
        best.path = walk.path(search.node(from), *best.value);
    }
    best.reached = walk.reached();
    best.searched = walk.searched();
    best.searched.nodes += search.size();
    best.searched.bytes += search.bytes();
    best.searched.complete = best.reached || (found_all && best.searched.complete);
    best.searched.out_of_memory = best.searched.out_of_memory || search.out_of_memory();
    return best;
}

template <class Kernel>
Extreme extreme_from_start(const Kernel& kernel, const PathQuestion& question, const Sum& sum, Control& control) {
    const GameGraph<Kernel> graph(kernel, question.start.rules, question.options);
    Walk<Kernel, BestSum> walk(graph, question, BestSum{&sum}, question.max_bytes, control);
    const auto root = graph.root(question.start);
    const int value = walk.value_of(root);
    Extreme best;
    best.reached = walk.reached();
    best.searched = walk.searched();
    if (value == BestSum::kNothing) return best;
    best.value = value;
    best.path = walk.path(root, value);
    return best;
}

// Empty if the count does not fit.
template <std::size_t limbs, class Kernel>
std::optional<Count> counted(const Kernel& kernel, const PathQuestion& question, Control& control) {
    const GameGraph<Kernel> graph(kernel, question.start.rules, question.options);
    Walk<Kernel, Paths<limbs>> walk(graph, question, {}, question.max_bytes / 2, control);
    typename Paths<limbs>::Value sum{};
    bool complete = true;
    Searched more;
    if (question.scope == Scope::turns) {
        const GameGraph<Kernel> plain(kernel, question.start.rules, without_trackers(question.options));
        const auto within = question.begin_cost ? std::optional(question.begin_within) : std::nullopt;
        UniformCostSearch<Kernel> search(plain, question.begin_cost.value_or(Term{Counter::moves}), within,
                                         question.max_bytes / 2, control);
        complete = find_turns(search, question);
        bool fits = true;
        for_each_turn(search, [&](std::uint32_t number) {
            fits = Paths<limbs>::add(sum, walk.value_of(search.node(number)), 0);
            return fits && !walk.stopped();
        });
        if (!fits) return std::nullopt;
        more = {search.size(), search.bytes(), complete, search.out_of_memory()};
    } else {
        sum = walk.value_of(graph.root(question.start));
    }
    if (walk.overflowed()) return std::nullopt;
    Searched searched = walk.searched();
    searched.nodes += more.nodes;
    searched.bytes += more.bytes;
    searched.complete = searched.complete && complete;
    searched.out_of_memory = searched.out_of_memory || more.out_of_memory;
    return Count{{sum.begin(), sum.end()}, searched};
}

}  // namespace

Extreme extreme(const PathQuestion& question, const Sum& sum, Control& control) {
    return with_kernel(question.start.rules, [&](const auto& kernel) {
        return question.scope == Scope::turns ? extreme_turn(kernel, question, sum, control)
                                              : extreme_from_start(kernel, question, sum, control);
    });
}

Count count_paths(const PathQuestion& question, Control& control) {
    return with_kernel(question.start.rules, [&](const auto& kernel) {
        if (auto count = counted<2>(kernel, question, control)) return *count;
        if (auto count = counted<16>(kernel, question, control)) return *count;
        Count beyond;  // more than 1,024 bits: no graph small enough to search is known to have so many games
        beyond.searched.out_of_memory = true;
        return beyond;
    });
}

}  // namespace sowfish
