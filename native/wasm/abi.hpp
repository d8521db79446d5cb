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
#include "sowfish/session/valued.hpp"

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

// Objects kept between calls, each addressed by a handle.
template <class Object>
class HandleTable {
   public:
    std::int32_t put(std::unique_ptr<Object> object) {
        for (std::size_t place = 0; place < objects_.size(); ++place) {
            if (objects_[place]) continue;
            objects_[place] = std::move(object);
            return static_cast<std::int32_t>(place);
        }
        objects_.push_back(std::move(object));
        return static_cast<std::int32_t>(objects_.size()) - 1;
    }

    Object& at(std::int32_t number) { return *objects_[static_cast<std::size_t>(number)]; }
    void drop(std::int32_t number) { objects_[static_cast<std::size_t>(number)] = nullptr; }

   private:
    std::vector<std::unique_ptr<Object>> objects_;
};

inline HandleTable<Chance> chances;

}  // namespace sowfish::abi
