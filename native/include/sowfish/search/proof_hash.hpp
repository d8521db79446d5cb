// The transposition table of proofs, for any rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

#include "sowfish/board/profiles.hpp"
#include "sowfish/search/hash.hpp"
#include "sowfish/search/wide_hash.hpp"

namespace sowfish {

// Which transposition table serves which kernel.
template <class Kernel>
using HashFor = std::conditional_t<std::is_same_v<Kernel, WideKernel>, WideHash, HashTable>;

class ProofHash {
   public:
    ProofHash(const Rules& rules, std::size_t bytes);

    // Whether several threads may use it at once, and whether it has snapshots: where there is a fast kernel.
    bool is_shared() const { return std::holds_alternative<HashTable>(hash_); }
    std::size_t bytes() const;
    void clear();

    // Changes the size, keeping the entries that took the most work.
    void resize(std::size_t bytes);

    // HashTable::snapshot() and restore(); empty and false without a fast kernel.
    std::vector<std::uint8_t> snapshot(std::uint64_t max_entries) const;
    bool restore(const std::uint8_t* snapshot, std::size_t bytes);

    template <class Kernel>
    HashFor<Kernel>& table() {
        return std::get<HashFor<Kernel>>(hash_);
    }

   private:
    using Hash = std::variant<HashTable, WideHash>;
    static Hash make(const Rules& rules, std::size_t bytes);

    Rules rules_;
    Hash hash_;
};

}  // namespace sowfish
