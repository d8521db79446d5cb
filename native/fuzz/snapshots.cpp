// Bytes as a snapshot of an engine's hash, and as the values of a table, both of which come from files: whatever
// they say, an engine that takes them stays within its memory and keeps to the bounds that no game can leave.
#include <cstddef>
#include <cstdint>
#include <memory>

#include "decode.hpp"
#include "sowfish/search/engine.hpp"
#include "sowfish/table/table_check.hpp"
#include "tests/asking.hpp"

using namespace sowfish;

namespace {

constexpr std::size_t kHashBytes = 1 << 14;
constexpr std::uint64_t kNodes = 2'000;

std::shared_ptr<Table> decode_table(Bytes& bytes, const Rules& rules, int stones) {
    const auto table = std::make_shared<Table>(rules, stones);
    for (std::uint64_t i = 0; i < table->size(); ++i) table->values()[i] = static_cast<std::int8_t>(bytes.next());
    table->set_stones(stones);
    return table;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const bool has_table = bytes.below(2) == 1;
    const Position position = decode(bytes, 4, 20);
    if (is_over(position)) return 0;
    const auto engine = std::make_unique<Engine>(position.rules, kHashBytes, kHashBytes);
    if (has_table && is_fast(position.rules)) {
        const auto table = decode_table(bytes, position.rules, 3);
        TableCheck check(*table, 0, 1);
        check.work();
        engine->set_table(table);
    }
    std::vector<std::uint8_t> rest;
    while (!bytes.empty()) rest.push_back(static_cast<std::uint8_t>(bytes.next()));
    engine->hash().restore(rest.data(), rest.size());

    Control control;
    control.limit_nodes(kNodes);
    const Report report = asking::ask(*engine, {.position = position, .every_move = true}, control);
    for (const Known& known : report.moves) require(known.pit >= 0 && known.pit < position.rules.pits);

    // What an engine writes, it reads.
    const std::vector<std::uint8_t> written = engine->hash().snapshot(100);
    const auto other = std::make_unique<Engine>(position.rules, kHashBytes, kHashBytes);
    require(written.empty() || other->hash().restore(written.data(), written.size()));
    return 0;
}
