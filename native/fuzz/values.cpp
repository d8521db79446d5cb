// Decodes bytes to rules, a board with few stones and the size of everything; proves its value in every way there
// is and holds it to a plain minimax. Any board at all must find its way through the ranking and back.
#include <cstddef>
#include <cstdint>
#include <memory>

#include "decode.hpp"
#include "sowfish/search/engine.hpp"
#include "tests/asking.hpp"
#include "tests/minimax.hpp"

using namespace sowfish;

namespace {

constexpr std::size_t kMostBoards = 20'000;  // for the minimax; beyond that a board is left alone

void check_ranking(Bytes bytes) {
    const Position position = decode(bytes, kMaxFastPits);
    const Kernel<false> kernel(position.rules.pits, kKalah);
    const Board board = kernel.without_stores(board_of(kernel, position));
    const Ranking& ranks = ranking(position.rules.pits);
    for (const std::uint64_t word : {board.mine, board.theirs}) {
        const Ranking::Row row = ranks.row(word);
        require(row.rank < ranks.rows(row.stones));
        require(ranks.unrank(row.stones, row.rank) == word);
    }
    const int rest = kernel.rest(board);
    if (rest > ranks.max_stones()) return;
    require(ranks.index(board) >= ranks.layer(rest));
    require(ranks.index(board) < ranks.layer(rest + 1));
}

void check_values(Bytes bytes) {
    const std::size_t hash_bytes = std::size_t{1} << bytes.below(16);
    const int table_stones = bytes.below(6) - 1;
    const bool every_move = bytes.below(2) == 1;
    const int pits = 1 + bytes.below(4);
    const int stones = pits == 1 ? kMaxStones : pits == 2 ? 14 : 8;
    const Position position = decode(bytes, pits, stones);
    if (is_over(position)) return;

    minimax::Minimax minimax(position.rules);
    const WideBoard board = board_of(minimax.kernel(), position);
    const int banked = minimax.kernel().margin(board);
    const int value = banked + minimax(board);
    if (minimax.size() > kMostBoards) return;

    std::shared_ptr<Table> table;
    if (table_stones >= 0 && is_fast(position.rules)) {
        table = std::make_shared<Table>(position.rules, table_stones);
        TableBuilder(*table).work();
    }
    const auto engine = std::make_unique<Engine>(position.rules, hash_bytes, hash_bytes);
    engine->set_table(table);
    const int rest = minimax.kernel().rest(board);
    Control brief;
    brief.limit_nodes(2'000);
    const Report first = asking::ask(*engine, {.position = position, .every_move = every_move}, brief);
    require(first.position.low <= value && value <= first.position.high);
    require(first.position.low >= banked - rest && first.position.high <= banked + rest);

    const Report report = asking::ask(*engine, {.position = position, .every_move = every_move});
    require(report.is_done && report.position.low == value && report.position.high == value);
    for (const Known& known : report.moves) {
        require(known.is_proven());
        require(known.low == banked + minimax::move_value(minimax.kernel(), board, known.pit,
                                                          [&](const WideBoard& next) { return minimax(next); }));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check_ranking(Bytes(data, size));
    check_values(Bytes(data, size));
    return 0;
}
