#include "sowfish/play/puct.hpp"

#include <cmath>

#include "sowfish/play/kernel_tree.hpp"

namespace sowfish {

namespace {

template <class Kernel>
class KernelPuct final : public KernelTree<Kernel> {
    using Tree = KernelTree<Kernel>;
    using Node = typename Tree::Node;

   public:
    KernelPuct(const Kernel& kernel, std::shared_ptr<const Net> net, std::size_t bytes, double exploration,
               std::uint64_t seed)
        : Tree(kernel, bytes, seed), net_(std::move(net)), exploration_(exploration) {}

   private:
    // First-play urgency: how much less than its parent an unvisited move is assumed to be worth.
    static constexpr double kUntried = 0.1;

    // Nodes are expanded by the net's single evaluation, which also provides their value.
    bool is_ripe(const Node&) const override { return false; }

    void grow(std::uint32_t number) override {
        this->expand(number);
        const Node& node = this->nodes_[number];
        NetGuess guess;
        if (net_) {
            const int margin = this->kernel_.margin(node.board);
            guess = net_->evaluate(net_input(this->kernel_, node.board, margin), this->kernel_.filled(node.board));
            value_ = 0.5 + 0.5 * static_cast<double>(guess.score);
        }
        for (Node& child : this->children_of(node)) {
            double prior = 1.0 / node.count;  // for a pass, or without a net
            if (net_ && child.pit != kNoPit) prior = static_cast<double>(guess.policy[child.pit]);
            child.prior = static_cast<std::uint16_t>(std::lround(prior * Tree::kWhole));
        }
    }

    double value_at(std::uint32_t number, Random& random) override {
        grow(number);
        const Node& node = this->nodes_[number];
        if (node.is_proven()) return Tree::value_of(node.low);
        if (net_) return value_;
        return Tree::value_of(outcome_of_game(this->kernel_, node.board, AnyPit{}, random));
    }

    // Selects the move with the largest mean plus exploration bonus.
    const Node* choose(const Node& node, Random&) const override {
        const double reach =
            exploration_ * std::sqrt(static_cast<double>(std::max<std::uint32_t>(node.visits, 1)));
        const double untried = std::max(Tree::mean(node) - kUntried, 0.0);
        const Node* best = nullptr;
        double best_bound = -1;
        for (const Node& child : this->children_of(node)) {
            if (Tree::high_for_parent(child) <= node.low) continue;
            const double mean = child.visits == 0 ? untried : Tree::mean_for_parent(child);
            const double bound = mean + reach * Tree::prior(child) / (1.0 + child.visits);
            if (bound > best_bound) best_bound = bound, best = &child;
        }
        return best;
    }

    std::shared_ptr<const Net> net_;
    double exploration_;
    double value_ = 0;  // the net's value of the node expanded last, for its side to move, from 0 to 1
};

}  // namespace

std::unique_ptr<SearchTree> make_puct_tree(const Rules& rules, std::shared_ptr<const Net> net, std::size_t bytes,
                                           double exploration, std::uint64_t seed) {
    return with_kernel(rules, [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<SearchTree> {
        return std::make_unique<KernelPuct<Kernel>>(kernel, std::move(net), bytes, exploration, seed);
    });
}

}  // namespace sowfish
