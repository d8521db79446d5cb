// A position as the bindings pass it to Python: rules, south's and north's cells, side to move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sowfish/board/perft.hpp"
#include "sowfish/board/playout.hpp"
#include "sowfish/board/profiles.hpp"
#include "sowfish/board/rules.hpp"

namespace sowfish {

struct Position {
    Rules rules;
    std::array<std::uint8_t, 2 * kMaxPits + 2> ring{};  // south's pits, south's store, north's pits, north's store
    bool north_to_move = false;

    friend bool operator==(const Position&, const Position&) = default;
};

// The pits the side to move may choose, as bits; none when the game is over or the side must pass.
unsigned legal_pits(const Position& position);

bool is_over(const Position& position);

// The stones in the pits.
int rest_of(const Position& position);

// How many stones more the side to move has banked than the other.
int banked_margin(const Position& position);

// The position after a legal move.
Position after(const Position& position, int pit);

// The same, sown one stone at a time and recorded; cells are in the mover's order.
Position after(const Position& position, int pit, MoveRecord& record);

// The position with the end-of-game rule applied, whether or not the game is over.
Position swept(const Position& position);

Perft perft(const Position& position, int depth);

Tally playouts(const Position& position, std::uint64_t seed, std::uint64_t first, std::uint64_t games);

// Conversions between a position and a kernel's board, which is in the mover's view.
WideBoard board_of(const WideKernel& kernel, const Position& position);
void put_board(const WideKernel& kernel, const WideBoard& board, Position& position);

template <bool relays>
Board board_of(const Kernel<relays>& kernel, const Position& position) {
    Board board;
    const int own = position.north_to_move ? kernel.pits() + 1 : 0;
    const int other = kernel.pits() + 1 - own;
    for (int cell = 0; cell <= kernel.pits(); ++cell) {
        board.mine |= std::uint64_t{position.ring[static_cast<std::size_t>(own + cell)]} << (8 * cell);
        board.theirs |= std::uint64_t{position.ring[static_cast<std::size_t>(other + cell)]} << (8 * cell);
    }
    return board;
}

template <bool relays>
void put_board(const Kernel<relays>& kernel, const Board& board, Position& position) {
    const int own = position.north_to_move ? kernel.pits() + 1 : 0;
    const int other = kernel.pits() + 1 - own;
    for (int cell = 0; cell <= kernel.pits(); ++cell) {
        position.ring[static_cast<std::size_t>(own + cell)] = static_cast<std::uint8_t>(byte_at(board.mine, cell));
        position.ring[static_cast<std::size_t>(other + cell)] =
            static_cast<std::uint8_t>(byte_at(board.theirs, cell));
    }
}

}  // namespace sowfish
