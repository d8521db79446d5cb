// Decodes bytes to rules, a board and moves; plays them in every kernel that can, and holds them to the laws.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "sowfish/position.hpp"

using namespace sowfish;

namespace {

class Bytes {
   public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {}

    bool empty() const { return data_ == end_; }
    int next() { return empty() ? 0 : *data_++; }
    int below(int bound) { return next() % bound; }

   private:
    const std::uint8_t* data_;
    const std::uint8_t* end_;
};

void require(bool holds) {
    if (!holds) std::abort();
}

// Every profile is as likely as all other combinations together.
Switches decode_switches(Bytes& bytes) {
    switch (bytes.below(7)) {
        case 0:
            return kKalah;
        case 1:
            return kKalahEmptyCapture;
        case 2:
            return kKalahLazy;
        case 3:
            return kAvalanche;
        case 4:
            return kAvalancheSweep;
        case 5:
            return kEvents;
        default:
            break;
    }
    return {bytes.below(2) == 1, Capture(bytes.below(3)), bytes.below(2) == 1, Ending(bytes.below(3)),
            Rest(bytes.below(2))};
}

Position decode(Bytes& bytes) {
    Position position{{1 + bytes.below(kMaxPits), decode_switches(bytes)}, {}, bytes.below(2) == 1};
    int left = kMaxStones;
    for (int cell = 0; cell < 2 * position.rules.pits + 2; ++cell) {
        const int stones = std::min(bytes.next(), left);
        position.ring[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(stones);
        left -= stones;
    }
    return position;
}

int total(const Position& position) {
    int sum = 0;
    for (const int stones : position.ring) sum += stones;
    return sum;
}

// Rest and distance to the stores as one number: rest counts for more than any distance can.
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
