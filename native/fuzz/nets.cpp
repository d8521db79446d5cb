// Bytes as the weights of a net, any finite numbers: what it says of a board is finite and within what can be.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "decode.hpp"
#include "sowfish/board/wide_kernel.hpp"
#include "sowfish/net/net.hpp"

using namespace sowfish;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const Position position = decode(bytes);
    const NetLayout layout{position.rules.pits, bytes.below(300), bytes.below(40), bytes.below(40)};
    if (!layout.is_valid()) return 0;
    std::vector<float> weights(layout.weights());
    for (float& weight : weights) {
        std::uint32_t bits = 0;
        for (int i = 0; i < 4; ++i) bits = bits << 8 | static_cast<std::uint32_t>(bytes.next());
        std::memcpy(&weight, &bits, sizeof weight);
        if (!std::isfinite(weight)) weight = 1.0F;
    }
    const Net net(layout, weights.data());
    const WideKernel kernel(position.rules);
    const WideBoard board = board_of(kernel, position);
    const unsigned legal = legal_pits(position);
    const NetGuess guess = net.evaluate(net_input(kernel, board, kernel.margin(board)), legal);
    const int rest = kernel.rest(board);
    require(!(std::fabs(guess.score) > 1.0F));
    require(!(std::fabs(guess.gain) > static_cast<float>(rest) + 0.01F));
    for (int pit = 0; pit < position.rules.pits; ++pit) {
        if (!(legal >> pit & 1)) require(guess.policy[static_cast<std::size_t>(pit)] == 0.0F);
    }
    return 0;
}
