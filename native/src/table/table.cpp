#include "sowfish/table/table.hpp"

#include <algorithm>
#include <utility>

namespace sowfish {

Table::Table(const Rules& rules, int capacity_stones)
    : rules_(rules),
      ranking_(&sowfish::ranking(rules.pits)),
      capacity_(capacity_stones),
      block_(make_block<std::int8_t>(size())),
      values_(block_.get()) {}

Table::Table(const Rules& rules, int stones, std::shared_ptr<TableSource> source, std::size_t offset)
    : rules_(rules),
      ranking_(&sowfish::ranking(rules.pits)),
      capacity_(stones),
      stones_(stones),
      source_(std::move(source)),
      values_(const_cast<std::int8_t*>(static_cast<const std::int8_t*>(source_->data())) + offset) {}

Table::Table(std::shared_ptr<const Table> whole, int stones)
    : rules_(whole->rules_),
      ranking_(whole->ranking_),
      capacity_(std::min(stones, whole->stones())),
      stones_(capacity_),
      source_(whole->source_),
      whole_(std::move(whole)),
      values_(whole_->values_) {}

std::optional<int> Table::margin(const Position& position) const {
    if (position.rules != rules_) return std::nullopt;
    const Kernel<false> kernel(rules_.pits, rules_.switches);  // counts stones only: it need not relay
    const Board board = board_of(kernel, position);
    if (kernel.rest(board) > stones()) return std::nullopt;
    const int value = at(ranking_->index(kernel.without_stores(board)));
    if (!is_intact()) return std::nullopt;
    return kernel.margin(board) + value;
}

bool Table::is_intact() const { return !source_ || source_->is_intact(); }

void Table::confirm() const {
    if (source_) source_->confirm();
}

void Table::copy_layers(const Table& from) {
    const int stones = std::min(capacity_, from.stones());
    std::copy_n(from.values_, ranking_->layer(stones + 1), values_);
    set_stones(stones);
}

}  // namespace sowfish
