// The interface to JavaScript: 32-bit integers in two buffers, input and output.
//
// A function reads lists from the input buffer, which JavaScript fills at the address returned by
// sow_input(count), and writes its answer to the output buffer; it returns the number of integers written, 0 for
// no answer. Scalars are arguments. A position in the input is
//
//     pits, relay, capture, both stores, ends, rest, north to move, then 2 * pits + 2 cells: south's pits and
//     store, north's pits and store
//
// Nothing is validated: that is up to the caller. A 64-bit integer is two words, the lower first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sowfish/board/chance.hpp"
#include "sowfish/board/position.hpp"
#include "sowfish/search/valued.hpp"

#define SOWFISH_EXPORT(name) extern "C" __attribute__((export_name(#name), used))

namespace sowfish::abi {

inline std::vector<std::int32_t> input;
inline std::vector<std::int32_t> output;

// Starts an answer.
inline void answer() { output.clear(); }
inline void put(std::int32_t number) { output.push_back(number); }
inline void put_long(std::uint64_t number) {
    put(static_cast<std::int32_t>(number & 0xffffffff));
    put(static_cast<std::int32_t>(number >> 32));
}
inline void put_list(const std::vector<int>& numbers) {
    put(static_cast<std::int32_t>(numbers.size()));
    for (const int number : numbers) put(number);
}
inline void put_ring(const Position& position) {
    for (int cell = 0; cell < 2 * position.rules.pits + 2; ++cell)
        put(position.ring[static_cast<std::size_t>(cell)]);
}
inline void put_valued(const Valued& known) {
    for (const int number : {known.value, known.low, known.high, static_cast<int>(known.kind)}) put(number);
}
inline std::int32_t answered() { return static_cast<std::int32_t>(output.size()); }

Position position();
Valued valued_at(std::size_t place);
std::uint64_t long_of(double number);

// Objects that live from call to call, each with a handle.
template <class Thing>
class Shelf {
   public:
    std::int32_t put(std::unique_ptr<Thing> thing) {
        for (std::size_t place = 0; place < things_.size(); ++place) {
            if (things_[place]) continue;
            things_[place] = std::move(thing);
            return static_cast<std::int32_t>(place);
        }
        things_.push_back(std::move(thing));
        return static_cast<std::int32_t>(things_.size()) - 1;
    }

    Thing& at(std::int32_t number) { return *things_[static_cast<std::size_t>(number)]; }
    void drop(std::int32_t number) { things_[static_cast<std::size_t>(number)] = nullptr; }

   private:
    std::vector<std::unique_ptr<Thing>> things_;
};

inline Shelf<Chance> chances;

}  // namespace sowfish::abi
