#include "sowfish/board/deal.hpp"

#include <numeric>
#include <vector>

#include "tests/check.hpp"

using namespace sowfish;

namespace {

int total_of(const Position& position) { return std::accumulate(position.ring.begin(), position.ring.end(), 0); }

int at(const Position& position, int cell) { return position.ring[static_cast<std::size_t>(cell)]; }

}  // namespace

TEST(a_deal_has_its_stones_and_keeps_to_its_kind) {
    for (const Deal deal : {Deal::mirrored, Deal::reflected, Deal::free, Deal::phone, Deal::phone_mirrored}) {
        for (std::uint32_t seed = 0; seed < 200; ++seed) {
            Chance chance(std::vector<std::uint32_t>{seed});
            const auto position = dealt({6, kAvalanche}, deal, 48, chance);
            CHECK(position && total_of(*position) == 48 && !position->north_to_move);
            for (int pit = 0; pit < 6; ++pit) {
                if (deal == Deal::mirrored || deal == Deal::phone_mirrored)
                    CHECK_EQUAL(at(*position, pit), at(*position, 7 + pit));
                if (deal == Deal::reflected) CHECK_EQUAL(at(*position, pit), at(*position, 12 - pit));
                if (deal == Deal::phone) CHECK(at(*position, pit) >= 1 && at(*position, 7 + pit) <= 5);
                if (deal == Deal::phone_mirrored) CHECK(at(*position, pit) >= 1 && at(*position, pit) <= 6);
            }
        }
    }
}

TEST(a_deal_that_cannot_be_is_none) {
    Chance chance(std::vector<std::uint32_t>{1});
    CHECK(!dealt({6, kKalah}, Deal::mirrored, 47, chance));
    CHECK(!dealt({6, kKalah}, Deal::free, 1, chance));
    CHECK(!dealt({6, kKalah}, Deal::free, 256, chance));
    CHECK(!dealt({6, kKalah}, Deal::phone, 11, chance));
    CHECK(!dealt({6, kKalah}, Deal::phone, 61, chance));
    CHECK(!dealt({6, kKalah}, Deal::phone_mirrored, 74, chance));
    CHECK(dealt({12, kKalah}, Deal::phone, 120, chance).has_value());
}
