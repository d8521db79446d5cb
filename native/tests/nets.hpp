// Nets for the tests.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "sowfish/board/random.hpp"
#include "sowfish/net/net.hpp"

namespace sowfish::nets {

// A linear net that says the same of every board: its p + 2 outputs.
inline std::shared_ptr<const Net> steady(int pits, const std::vector<float>& outputs) {
    const NetLayout layout{pits, 4, 0, 0};
    std::vector<float> weights(layout.weights());
    std::copy(outputs.begin(), outputs.end(), weights.end() - static_cast<std::ptrdiff_t>(outputs.size()));
    return std::make_shared<Net>(layout, weights.data());
}

// A net that says anything.
inline std::shared_ptr<const Net> wild(int pits, Random& random) {
    const NetLayout layout{pits, 4, 0, 0};
    std::vector<float> weights(layout.weights());
    for (float& weight : weights) weight = static_cast<float>(static_cast<int>(random.below(201)) - 100) / 200;
    return std::make_shared<Net>(layout, weights.data());
}

}  // namespace sowfish::nets
