#include "sowfish/net/net.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace sowfish {

namespace {

constexpr int kBlock = 16;  // floats

// Four floats in one SIMD register on every target; a gcc and clang extension, so no intrinsics are needed.
using Four = float __attribute__((vector_size(16)));

Four four_at(const float* from) {
    Four four;
    std::memcpy(&four, from, sizeof four);
    return four;
}

// Sixteen sums that stay in registers.
struct Lanes {
    Four a, b, c, d;

    explicit Lanes(const float* row)
        : a(four_at(row)), b(four_at(row + 4)), c(four_at(row + 8)), d(four_at(row + 12)) {}

    void add(const float* row) {
        a += four_at(row);
        b += four_at(row + 4);
        c += four_at(row + 8);
        d += four_at(row + 12);
    }

    void add(float factor, const float* row) {
        a += factor * four_at(row);
        b += factor * four_at(row + 4);
        c += factor * four_at(row + 8);
        d += factor * four_at(row + 12);
    }

    void store(float* to) const {
        std::memcpy(to, &a, sizeof a);
        std::memcpy(to + 4, &b, sizeof b);
        std::memcpy(to + 8, &c, sizeof c);
        std::memcpy(to + 12, &d, sizeof d);
    }
};

constexpr int padded(int width) { return (width + kBlock - 1) / kBlock * kBlock; }

std::size_t size_of(int rows, int width) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(width);
}

const float* row_of(const std::vector<float>& rows, int number, int width) {
    return rows.data() + size_of(number, width);
}

// exp and tanh to float precision. C libraries differ in the last digit; these are identical on every machine.
double power_of_e(double x) {
    x = std::clamp(x, -700.0, 700.0);
    const double twos = std::floor(x * 1.4426950408889634 + 0.5);
    const double r = x - twos * 0.6931471805599453;  // |r| <= ln 2 / 2
    double sum = 1.0 / 40320;
    for (const double part : {1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1.0, 1.0})
        sum = part + sum * r;
    return sum * std::bit_cast<double>(static_cast<std::uint64_t>(1023 + static_cast<int>(twos)) << 52);
}

float tangent(float output) {
    const auto x = static_cast<double>(output);
    if (std::abs(x) < 0.02) return static_cast<float>(x - x * x * x * (1.0 / 3 - x * x * (2.0 / 15)));
    return static_cast<float>(1 - 2 / (power_of_e(2 * x) + 1));
}

void clip(float* values, int count) {
    for (int i = 0; i < count; ++i) values[i] = std::min(std::max(values[i], 0.0f), 1.0f);
}

// The bias is the row after the inputs' rows. About half of the inputs are clipped to 0 and skipped; they are
// collected first, because the branches would be unpredictable.
void dense(const std::vector<float>& rows, int width, const float* inputs, int count, float* sums) {
    std::array<int, NetLayout::kMostWidth> used;
    std::size_t uses = 0;
    for (int i = 0; i < count; ++i) {
        used[uses] = i;
        uses += inputs[i] != 0;
    }
    for (int start = 0; start < width; start += kBlock) {
        Lanes block(row_of(rows, count, width) + start);
        for (std::size_t i = 0; i < uses; ++i) block.add(inputs[used[i]], row_of(rows, used[i], width) + start);
        block.store(sums + start);
    }
}

// Copies rows into wider ones, padded with 0.
std::vector<float> widened(const float* from, int rows, int width) {
    std::vector<float> to(size_of(rows, padded(width)));
    for (int row = 0; row < rows; ++row)
        std::copy_n(from + size_of(row, width), width,
                    to.begin() + static_cast<std::ptrdiff_t>(size_of(row, padded(width))));
    return to;
}

// Transposes a layer: files store the weights by output, followed by the bias.
std::vector<float> by_input(const float* from, int outputs, int inputs) {
    const int width = padded(outputs);
    std::vector<float> to(size_of(inputs + 1, width));
    for (int output = 0; output < outputs; ++output) {
        for (int input = 0; input < inputs; ++input)
            to[size_of(input, width) + static_cast<std::size_t>(output)] =
                from[size_of(output, inputs) + static_cast<std::size_t>(input)];
        to[size_of(inputs, width) + static_cast<std::size_t>(output)] =
            from[size_of(outputs, inputs) + static_cast<std::size_t>(output)];
    }
    return to;
}

}  // namespace

bool NetLayout::is_valid() const {
    if (pits < 1 || pits > kMaxPits || rows < 2 || rows > kMostRows) return false;
    if (first == 0 && second == 0) return true;
    return first >= 1 && first <= kMostWidth && second >= 1 && second <= kMostWidth;
}

std::size_t NetLayout::weights() const {
    const int looked_up = 2 * pits * rows + kDifferences + kRests + 1;
    if (is_linear()) return size_of(looked_up, outputs());
    return size_of(looked_up, first) + size_of(first + 1, second) + size_of(second + 1, outputs());
}

Net::Net(const NetLayout& layout, const float* weights) : layout_(layout) {
    const int width = layout.is_linear() ? layout.outputs() : layout.first;
    const int rows = 2 * layout.pits * layout.rows + NetLayout::kDifferences + NetLayout::kRests + 1;
    first_ = padded(width);
    lookups_ = widened(weights, rows, width);
    if (layout.is_linear()) return;
    weights += size_of(rows, width);
    second_ = padded(layout.second);
    dense_ = by_input(weights, layout.second, layout.first);
    weights += size_of(layout.first + 1, layout.second);
    last_ = padded(layout.outputs());
    output_ = by_input(weights, layout.outputs(), layout.second);
}

int Net::outputs(const NetInput& input, Outputs& outputs) const {
    const int cells = 2 * layout_.pits;
    std::array<const float*, 2 * kMaxPits + 2> rows;
    int rest = 0;
    for (int cell = 0; cell < cells; ++cell) {
        const int stones = cell < layout_.pits ? input.mine[static_cast<std::size_t>(cell)]
                                               : input.theirs[static_cast<std::size_t>(cell - layout_.pits)];
        rest += stones;
        rows[static_cast<std::size_t>(cell)] =
            row_of(lookups_, cell * layout_.rows + std::min(stones, layout_.rows - 1), first_);
    }
    const int differences = cells * layout_.rows;
    const int rests = differences + NetLayout::kDifferences;
    const int difference = std::clamp(input.difference, -NetLayout::kFarthest, NetLayout::kFarthest);
    rows[static_cast<std::size_t>(cells)] =
        row_of(lookups_, differences + difference + NetLayout::kFarthest, first_);
    rows[static_cast<std::size_t>(cells + 1)] =
        row_of(lookups_, rests + std::min(rest, NetLayout::kRests - 1), first_);
    const float* bias = row_of(lookups_, rests + NetLayout::kRests, first_);

    Outputs sums;
    for (int start = 0; start < first_; start += kBlock) {
        Lanes block(bias + start);
        for (int i = 0; i < cells + 2; ++i) block.add(rows[static_cast<std::size_t>(i)] + start);
        block.store(sums.data() + start);
    }
    if (layout_.is_linear()) {
        std::copy_n(sums.begin(), first_, outputs.begin());
        return rest;
    }
    clip(sums.data(), first_);
    Outputs hidden;
    dense(dense_, second_, sums.data(), layout_.first, hidden.data());
    clip(hidden.data(), second_);
    dense(output_, last_, hidden.data(), layout_.second, outputs.data());
    return rest;
}

float Net::gain_of(float output, int rest) { return tangent(output) * static_cast<float>(rest); }

float Net::gain(const NetInput& input) const {
    Outputs outputs;
    const int rest = this->outputs(input, outputs);
    return gain_of(outputs[static_cast<std::size_t>(layout_.pits + 1)], rest);
}

NetGuess Net::evaluate(const NetInput& input, unsigned legal) const {
    Outputs outputs;
    const int rest = this->outputs(input, outputs);
    NetGuess guess;
    guess.score = tangent(outputs[static_cast<std::size_t>(layout_.pits)]);
    guess.gain = gain_of(outputs[static_cast<std::size_t>(layout_.pits + 1)], rest);

    float most = -INFINITY;  // subtracted from all logits, so that no power overflows
    for (int pit = 0; pit < layout_.pits; ++pit)
        if (legal >> pit & 1) most = std::max(most, outputs[static_cast<std::size_t>(pit)]);
    float sum = 0;
    for (int pit = 0; pit < layout_.pits; ++pit) {
        if (!(legal >> pit & 1)) continue;
        const auto power =
            static_cast<float>(power_of_e(static_cast<double>(outputs[static_cast<std::size_t>(pit)] - most)));
        guess.policy[static_cast<std::size_t>(pit)] = power;
        sum += power;
    }
    if (sum > 0)
        for (float& share : guess.policy) share /= sum;
    return guess;
}

}  // namespace sowfish
