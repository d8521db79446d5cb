// Sets of pits as bits, and selecting the n-th of a set.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sowfish/board/rules.hpp"

namespace sowfish {

namespace detail {

struct SetTables {
    std::array<std::uint8_t, 128> count{};
    std::array<std::array<std::uint8_t, 8>, 128> member{};  // [set][n] is the n-th pit of the set
};

constexpr SetTables make_set_tables() {
    SetTables tables;
    for (unsigned set = 0; set < 128; ++set) {
        for (unsigned pit = 0; pit < 7; ++pit) {
            if (set >> pit & 1) tables.member[set][tables.count[set]++] = static_cast<std::uint8_t>(pit);
        }
    }
    return tables;
}

inline constexpr SetTables kSets = make_set_tables();

}  // namespace detail

// Table look-ups for up to seven pits: baseline x86-64 has no instruction for popcount or select.
inline unsigned count_of(unsigned set) {
    return set < 128 ? detail::kSets.count[set] : static_cast<unsigned>(std::popcount(set));
}

inline int member_of(unsigned set, unsigned n) {
    if (set < 128) return detail::kSets.member[set][n];
    for (; n > 0; --n) set &= set - 1;
    return std::countr_zero(set);
}

}  // namespace sowfish
