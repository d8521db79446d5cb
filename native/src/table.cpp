#include "sowfish/table.hpp"

#include <algorithm>

namespace sowfish {

Table::Table(const Rules& rules, int capacity_stones)
    : rules_(rules),
      ranking_(&sowfish::ranking(rules.pits)),
      capacity_(capacity_stones),
      values_(make_block<std::int8_t>(size())) {}

void Table::copy_layers(const Table& from) {
    stones_ = std::min(capacity_, from.stones());
    std::copy_n(from.values_.get(), ranking_->layer(stones_ + 1), values_.get());
}

}  // namespace sowfish
