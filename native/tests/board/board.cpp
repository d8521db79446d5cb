#include "sowfish/board/board.hpp"

#include <cstdint>

#include "sowfish/board/random.hpp"
#include "tests/check.hpp"

using namespace sowfish;

TEST(nonzero_bytes_marks_exactly_the_filled_bytes) {
    Random random(1);
    for (unsigned set = 0; set < 128; ++set) {
        for (int trial = 0; trial < 200; ++trial) {
            std::uint64_t word = 0;
            for (int place = 0; place < 7; ++place) {
                const std::uint64_t edges[] = {1, 0x7f, 0x80, 0xff, 1 + random.below(255)};
                if (set >> place & 1) word |= edges[random.below(5)] << (8 * place);
            }
            CHECK_EQUAL(nonzero_bytes(word), set);
        }
    }
}

TEST(sum_of_bytes_adds_up_to_255) {
    CHECK_EQUAL(sum_of_bytes(0), 0);
    CHECK_EQUAL(sum_of_bytes(0xff), 255);
    CHECK_EQUAL(sum_of_bytes(0xff00000000000000ULL), 255);
    CHECK_EQUAL(sum_of_bytes(0x0102030405060708ULL), 36);
    CHECK_EQUAL(sum_of_bytes(0x00242424242424ULL), 6 * 0x24);
}

TEST(byte_at_reads_every_place) {
    for (int place = 0; place < 8; ++place) CHECK_EQUAL(byte_at(0x0807060504030201ULL, place), place + 1);
}

TEST(turning_a_board_twice_gives_it_back) {
    const Board board{1, 2};
    CHECK_EQUAL(turned(board).mine, 2u);
    CHECK(turned(turned(board)) == board);
}
