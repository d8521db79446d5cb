#include "sowfish/search/proof_hash.hpp"

namespace sowfish {

namespace {

constexpr std::uint64_t kKeptEntries = std::uint64_t{1} << 20;

}  // namespace

ProofHash::Hash ProofHash::make(const Rules& rules, std::size_t bytes) {
    if (is_fast(rules)) return HashTable(rules.pits, bytes);
    return WideHash(bytes);
}

ProofHash::ProofHash(const Rules& rules, std::size_t bytes) : rules_(rules), hash_(make(rules, bytes)) {}

std::size_t ProofHash::bytes() const {
    return std::visit([](const auto& hash) { return hash.bytes(); }, hash_);
}

void ProofHash::clear() {
    const std::size_t size = bytes();
    hash_ = make(rules_, size);
}

void ProofHash::resize(std::size_t bytes) {
    const std::vector<std::uint8_t> kept = snapshot(kKeptEntries);
    hash_ = make(rules_, bytes);
    if (!kept.empty()) restore(kept.data(), kept.size());
}

std::vector<std::uint8_t> ProofHash::snapshot(std::uint64_t max_entries) const {
    const auto* hash = std::get_if<HashTable>(&hash_);
    return hash ? hash->snapshot(max_entries) : std::vector<std::uint8_t>{};
}

bool ProofHash::restore(const std::uint8_t* snapshot, std::size_t bytes) {
    auto* hash = std::get_if<HashTable>(&hash_);
    return hash && hash->restore(snapshot, bytes);
}

}  // namespace sowfish
