// A thread's cache of positions just beyond the endgame table: entries may be lost, but are never wrong.
#include "sowfish/search/near_hash.hpp"

#include "tests/check.hpp"

namespace {

using namespace sowfish;

Bounds found(const NearHash& hash, std::uint64_t index) {
    Bounds bounds{-99, 99};
    hash.probe(index, bounds);
    return bounds;
}

}  // namespace

TEST(near_hash_knows_what_it_was_told_last) {
    NearHash hash;
    hash.store(77, {-5, 12, 3});
    hash.store(77, {2, 12, 4});
    CHECK_EQUAL(found(hash, 77).low, 2);
    CHECK_EQUAL(found(hash, 77).high, 12);
    CHECK_EQUAL(found(hash, 77).pit, 4);
    CHECK_EQUAL(found(hash, 78).low, -99);
    CHECK_EQUAL(found(hash, 78).high, 99);
}

TEST(near_hash_forgets_but_never_mistakes) {
    NearHash hash;
    const std::uint64_t many = 200'000;  // three times what it holds
    const auto low = [](std::uint64_t index) { return static_cast<int>(index % 255) - 127; };
    for (std::uint64_t index = 1; index <= many; ++index)
        hash.store(index, {low(index), 127, static_cast<int>(index % 6)});
    std::uint64_t known = 0;
    for (std::uint64_t index = 1; index <= many; ++index) {
        const Bounds bounds = found(hash, index);
        if (bounds.low == -99 && bounds.high == 99) continue;
        ++known;
        CHECK_EQUAL(bounds.low, low(index));
        CHECK_EQUAL(bounds.high, 127);
        CHECK_EQUAL(bounds.pit, static_cast<int>(index % 6));
    }
    CHECK(known > many / 5);
}

TEST(near_hash_ignores_indices_too_large_for_it) {
    NearHash hash;
    const std::uint64_t large = (std::uint64_t{1} << 44) + 5;
    hash.store(large, {1, 2, 3});
    CHECK_EQUAL(found(hash, large).high, 99);
    CHECK_EQUAL(found(hash, 5).high, 99);
}
