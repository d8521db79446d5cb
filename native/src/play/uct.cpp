#include "sowfish/play/uct.hpp"

#include <cmath>

#include "sowfish/play/kernel_tree.hpp"

namespace sowfish {

namespace {

template <class Kernel>
class KernelUct final : public KernelTree<Kernel> {
    using Tree = KernelTree<Kernel>;
    using Node = typename Tree::Node;

   public:
    KernelUct(const Kernel& kernel, std::size_t bytes, double exploration, std::uint64_t seed)
        : Tree(kernel, bytes, seed), exploration_(exploration) {}

   private:
    bool is_ripe(const Node& node) const override { return node.visits > 0; }

    double value_at(std::uint32_t number, Random& random) override {
        return Tree::value_of(outcome_of_game(this->kernel_, this->nodes_[number].board, AnyPit{}, random));
    }

    // Selects the move with the largest upper confidence bound; unvisited moves come first, in random order.
    const Node* choose(const Node& node, Random& random) const override {
        const double log_visits = std::log(static_cast<double>(std::max<std::uint32_t>(node.visits, 1)));
        const Node* best = nullptr;
        double best_bound = -1;
        std::uint32_t untried = 0;
        for (const Node& child : this->children_of(node)) {
            if (Tree::high_for_parent(child) <= node.low) continue;
            if (child.visits == 0) {
                if (random.below(++untried) == 0) best = &child;
                continue;
            }
            if (untried > 0) continue;
            const double bound =
                Tree::mean_for_parent(child) + exploration_ * std::sqrt(log_visits / child.visits);
            if (bound > best_bound) best_bound = bound, best = &child;
        }
        return best;
    }

    double exploration_;
};

}  // namespace

std::unique_ptr<SearchTree> make_uct_tree(const Rules& rules, std::size_t bytes, double exploration,
                                          std::uint64_t seed) {
    return with_kernel(rules, [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<SearchTree> {
        return std::make_unique<KernelUct<Kernel>>(kernel, bytes, exploration, seed);
    });
}

}  // namespace sowfish
