#include "sowfish/table.hpp"

namespace sowfish {

Table::Table(const Rules& rules, int capacity_stones)
    : rules_(rules),
      ranking_(&sowfish::ranking(rules.pits)),
      capacity_(capacity_stones),
      values_(make_block<std::int8_t>(size())) {}

}  // namespace sowfish
