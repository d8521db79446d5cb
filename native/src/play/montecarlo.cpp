#include "sowfish/play/montecarlo.hpp"

#include <algorithm>
#include <atomic>

#include "sowfish/board/outcome.hpp"
#include "sowfish/system/threads.hpp"

namespace sowfish {

namespace {

template <class Kernel, class PickPit>
class KernelRun final : public PlayoutRun {
   public:
    KernelRun(const Kernel& kernel, const Position& position, std::uint64_t seed, std::uint64_t games,
              Control& control)
        : kernel_(kernel), seed_(seed), games_(games), control_(&control) {
        const Board board = board_of(kernel, position);
        for (int pit = 0; pit < kernel.pits(); ++pit) {
            if (kernel.stones(board, pit) == 0) continue;
            First first{board, Next::other};
            first.next = kernel.play(first.board, pit);
            if (first.next == Next::other) first.board = kernel.turned(first.board);
            first_.push_back(first);
            counts_.push_back({pit});
        }
    }

    void work() override {
        const std::uint64_t chunk = kRounds * first_.size();
        std::vector<PitCount> counts(first_.size());
        for (;;) {
            const std::uint64_t begin = next_.fetch_add(chunk, std::memory_order_relaxed);
            if (begin >= games_ || (begin > 0 && control_->stopped())) break;
            const std::uint64_t end = std::min(games_, begin + chunk);
            for (std::uint64_t game = begin; game < end; ++game) {
                const std::size_t number = game % first_.size();
                Random random(seed_, game);
                add(counts[number], outcome(first_[number], random));
            }
            control_->count(end - begin);
        }
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            counts_[i].wins += counts[i].wins;
            counts_[i].draws += counts[i].draws;
            counts_[i].losses += counts[i].losses;
        }
    }

    std::vector<PitCount> counts() const override { return counts_; }

   private:
    using Board = typename Kernel::Board;
    static constexpr std::uint64_t kRounds = 4;  // played between checks of the clock

    // The board after a first move, in the view of the next side to move.
    struct First {
        Board board;
        Next next;
    };

    // For the side that made the first move.
    Outcome outcome(const First& first, Random& random) const {
        if (first.next == Next::over) return outcome_of(kernel_.margin(first.board));
        const Outcome outcome = outcome_of_game(kernel_, first.board, PickPit{}, random);
        return first.next == Next::other ? turned_outcome(outcome) : outcome;
    }

    static void add(PitCount& count, Outcome outcome) {
        if (outcome == Outcome::win) ++count.wins;
        if (outcome == Outcome::draw) ++count.draws;
        if (outcome == Outcome::loss) ++count.losses;
    }

    Kernel kernel_;
    std::uint64_t seed_;
    std::uint64_t games_;
    Control* control_;
    std::vector<First> first_;
    std::atomic<std::uint64_t> next_{0};
    Mutex mutex_;
    std::vector<PitCount> counts_;
};

__extension__ typedef __int128 Wide;  // products of counts

struct Share {
    Wide part;
    Wide whole;

    friend bool operator<(const Share& a, const Share& b) { return a.part * b.whole < b.part * a.whole; }
};

Share share_of(const PitCount& count, Select select) {
    const std::uint64_t decided = count.wins + count.losses;
    if (select == Select::ratio) return decided == 0 ? Share{1, 2} : Share{count.wins, decided};
    const Wide part = select == Select::wins ? Wide{count.wins} : Wide{count.wins} - Wide{count.losses};
    return {part, std::max<std::uint64_t>(1, count.games())};
}

}  // namespace

std::size_t best_count(const std::vector<PitCount>& counts, Select select) {
    std::size_t best = 0;
    for (std::size_t place = 1; place < counts.size(); ++place)
        if (share_of(counts[best], select) < share_of(counts[place], select)) best = place;
    return best;
}

std::unique_ptr<PlayoutRun> make_playout_run(const Position& position, Policy policy, std::uint64_t seed,
                                             std::uint64_t games, Control& control) {
    return with_kernel(position.rules, [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<PlayoutRun> {
        if (policy == Policy::greedy)
            return std::make_unique<KernelRun<Kernel, GreediestPit>>(kernel, position, seed, games, control);
        return std::make_unique<KernelRun<Kernel, AnyPit>>(kernel, position, seed, games, control);
    });
}

}  // namespace sowfish
