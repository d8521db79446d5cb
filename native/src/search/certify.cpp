#include "sowfish/search/certify.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

#include "sowfish/board/board_map.hpp"
#include "sowfish/board/profiles.hpp"
#include "sowfish/search/search.hpp"

namespace sowfish {

namespace {

// Searches positions that are missing from both hash and table.
template <class Kernel>
class Certifier {
   public:
    using Search = sowfish::Search<Kernel>;
    using Board = typename Kernel::Board;
    using Child = typename Search::Child;

    Certifier(const Kernel& kernel, Search& search, Control& control, std::uint64_t max_pending)
        : kernel_(kernel), search_(&search), control_(&control), max_pending_(max_pending) {}

    // `value` must be the future margin of the board.
    std::optional<Strategy> certify(const Board& board, int value) {
        Strategy strategy;
        search_->join(*control_, nullptr);
        search_->begin();
        const Board start = kernel_.without_stores(board);
        claim_low(start, kernel_.rest(start), value);
        claim_high(start, kernel_.rest(start), value);
        while (!open_.empty()) {
            const Claims claims = std::move(open_.begin()->second);
            open_.erase(open_.begin());
            strategy.positions += claims.size();
            pending_ -= claims.size();
            if (!follow(claims, strategy.pits)) return std::nullopt;
        }
        return strategy;
    }

   private:
    // The claims about a position; without any, the bounds are plus and minus the rest.
    struct Claim {
        std::int16_t low;
        std::int16_t high;
    };
    struct Hash {
        std::size_t operator()(const Board& board) const { return hash_of(board); }
    };
    using Claims = std::unordered_map<Board, Claim, Hash>;

    // Every move lowers the rest or, failing that, the total distance of the stones to their side's store. Only a
    // pass lowers neither, and no pass can follow it. So positions of a higher rank never occur again.
    std::uint32_t rank_of(const Board& board, int rest) const {
        const Board other = kernel_.turned(board);
        unsigned distance = 0;
        for (int pit = 0; pit < kernel_.pits(); ++pit)
            distance += static_cast<unsigned>((kernel_.pits() - pit) *
                                              (kernel_.stones(board, pit) + kernel_.stones(other, pit)));
        return static_cast<std::uint32_t>(rest) << 16 | distance << 1 | (kernel_.filled(board) == 0 ? 1u : 0u);
    }

    Claim& claim_of(const Board& board, int rest) {
        Claims& claims = open_[rank_of(board, rest)];
        const auto [place, is_new] =
            claims.try_emplace(board, Claim{static_cast<std::int16_t>(-rest), static_cast<std::int16_t>(rest)});
        if (is_new) ++pending_;
        return place->second;
    }

    void claim_low(const Board& board, int rest, int low) {
        if (low <= -rest) return;  // trivially true
        Claim& claim = claim_of(board, rest);
        claim.low = std::max(claim.low, static_cast<std::int16_t>(low));
    }

    void claim_high(const Board& board, int rest, int high) {
        if (high >= rest) return;
        Claim& claim = claim_of(board, rest);
        claim.high = std::min(claim.high, static_cast<std::int16_t>(high));
    }

    bool is_claimed(const Child& child, int bound) const {
        const auto claims = open_.find(rank_of(child.node.board, child.node.rest));
        if (claims == open_.end()) return false;
        const auto known = claims->second.find(child.node.board);
        if (known == claims->second.end()) return false;
        return child.again() ? known->second.low >= bound - child.gain : known->second.high <= child.gain - bound;
    }

    // Derives the claims that follow from all claims of one rank; false if it has to stop.
    bool follow(const Claims& claims, std::vector<std::uint8_t>& pits) {
        std::vector<std::pair<Board, Claim>> ordered(claims.begin(), claims.end());
        std::sort(ordered.begin(), ordered.end(),
                  [this](const auto& a, const auto& b) { return is_before(a.first, b.first); });
        for (const auto& [board, claim] : ordered) {
            if (pending_ > max_pending_ || control_->count(1)) return false;
            const int rest = kernel_.rest(board);
            std::vector<Child> moves = moves_of(board);
            if (claim.high < rest)
                for (const Child& move : moves) claim_at_most(move, claim.high);
            if (claim.low <= -rest) continue;
            const Child* chosen = choose(board, moves, claim.low);
            if (!chosen) return false;
            claim_at_least(*chosen, claim.low);
            if (moves.size() > 1) pits.push_back(static_cast<std::uint8_t>(chosen->pit));
        }
        return true;
    }

    // Compares the mover's pits, then the other's, from pit 0 on.
    bool is_before(const Board& a, const Board& b) const {
        for (int side = 0; side < 2; ++side) {
            const Board first = side == 0 ? a : kernel_.turned(a);
            const Board second = side == 0 ? b : kernel_.turned(b);
            for (int pit = 0; pit < kernel_.pits(); ++pit)
                if (kernel_.stones(first, pit) != kernel_.stones(second, pit))
                    return kernel_.stones(first, pit) < kernel_.stones(second, pit);
        }
        return false;
    }

    std::vector<Child> moves_of(const Board& board) const {
        std::vector<Child> moves;
        for (int pit = 0; pit < kernel_.pits(); ++pit)
            if (kernel_.stones(board, pit) > 0) moves.push_back(search_->child(board, pit));
        if (moves.empty()) moves.push_back(search_->pass(board));
        return moves;
    }

    void claim_at_least(const Child& move, int bound) {
        if (move.next == Next::over) return;
        if (move.again())
            claim_low(move.node.board, move.node.rest, bound - move.gain);
        else
            claim_high(move.node.board, move.node.rest, move.gain - bound);
    }

    void claim_at_most(const Child& move, int bound) {
        if (move.next == Next::over) return;
        if (move.again())
            claim_high(move.node.board, move.node.rest, bound - move.gain);
        else
            claim_low(move.node.board, move.node.rest, move.gain - bound);
    }

    // Estimates how little a move adds to the certificate: nothing if it ends the game or leads to an existing
    // claim; otherwise less the fewer stones stay in play and the larger its slack.
    int merit(const Child& move, int bound) const {
        const int least = move.gain - move.node.rest;  // a lower bound of the move's value
        if (move.next == Next::over || least >= bound) return 1 << 20;
        if (is_claimed(move, bound)) return 1 << 19;
        return move.low() - bound - move.node.rest;
    }

    // A move worth at least the bound, or null if it has to stop. Prefers moves known to be; otherwise searches
    // them, the hash move first.
    const Child* choose(const Board& board, std::vector<Child>& moves, int bound) {
        const Child* best = nullptr;
        int most = 0;
        for (const Child& move : moves) {
            if (move.low() < bound) continue;
            const int found = merit(move, bound);
            if (!best || found > most) {
                best = &move;
                most = found;
            }
        }
        if (best) return best;
        const int favourite = search_->node(board).bounds.pit;
        std::stable_partition(moves.begin(), moves.end(),
                              [=](const Child& move) { return move.pit == favourite; });
        for (Child& move : moves) {
            if (move.high() < bound) continue;
            search_->search(move.node, move.node_beta(bound));
            if (search_->aborted()) return nullptr;
            if (move.low() >= bound) return &move;
        }
        return nullptr;
    }

    Kernel kernel_;
    Search* search_;
    Control* control_;
    std::uint64_t max_pending_;
    std::uint64_t pending_ = 0;
    std::map<std::uint32_t, Claims, std::greater<>> open_;
};

}  // namespace

std::optional<Strategy> certify(const Position& position, int value, ProofHash& hash,
                                std::shared_ptr<const Table> table, Control& control, std::uint64_t max_pending) {
    return with_kernel(position.rules, [&]<class Kernel>(const Kernel& kernel) {
        Search<Kernel> search(kernel, hash.table<Kernel>(), std::move(table));
        const auto board = board_of(kernel, position);
        return Certifier<Kernel>(kernel, search, control, max_pending)
            .certify(board, value - kernel.margin(board));
    });
}

}  // namespace sowfish
