#include "sowfish/board/line.hpp"

#include <utility>

namespace sowfish {

std::optional<std::vector<std::vector<int>>> turns_of(Position position, const std::vector<int>& pits) {
    std::vector<std::vector<int>> turns;
    std::vector<int> turn;
    for (const int pit : pits) {
        while (!is_over(position) && legal_pits(position) == 0) {
            turns.emplace_back();
            position.north_to_move = !position.north_to_move;
        }
        if (is_over(position) || pit < 0 || pit >= kMaxPits || !(legal_pits(position) >> pit & 1))
            return std::nullopt;
        const bool mover = position.north_to_move;
        position = after(position, pit);
        turn.push_back(pit);
        if (is_over(position) || position.north_to_move != mover || legal_pits(position) == 0)
            turns.push_back(std::exchange(turn, {}));
    }
    if (!turn.empty()) turns.push_back(turn);
    return turns;
}

}  // namespace sowfish
