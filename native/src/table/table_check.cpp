#include "sowfish/table/table_check.hpp"

#include <algorithm>
#include <type_traits>

#include "sowfish/board/profiles.hpp"
#include "sowfish/board/random.hpp"

namespace sowfish {

namespace {

constexpr std::uint64_t kChunk = 4096;  // positions a thread takes at a time

template <class Kernel>
int derived(const Kernel& kernel, const Table& table, const Board& board) {
    auto value = [&](const Board& after) { return table.at(table.ranking().index(kernel.without_stores(after))); };
    if (kernel.is_over(board, Next::again)) {
        Board over = board;
        kernel.sweep(over);
        return kernel.margin(over);
    }
    const unsigned filled = kernel.filled(board);
    if (filled == 0) return -value(turned(board));
    int best = -kMaxStones;
    for (int pit = 0; pit < kernel.pits(); ++pit) {
        if (!(filled >> pit & 1)) continue;
        Board after = board;
        const Next next = kernel.play(after, pit);
        const int gain = kernel.margin(after);
        const int score = next == Next::over    ? gain
                          : next == Next::again ? gain + value(after)
                                                : gain - value(turned(after));
        best = std::max(best, score);
    }
    return best;
}

}  // namespace

TableCheck::TableCheck(const Table& table, std::uint64_t samples, std::uint64_t seed)
    : table_(&table), samples_(samples), seed_(seed), total_(samples ? samples : table.size()) {
    const Ranking& ranks = table.ranking();
    for (int stones = 0; stones <= table.stones(); ++stones) {
        auto& rows = rows_.emplace_back(ranks.rows(stones));
        for (std::uint64_t rank = 0; rank < rows.size(); ++rank) rows[rank] = ranks.unrank(stones, rank);
    }
}

std::optional<TableCheck::Fault> TableCheck::fault() const {
    const std::lock_guard lock(mutex_);
    return fault_;
}

std::uint64_t TableCheck::chosen(std::uint64_t number) const {
    if (samples_ == 0) return number;
    return Random(seed_, number).next() % table_->size();  // far fewer than 2^64, so the bias is negligible
}

Board TableCheck::board_at(std::uint64_t index) const {
    const Ranking& ranks = table_->ranking();
    int stones = 0;
    while (ranks.layer(stones + 1) <= index) ++stones;
    int mine = 0;
    while (mine < stones && ranks.block(mine + 1, stones - mine - 1) <= index) ++mine;
    const std::uint64_t within = index - ranks.block(mine, stones - mine);
    const auto& theirs = rows_[static_cast<std::size_t>(stones - mine)];
    return {rows_[static_cast<std::size_t>(mine)][within / theirs.size()], theirs[within % theirs.size()]};
}

void TableCheck::work() {
    with_kernel(table_->rules(), [&]<class Kernel>(const Kernel& kernel) {
        if constexpr (!std::is_same_v<Kernel, WideKernel>) work_with(kernel);
    });
}

template <class Kernel>
void TableCheck::work_with(const Kernel& kernel) {
    while (!stopping_) {
        const std::uint64_t begin = next_.fetch_add(kChunk);
        if (begin >= total_) return;
        const std::uint64_t end = std::min(begin + kChunk, total_);
        for (std::uint64_t number = begin; number < end; ++number) {
            const std::uint64_t index = chosen(number);
            const Board board = board_at(index);
            const int stored = table_->at(index);
            const int expected = derived(kernel, *table_, board);
            if (stored == expected) continue;
            const std::lock_guard lock(mutex_);
            if (!fault_) fault_ = Fault{board, stored, expected};
            stopping_ = true;
            return;
        }
        checked_ += end - begin;
    }
}

}  // namespace sowfish
