// Checksums of blocks of memory.
#include "sowfish/table/checksum.hpp"

#include <set>
#include <vector>

#include "sowfish/board/random.hpp"
#include "tests/check.hpp"

using namespace sowfish;

TEST(every_bit_of_a_block_changes_its_checksum_in_its_own_way) {
    Random random(7);
    for (const std::size_t bytes : {1, 7, 8, 63, 64, 65, 200, 1'000}) {
        std::vector<unsigned char> block(bytes);
        for (auto& byte : block) byte = static_cast<unsigned char>(random.below(256));
        std::set<std::uint64_t> seen{checksum(block.data(), bytes)};
        for (std::size_t bit = 0; bit < 8 * bytes; ++bit) {
            block[bit / 8] = static_cast<unsigned char>(block[bit / 8] ^ 1u << bit % 8);
            seen.insert(checksum(block.data(), bytes));
            block[bit / 8] = static_cast<unsigned char>(block[bit / 8] ^ 1u << bit % 8);
        }
        CHECK_EQUAL(seen.size(), 8 * bytes + 1);
    }
}

TEST(blocks_of_zeros_of_different_length_have_different_checksums) {
    const std::vector<unsigned char> zeros(300);
    std::set<std::uint64_t> seen;
    for (std::size_t bytes = 0; bytes <= zeros.size(); ++bytes)
        CHECK(seen.insert(checksum(zeros.data(), bytes)).second);
}

TEST(a_checksum_is_the_same_on_every_machine) {
    CHECK_EQUAL(checksum("sowfish", 7), 7749206603388774839ULL);
    std::vector<unsigned char> block(1'000);
    for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<unsigned char>(i * i);
    CHECK_EQUAL(checksum(block.data(), block.size()), 15995366525908427679ULL);
}
