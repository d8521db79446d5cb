// UCT: a tree search evaluated by random games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sowfish/play/search_tree.hpp"

namespace sowfish {

// Kocsis and Szepesvari, "Bandit based Monte-Carlo planning" (2006). `exploration` is the exploration constant, c
// in mean + c * sqrt(ln(visits of the parent) / visits).
std::unique_ptr<SearchTree> make_uct_tree(const Rules& rules, std::size_t bytes, double exploration,
                                          std::uint64_t seed);

}  // namespace sowfish
