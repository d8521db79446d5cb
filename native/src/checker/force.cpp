#include "sowfish/checker/force.hpp"

#include "sowfish/board/profiles.hpp"
#include "sowfish/checker/state_map.hpp"

namespace sowfish {

namespace {

enum class Verdict : std::uint8_t { open, forced, prevented };

template <class Kernel>
class KernelForceSearch final : public ForceSearch {
   public:
    using Graph = GameGraph<Kernel>;
    using Node = typename Graph::Node;

    KernelForceSearch(const Kernel& kernel, const ForceQuestion& question)
        : question_(question), graph_(kernel, question.start.rules, question.options), map_(question.max_bytes) {}

    std::optional<bool> forced(const Path& moves, Control& control) override {
        const Followed end = follow(moves);
        if (end.reached) return true;
        control_ = &control;
        stopped_ = false;
        const Verdict verdict = decide(end.node);
        if (verdict == Verdict::open) return std::nullopt;
        return verdict == Verdict::forced;
    }

    bool reached(const Path& moves) const override { return follow(moves).reached; }

    Searched searched() const override { return {map_.size(), map_.bytes(), !stopped_, out_of_memory_}; }

   private:
    static constexpr std::uint64_t kPollNodes = 1024;

    struct Followed {
        Node node;
        bool reached = false;
    };

    Followed follow(const Path& moves) const {
        Followed at{graph_.root(question_.start)};
        at.reached = is_goal(at.node);
        for (const int pit : moves) {
            const unsigned choice = pit == Step::kPass ? Graph::kPassBit : 1u << pit;
            at.node = graph_.follow(at.node, choice).after;
            at.reached = at.reached || is_goal(at.node);
        }
        return at;
    }

    bool is_goal(const Node& node) const {
        if (graph_.is_beyond(node)) return false;
        return (!question_.at_end || graph_.is_over(node)) && graph_.holds(question_.where, node);
    }

    // The verdict on a node that needs no search.
    Verdict at_once(const Node& node) const {
        if (graph_.is_beyond(node)) return Verdict::prevented;
        if (is_goal(node)) return Verdict::forced;
        return graph_.is_over(node) ? Verdict::prevented : Verdict::open;
    }

    Verdict decide(const Node& node) {
        const Verdict known = at_once(node);
        if (known != Verdict::open) return known;
        const auto [number, is_new] = map_.insert(node);
        if (number == map_.kNone) {
            out_of_memory_ = stopped_ = true;
            return Verdict::open;
        }
        if (is_new) {
            map_.kept(number) = Verdict::open;
            if (map_.size() % kPollNodes == 0 && control_->count(kPollNodes)) stopped_ = true;
        }
        if (map_.kept(number) != Verdict::open) return map_.kept(number);
        if (stopped_) return Verdict::open;
        // The forcing side needs one move that forces the goal, the other side one that prevents it.
        const Verdict wanted = node.north() == question_.north ? Verdict::forced : Verdict::prevented;
        const Verdict otherwise = wanted == Verdict::forced ? Verdict::prevented : Verdict::forced;
        Verdict verdict = otherwise;
        for (unsigned left = graph_.choices(node); left != 0; left &= left - 1) {
            const Verdict child = decide(graph_.follow(node, left & (~left + 1)).after);
            if (child == wanted) return map_.kept(number) = wanted;
            if (child == Verdict::open) verdict = Verdict::open;
            if (stopped_) return Verdict::open;
        }
        return map_.kept(number) = verdict;
    }

    ForceQuestion question_;
    Graph graph_;
    StateMap<Node, Verdict> map_;
    Control* control_ = nullptr;
    bool stopped_ = false;
    bool out_of_memory_ = false;
};

}  // namespace

std::unique_ptr<ForceSearch> make_force_search(const ForceQuestion& question) {
    return with_kernel(question.start.rules,
                       [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<ForceSearch> {
                           return std::make_unique<KernelForceSearch<Kernel>>(kernel, question);
                       });
}

}  // namespace sowfish
