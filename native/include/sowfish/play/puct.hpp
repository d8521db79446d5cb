// PUCT: a tree search guided by a net's policy and evaluated by its value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sowfish/net/net.hpp"
#include "sowfish/play/search_tree.hpp"

namespace sowfish {

// Rosin, "Multi-armed bandits with episode context" (2011), in the form of Silver and others, "Mastering the game
// of Go without human knowledge" (2017). `exploration` is the weight of the prior, c in mean + c * prior *
// sqrt(visits of the parent) / (1 + visits).
//
// Without a net the prior is uniform and the value comes from a random game, which is much like UCT.
std::unique_ptr<SearchTree> make_puct_tree(const Rules& rules, std::shared_ptr<const Net> net, std::size_t bytes,
                                           double exploration, std::uint64_t seed);

}  // namespace sowfish
