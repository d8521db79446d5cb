#include "sowfish/net/net.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/boards.hpp"
#include "tests/check.hpp"

using namespace sowfish;

namespace {

std::vector<float> random_weights(const NetLayout& layout, Random& random) {
    std::vector<float> weights(layout.weights());
    for (float& weight : weights) weight = static_cast<float>(static_cast<int>(random.below(2001)) - 1000) / 2000;
    return weights;
}

NetInput random_input(const NetLayout& layout, Random& random) {
    NetInput input;
    const unsigned most = random.below(2) == 0 ? 4 : 255 / static_cast<unsigned>(2 * layout.pits);
    for (std::size_t pit = 0; pit < static_cast<std::size_t>(layout.pits); ++pit) {
        input.mine[pit] = static_cast<std::uint8_t>(random.below(most + 1));
        input.theirs[pit] = static_cast<std::uint8_t>(random.below(most + 1));
    }
    input.difference = static_cast<int>(random.below(201)) - 100;
    return input;
}

bool is_near(double one, double other) { return std::abs(one - other) < 1e-4; }

// The outputs the plainest way: by index into the weights as they lie in the file, in double precision.
std::vector<double> plain_outputs(const NetLayout& layout, const std::vector<float>& weights,
                                  const NetInput& input) {
    const int width = layout.is_linear() ? layout.pits + 2 : layout.first;
    int rest = 0;
    std::vector<int> rows;
    for (int cell = 0; cell < 2 * layout.pits; ++cell) {
        const int stones = cell < layout.pits ? input.mine[static_cast<std::size_t>(cell)]
                                              : input.theirs[static_cast<std::size_t>(cell - layout.pits)];
        rest += stones;
        rows.push_back(cell * layout.rows + std::min(stones, layout.rows - 1));
    }
    const int pit_rows = 2 * layout.pits * layout.rows;
    rows.push_back(pit_rows + std::clamp(input.difference, -40, 40) + 40);
    rows.push_back(pit_rows + 81 + std::min(rest, 96));
    rows.push_back(pit_rows + 81 + 97);
    std::vector<double> values(static_cast<std::size_t>(width), 0.0);
    for (const int row : rows)
        for (int i = 0; i < width; ++i)
            values[static_cast<std::size_t>(i)] +=
                static_cast<double>(weights[static_cast<std::size_t>(row * width + i)]);
    auto layer = static_cast<std::size_t>((pit_rows + 81 + 97 + 1) * width);
    if (layout.is_linear()) return values;
    for (const int outputs : {layout.second, layout.pits + 2}) {
        std::vector<double> sums;
        const std::size_t inputs = values.size();
        for (std::size_t o = 0; o < static_cast<std::size_t>(outputs); ++o) {
            double sum = static_cast<double>(weights[layer + static_cast<std::size_t>(outputs) * inputs + o]);
            for (std::size_t i = 0; i < inputs; ++i)
                sum += std::clamp(values[i], 0.0, 1.0) * static_cast<double>(weights[layer + o * inputs + i]);
            sums.push_back(sum);
        }
        layer += static_cast<std::size_t>(outputs) * (inputs + 1);
        values = sums;
    }
    return values;
}

}  // namespace

TEST(a_net_of_any_size_computes_its_sums) {
    Random random(81);
    for (int trial = 0; trial < 200; ++trial) {
        NetLayout layout{boards::pick(random, 1, kMaxPits), boards::pick(random, 2, 40), 0, 0};
        if (trial % 4 != 0)
            layout.first = boards::pick(random, 1, 70), layout.second = boards::pick(random, 1, 40);
        CHECK(layout.is_valid());
        const std::vector<float> weights = random_weights(layout, random);
        const Net net(layout, weights.data());
        for (int i = 0; i < 5; ++i) {
            const NetInput input = random_input(layout, random);
            const unsigned legal = random.below(1u << layout.pits);
            const NetGuess guess = net.evaluate(input, legal);
            const std::vector<double> outputs = plain_outputs(layout, weights, input);
            double sum = 0;
            int rest = 0;
            for (const int stones : input.mine) rest += stones;
            for (const int stones : input.theirs) rest += stones;
            for (int pit = 0; pit < layout.pits; ++pit)
                if (legal >> pit & 1) sum += std::exp(outputs[static_cast<std::size_t>(pit)]);
            for (int pit = 0; pit < layout.pits; ++pit) {
                const double power = std::exp(outputs[static_cast<std::size_t>(pit)]);
                CHECK(is_near(guess.policy[static_cast<std::size_t>(pit)], legal >> pit & 1 ? power / sum : 0));
            }
            CHECK(is_near(guess.score, std::tanh(outputs[outputs.size() - 2])));
            CHECK(is_near(guess.gain / std::max(rest, 1), rest > 0 ? std::tanh(outputs.back()) : 0));
            CHECK_EQUAL(net.gain(input), guess.gain);
        }
    }
}

TEST(the_largest_net_fits) {
    Random random(82);
    const NetLayout layout{kMaxPits, NetLayout::kMostRows, NetLayout::kMostWidth, NetLayout::kMostWidth};
    CHECK(layout.is_valid());
    const Net net(layout, std::vector<float>(layout.weights(), 0.5f).data());
    NetInput input;
    input.mine.fill(255);
    input.theirs.fill(255);
    input.difference = 1'000;
    CHECK(is_near(net.evaluate(input, 0xfff).policy[11], 1.0 / 12));
}

TEST(layouts_that_cannot_be_are_told) {
    for (const NetLayout layout :
         {NetLayout{0, 32, 64, 32}, NetLayout{13, 32, 64, 32}, NetLayout{6, 1, 64, 32}, NetLayout{6, 257, 64, 32},
          NetLayout{6, 32, 0, 32}, NetLayout{6, 32, 64, 0}, NetLayout{6, 32, 257, 32}, NetLayout{6, 32, -1, -1}})
        CHECK(!layout.is_valid());
}

TEST(a_net_sees_the_board_of_the_side_to_move) {
    Position position{{3, kKalah}, {1, 2, 3, 40, 4, 5, 6, 50}, true};
    const Kernel<false> fast(3, kKalah);
    const WideKernel wide(position.rules);
    const NetInput one = net_input(fast, board_of(fast, position), 10);
    const NetInput other = net_input(wide, board_of(wide, position), 10);
    CHECK(one.mine == other.mine && one.theirs == other.theirs);
    for (std::size_t pit = 0; pit < 3; ++pit) {
        CHECK_EQUAL(one.mine[pit], pit + 4);
        CHECK_EQUAL(one.theirs[pit], pit + 1);
    }
}
