// Uniform-cost search from a position: visits every node in order of its least cost.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sowfish/checker/checking.hpp"
#include "sowfish/checker/state_map.hpp"

namespace sowfish {

template <class Kernel>
class UniformCostSearch {
   public:
    using Graph = GameGraph<Kernel>;
    using Node = typename Graph::Node;
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    UniformCostSearch(const Graph& graph, const Term& cost, std::optional<int> within, std::size_t max_bytes,
                      Control& control)
        : graph_(graph),
          cost_(cost),
          within_(within),
          max_bytes_(max_bytes),
          map_(max_bytes),
          control_(&control) {}

    // Settles nodes in order of cost. Calls `settle(number, cost)` once for each node, which may return false to
    // end the search, and `step(number, choice, edge)` for each of its edges. Returns true if the whole graph was
    // searched.
    template <class Settle, class Follow>
    bool run(const Position& start, Settle&& settle, Follow&& follow) {
        reach(graph_.root(start), 0, kNone, 0, true);
        for (now_ = 0; now_ < static_cast<int>(queue_.size()); ++now_) {
            for (std::size_t i = 0; i < queue_[at(now_)].size(); ++i) {
                const std::uint32_t number = queue_[at(now_)][i];
                if (map_.kept(number).cost != now_ || map_.kept(number).is_settled) continue;
                map_.kept(number).is_settled = true;
                if (!settle(number, now_)) return false;
                expand(number, follow);
                if (is_stopped()) return false;
            }
            queued_ -= queue_[at(now_)].capacity();
            std::vector<std::uint32_t>().swap(queue_[at(now_)]);
        }
        return true;
    }

    // Nodes are numbered 0 .. size() - 1; nodes beyond `within` are not included.
    std::size_t size() const { return map_.size(); }
    const Node& node(std::uint32_t number) const { return map_.key(number); }
    bool begins_turn(std::uint32_t number) const { return map_.kept(number).begins; }
    int settled_below() const { return now_; }
    std::size_t bytes() const { return map_.bytes() + queued_ * sizeof(std::uint32_t); }
    bool out_of_memory() const { return out_of_memory_; }

    Path path_to(std::uint32_t number) const {
        Path path;
        for (; map_.kept(number).parent != kNone; number = map_.kept(number).parent)
            path.push_back(pit_of(map_.kept(number).choice));
        std::reverse(path.begin(), path.end());
        return path;
    }

    // A path on which a turn begins at the node, not necessarily the shortest.
    Path path_to_turn(std::uint32_t number) const {
        if (map_.kept(number).turn_parent == kNone) return {};
        Path path = path_to(map_.kept(number).turn_parent);
        path.push_back(pit_of(map_.kept(number).turn_choice));
        return path;
    }

   private:
    struct Kept {
        int cost = 0;
        std::uint32_t parent = kNone;
        std::uint32_t turn_parent = kNone;
        std::uint8_t choice = 0;  // a pit, or kPass
        std::uint8_t turn_choice = 0;
        bool begins = false;
        bool is_settled = false;
    };

    static constexpr std::uint8_t kPass = 0xff;
    static constexpr std::uint64_t kPollNodes = 1024;

    static std::size_t at(int cost) { return static_cast<std::size_t>(cost); }
    static int pit_of(std::uint8_t choice) { return choice == kPass ? Step::kPass : choice; }

    bool is_stopped() {
        if (out_of_memory_) return true;
        if (++polled_ % kPollNodes == 0) return control_->count(kPollNodes);
        return false;
    }

    template <class Follow>
    void expand(std::uint32_t number, Follow&& follow) {
        const Node node = map_.key(number);
        for (unsigned left = graph_.choices(node); left != 0; left &= left - 1) {
            const unsigned choice = left & (~left + 1);
            const auto edge = graph_.follow(node, choice);
            follow(number, choice, edge);
            const int cost = now_ + amount(edge.step, cost_.counter, cost_.who);
            if ((within_ && cost > *within_) || graph_.is_beyond(edge.after)) continue;
            const bool begins = edge.step.turn_over && !edge.step.over;
            const auto pit =
                choice == Graph::kPassBit ? kPass : static_cast<std::uint8_t>(std::countr_zero(choice));
            reach(edge.after, cost, number, pit, begins);
        }
    }

    void reach(const Node& node, int cost, std::uint32_t parent, std::uint8_t choice, bool begins) {
        const auto [number, is_new] = map_.insert(node);
        if (number == kNone) {
            out_of_memory_ = true;
            return;
        }
        Kept& kept = map_.kept(number);
        if (is_new) kept = Kept{};
        if (begins && !kept.begins) {
            kept.begins = true;
            kept.turn_parent = parent;
            kept.turn_choice = choice;
        }
        if (!is_new && kept.cost <= cost) return;
        kept.cost = cost;
        kept.parent = parent;
        kept.choice = choice;
        enqueue(number, cost);
    }

    void enqueue(std::uint32_t number, int cost) {
        if (queue_.size() <= at(cost)) queue_.resize(at(cost) + 1);
        std::vector<std::uint32_t>& bucket = queue_[at(cost)];
        const std::size_t before = bucket.capacity();
        bucket.push_back(number);
        queued_ += bucket.capacity() - before;
        if (bytes() > max_bytes_) out_of_memory_ = true;
    }

    const Graph& graph_;
    Term cost_;
    std::optional<int> within_;
    std::size_t max_bytes_;
    StateMap<Node, Kept> map_;
    Control* control_;
    std::vector<std::vector<std::uint32_t>> queue_;  // by cost
    std::size_t queued_ = 0;
    int now_ = 0;
    std::uint64_t polled_ = 0;
    bool out_of_memory_ = false;
};

}  // namespace sowfish
