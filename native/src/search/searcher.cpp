#include "sowfish/search/searcher.hpp"

#include <type_traits>
#include <utility>

#include "sowfish/board/profiles.hpp"
#include "sowfish/search/best_line.hpp"
#include "sowfish/search/evaluation.hpp"
#include "sowfish/search/look_ahead.hpp"
#include "sowfish/search/search.hpp"

namespace sowfish {

namespace {

template <class Kernel>
class KernelRoot;

template <class Kernel>
class KernelSearcher final : public Searcher {
   public:
    KernelSearcher(const KernelRoot<Kernel>& root, const Kernel& kernel, HashFor<Kernel>& hash,
                   std::shared_ptr<const Table> table)
        : root_(&root), kernel_(kernel), search_(kernel, hash, std::move(table)) {}

    void set_table(std::shared_ptr<const Table> table) override { search_.set_table(std::move(table)); }
    void join(Control& control, InFlight* busy) override { search_.join(control, busy); }

    SearchAnswer prove(std::size_t number, const Bounds& own, int beta, const SearchLimits& limits) override {
        auto node = root_->child(number).node;
        node.bounds = own;
        search_.locate(node);  // the table may have grown
        search_.begin(limits.job, limits.number, limits.budget, limits.pause);
        const int value = search_.search(node, beta);
        search_.end();
        return {value, node.bounds.pit, search_.aborted()};
    }

    BestLine follow(std::size_t number, const Bounds& exact, std::uint64_t budget) override {
        auto child = root_->child(number);
        child.node.bounds = exact;
        return best_line(kernel_, search_, child, budget);
    }

    Search<Kernel>& search() { return search_; }

   private:
    const KernelRoot<Kernel>* root_;
    Kernel kernel_;
    Search<Kernel> search_;
};

template <class Kernel>
class KernelRoot final : public Root {
   public:
    using Child = typename Search<Kernel>::Child;

    KernelRoot(const Kernel& kernel, const Rules& rules, ProofHash& hash, std::size_t look_bytes)
        : kernel_(kernel),
          rules_(rules),
          hash_(&hash),
          look_(kernel, MarginEvaluation<Kernel>(kernel, rules.switches.relay), look_bytes) {}

    std::unique_ptr<Searcher> make_searcher(std::shared_ptr<const Table> table) override {
        return std::make_unique<KernelSearcher<Kernel>>(*this, kernel_, hash_->table<Kernel>(), std::move(table));
    }

    std::vector<RootMove> set(const Position& position, bool every_move, Searcher& searcher) override {
        const Search<Kernel>& search = static_cast<KernelSearcher<Kernel>&>(searcher).search();
        board_ = board_of(kernel_, position);
        Child whole{};
        whole.pit = kNoPit;
        whole.located = true;
        whole.next = Next::again;
        whole.node = search.node(board_);
        children_ = {whole};
        for (int pit = 0; every_move && pit < kernel_.pits(); ++pit)
            if (kernel_.stones(board_, pit) > 0) children_.push_back(search.child(board_, pit));
        std::vector<RootMove> moves;
        for (const Child& child : children_)
            moves.push_back({child.pit, child.next, child.gain, child.node.rest, child.node.bounds});
        return moves;
    }

    Position node(std::size_t number) const override {
        Position position{rules_, {}, false};
        put_board(kernel_, children_[number].node.board, position);
        return position;
    }

    void set_table(std::shared_ptr<const Table> table) override { look_.evaluation().set_table(std::move(table)); }

    void set_net(std::shared_ptr<const Net> net) override {
        look_.evaluation().set_net(std::move(net));
        look_.clear();
    }

    void clear() override { look_.clear(); }
    void start_look(bool every_move) override { look_.set_root(board_, every_move); }
    bool is_look_open() const override { return look_.is_open(); }

    bool deepen(Control& control, const std::atomic<bool>* halt, std::uint64_t budget) override {
        return look_.deepen(control, halt, budget);
    }

    std::uint64_t look_nodes() const override { return look_.nodes(); }
    LookResult seen() const override { return look_.result(); }

    const Child& child(std::size_t number) const { return children_[number]; }

   private:
    Kernel kernel_;
    Rules rules_;
    ProofHash* hash_;
    LookAhead<Kernel, MarginEvaluation<Kernel>> look_;
    typename Kernel::Board board_{};
    std::vector<Child> children_;
};

}  // namespace

std::unique_ptr<Root> make_root(const Rules& rules, ProofHash& hash, std::size_t look_bytes) {
    return with_kernel(rules, [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<Root> {
        return std::make_unique<KernelRoot<Kernel>>(kernel, rules, hash, look_bytes);
    });
}

}  // namespace sowfish
