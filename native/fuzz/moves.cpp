// Decodes bytes to rules, a board and moves; plays them in every suitable kernel, and checks the invariants.
#include <cstddef>
#include <cstdint>

#include "decode.hpp"

using namespace sowfish;

namespace {

int total(const Position& position) {
    int sum = 0;
    for (const int stones : position.ring) sum += stones;
    return sum;
}

// Rest and distance to the stores as one number, in lexicographic order.
int falling(const Position& position) {
    int sum = 0;
    for (int pit = 0; pit < position.rules.pits; ++pit) {
        for (const int first : {0, position.rules.pits + 1}) {
            sum += position.ring[static_cast<std::size_t>(first + pit)] * (10'000 + position.rules.pits - pit);
        }
    }
    return sum;
}

Position moved(const Position& position, int pit) {
    MoveRecord record;
    const Position slow = after(position, pit, record);
    const Position fast = after(position, pit);
    require(fast == slow);
    require(total(fast) == total(position));
    require(falling(fast) < falling(position));
    require(record.laps >= 1 && record.captured <= record.banked);
    require(is_over(fast) || record.swept == 0);
    return fast;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    Position position = decode(bytes);
    bool passed = false;
    while (!is_over(position) && !bytes.empty()) {
        const unsigned choices = legal_pits(position);
        if (choices == 0) {
            require(!passed);
            passed = true;
            position.north_to_move = !position.north_to_move;
            continue;
        }
        passed = false;
        position = moved(
            position, member_of(choices, static_cast<unsigned>(bytes.below(static_cast<int>(count_of(choices))))));
    }
    require(total(swept(position)) == total(position));
    playouts(position, 1, 0, 2);
    return 0;
}
