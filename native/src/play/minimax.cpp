#include "sowfish/play/minimax.hpp"

#include <algorithm>

#include "sowfish/search/look_ahead.hpp"

namespace sowfish {

namespace {

constexpr std::uint64_t kLeastEntries = std::uint64_t{1} << 10;
constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 21;
constexpr std::size_t kEntryBytes = 24;  // approximate size of a position in the hash table

std::int32_t of_chance(int value) { return kSure / 2 + value; }

constexpr std::uint64_t kLineNodes = 20'000;  // a few milliseconds for each missing part of a line

// The end of a line: the board in the view of the next side to move, and the moves made, passes included.
template <class Kernel>
struct LineEnd {
    typename Kernel::Board board;
    int plies = 0;
    bool over = false;
};

template <class Kernel>
LineEnd<Kernel> end_of(const Kernel& kernel, typename Kernel::Board board, const std::vector<int>& line) {
    LineEnd<Kernel> end{board};
    const auto pass_if_empty = [&] {
        if (end.over || kernel.filled(end.board) != 0) return;
        end.board = kernel.turned(end.board);
        ++end.plies;
    };
    for (const int pit : line) {
        pass_if_empty();
        const Next next = kernel.play(end.board, pit);
        end.over = next == Next::over;
        if (next == Next::other) end.board = kernel.turned(end.board);
        ++end.plies;
    }
    pass_if_empty();
    return end;
}

// Completes a line whose entries the hash table has overwritten, by short searches.
template <class Kernel, class Look>
void complete(const Kernel& kernel, Look& look, const typename Kernel::Board& root, int depth,
              std::vector<int>& line) {
    for (auto end = end_of(kernel, root, line); end.plies < depth && !end.over; end = end_of(kernel, root, line)) {
        if (look.evaluation().known(end.board, 0, 0)) return;  // decided: the search went no further
        look.set_root(end.board, false);
        Control control;
        control.limit_nodes(kLineNodes);
        for (int more = 0; more < depth - end.plies && look.deepen(control); ++more) {
        }
        const std::vector<int> rest = look.result().line;
        if (rest.empty()) return;
        const auto room = static_cast<std::size_t>(depth - end.plies);
        line.insert(line.end(), rest.begin(),
                    rest.begin() + static_cast<std::ptrdiff_t>(std::min(rest.size(), room)));
    }
}

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
            if (seen.depth == found.depth) break;  // stopped, or searched to the end
            found.value = of_chance(seen.value);
            found.depth = seen.depth;
            found.sees_end = seen.sees_end;
            if (found.value > 0 || found.depth == 1) found.line = seen.line;
        }
        found.pit = found.line.front();
        complete(kernel, look, board, found.depth, found.line);
        return found;
    });
}

}  // namespace sowfish
