// Certificates: the moves that prove a value to a checker that knows only the rules.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sowfish/board/position.hpp"
#include "sowfish/search/proof_hash.hpp"
#include "sowfish/system/control.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

// A proof that a position is worth at least and at most its value. A claim "at least" needs one move that keeps
// it, a claim "at most" must hold for every move; both lead to claims about the positions that follow. So a list
// of moves is a proof: one move for each position that has a choice and a claim "at least", in the canonical order
// of positions (docs/certificates.md).
struct Strategy {
    std::vector<std::uint8_t> pits;
    std::uint64_t positions = 0;  // with a claim
};

// The moves that prove the value of a position, stores included, by the hash and the table of its proof. Empty if
// the control stops it, or if more than `max_pending` positions would be pending at a time.
std::optional<Strategy> certify(const Position& position, int value, ProofHash& hash,
                                std::shared_ptr<const Table> table, Control& control, std::uint64_t max_pending);

}  // namespace sowfish
