#include "sowfish/search/minimax.hpp"

#include <algorithm>

#include "sowfish/search/look_ahead.hpp"

namespace sowfish {

namespace {

constexpr std::uint64_t kLeastEntries = std::uint64_t{1} << 10;
constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 21;
constexpr std::size_t kEntryBytes = 24;  // about what a position takes in the hash table

std::int32_t of_chance(int value) { return kSure / 2 + value; }

template <class Kernel>
ChanceEvaluation<Kernel> evaluation_of(const Kernel& kernel, const typename Kernel::Board& board) {
    const int stones = kernel.rest(board) + 2 * kernel.store(board) - kernel.margin(board);
    return ChanceEvaluation<Kernel>(kernel, stones);
}

}  // namespace

std::int32_t evaluate(const Position& position) {
    return with_kernel(position.rules, [&]<class Kernel>(const Kernel& kernel) {
        auto board = board_of(kernel, position);
        const auto evaluation = evaluation_of(kernel, board);
        if (kernel.is_over(board, Next::again)) {
            kernel.sweep(board);
            return of_chance(evaluation.of_finished(kernel.margin(board)));
        }
        const auto decided = evaluation.known(board, 0, 0);
        return of_chance(decided ? *decided : evaluation.estimate(board));
    });
}

MinimaxResult minimax(const Position& position, int max_depth, std::uint64_t expected_nodes, Control& control) {
    return with_kernel(position.rules, [&]<class Kernel>(const Kernel& kernel) {
        using Evaluation = ChanceEvaluation<Kernel>;
        const auto board = board_of(kernel, position);
        const auto entries = static_cast<std::size_t>(std::clamp(expected_nodes, kLeastEntries, kMostEntries));
        LookAhead<Kernel, Evaluation> look(kernel, evaluation_of(kernel, board), 2 * entries * kEntryBytes);
        look.set_root(board, false);
        MinimaxResult found;
        while (found.depth < std::max(max_depth, 1)) {
            look.deepen(control);
            found.nodes += look.nodes();
            const auto seen = look.result();
            if (seen.depth == found.depth) break;  // stopped, or nothing more to see
            found.value = of_chance(seen.value);
            found.depth = seen.depth;
            found.sees_end = seen.sees_end;
            if (found.value > 0 || found.depth == 1) found.line = seen.line;
        }
        found.pit = found.line.front();
        return found;
    });
}

}  // namespace sowfish
