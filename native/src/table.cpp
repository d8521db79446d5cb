#include "sowfish/table.hpp"

#include <algorithm>

namespace sowfish {

Table::Table(const Rules& rules, int capacity_stones)
    : rules_(rules),
      ranking_(&sowfish::ranking(rules.pits)),
      capacity_(capacity_stones),
      block_(make_block<std::int8_t>(size())),
      values_(block_.get()) {}

Table::Table(const Rules& rules, int stones, int file, std::size_t offset)
    : rules_(rules),
      ranking_(&sowfish::ranking(rules.pits)),
      capacity_(stones),
      stones_(stones),
      block_(map_block<std::int8_t>(file, offset + size())),
      values_(block_.get() + offset) {}

void Table::copy_layers(const Table& from) {
    stones_ = std::min(capacity_, from.stones());
    std::copy_n(from.values_, ranking_->layer(stones_ + 1), values_);
}

}  // namespace sowfish
