// A small trained network that estimates the best move, the winner and the margin.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sowfish/board/rules.hpp"

namespace sowfish {

// Look-up tables, then two small dense layers; the idea is that of NNUE (Nasu, "Efficiently updatable
// neural-network-based evaluation functions for computer shogi", 2018): counts are small integers, so the first
// layer is a sum of table rows instead of a multiplication.
//
//     each of the 2 p pits: row min(stones, rows - 1)
//     own store minus theirs: row clamp(difference, -40, 40) + 40
//     stones in pits: row min(rest, 96)
//         the sum of these rows and the bias, `first` wide, clipped to 0..1
//         dense, `second` wide, clipped to 0..1
//         dense, p + 2 wide: a logit for each own pit, tanh: score, tanh: gain as a share of the rest
//
// With both widths 0 the net is linear: the rows are p + 2 wide and their sum is the output.
struct NetLayout {
    int pits = 6;
    int rows = 32;
    int first = 64;
    int second = 32;

    static constexpr int kMostRows = 256;
    static constexpr int kMostWidth = 256;
    static constexpr int kFarthest = 40;     // difference of the stores
    static constexpr int kDifferences = 81;  // rows
    static constexpr int kRests = 97;        // rows

    bool is_linear() const { return first == 0; }
    int outputs() const { return pits + 2; }
    bool is_valid() const;
    std::size_t weights() const;
};

// The input of a net: a board in the view of the side to move.
struct NetInput {
    std::array<std::uint8_t, kMaxPits> mine{};  // pits, each side's in its own order
    std::array<std::uint8_t, kMaxPits> theirs{};
    int difference = 0;  // own store minus theirs
};

struct NetGuess {
    std::array<float, kMaxPits> policy{};  // how likely each pit is best; 0 if it is not legal
    float score = 0;                       // -1 lost, 0 a tie, 1 won
    float gain = 0;                        // future margin in stones, at most the rest
};

class Net {
   public:
    // The weights are laid out as in the file (src/sowfish/nets/format.py): layout.weights() finite numbers.
    Net(const NetLayout& layout, const float* weights);

    int pits() const { return layout_.pits; }

    // `legal` has a bit for each legal pit.
    NetGuess evaluate(const NetInput& input, unsigned legal) const;

    // Only the gain of evaluate().
    float gain(const NetInput& input) const;

   private:
    using Outputs = std::array<float, NetLayout::kMostWidth>;

    int outputs(const NetInput& input, Outputs& outputs) const;  // returns the rest
    static float gain_of(float output, int rest);

    // Rows are padded to whole blocks, so that loops need no tail. Dense layers are stored by input.
    NetLayout layout_;
    int first_ = 0;  // padded widths
    int second_ = 0;
    int last_ = 0;
    std::vector<float> lookups_;  // rows of all cells, of differences, of rests, and the bias
    std::vector<float> dense_;    // a row for each input, and the bias
    std::vector<float> output_;
};

// Converts a kernel's board to a net's input. The caller supplies the difference, as searches keep stores out of
// their boards.
template <class Kernel>
NetInput net_input(const Kernel& kernel, const typename Kernel::Board& board, int difference) {
    NetInput input;
    const auto other = kernel.turned(board);
    for (int pit = 0; pit < kernel.pits(); ++pit) {
        input.mine[static_cast<std::size_t>(pit)] = static_cast<std::uint8_t>(kernel.stones(board, pit));
        input.theirs[static_cast<std::size_t>(pit)] = static_cast<std::uint8_t>(kernel.stones(other, pit));
    }
    input.difference = difference;
    return input;
}

}  // namespace sowfish
