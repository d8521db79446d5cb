#include "sowfish/board/pit_set.hpp"

#include "tests/check.hpp"

using namespace sowfish;

TEST(every_set_of_pits_has_its_members_in_order) {
    for (unsigned set = 0; set < (1u << kMaxPits); ++set) {
        unsigned count = 0;
        for (int pit = 0; pit < kMaxPits; ++pit) {
            if (set >> pit & 1) CHECK_EQUAL(member_of(set, count++), pit);
        }
        CHECK_EQUAL(count_of(set), count);
    }
}
