#include "sowfish/session/levels.hpp"

#include <algorithm>
#include <cmath>

namespace sowfish {

std::size_t drawn_move(const Level& level, const std::vector<double>& values, Chance& chance) {
    const double best = *std::max_element(values.begin(), values.end());
    std::vector<std::size_t> places;
    std::vector<double> weights;
    for (std::size_t place = 0; place < values.size(); ++place) {
        if (best - values[place] > level.overlooked) continue;
        places.push_back(place);
        weights.push_back(std::exp((values[place] - best) / level.carelessness));
    }
    return places[chance.weighted(weights)];
}

}  // namespace sowfish
