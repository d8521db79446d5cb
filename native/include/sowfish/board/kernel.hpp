// The rules at full speed: one kernel per rules profile, for up to seven pits a side.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

#include "sowfish/board/board.hpp"
#include "sowfish/board/pit_set.hpp"
#include "sowfish/board/rules.hpp"
#include "sowfish/board/sow_table.hpp"

namespace sowfish {

// Statistics of one move.
struct Sown {
    int laps = 0;
    int stones = 0;    // dropped one by one, in all laps
    int captured = 0;  // banked by a capture, the capturing stone included
};

// Rules with and without relay sowing have a kernel each; the other switches are tested while it runs, which costs
// next to nothing, since a branch that always goes the same way is predicted. No profile with relay sowing
// captures or sows into both stores, so its kernel can do neither.
template <bool relays>
class Kernel {
   public:
    using Board = sowfish::Board;
    static constexpr bool kRelays = relays;

    Kernel(int pits, const Switches& switches)
        : switches_(switches),
          entries_(sow_table(pits, switches.both_stores).entries()),
          pits_(pits),
          pit_mask_((std::uint64_t{1} << (8 * pits)) - 1) {
        assert(!relays || (switches.capture == Capture::none && !switches.both_stores));
    }

    const Switches& switches() const { return switches_; }
    int pits() const { return pits_; }
    std::uint64_t pit_mask() const { return pit_mask_; }

    int stones(const Board& board, int pit) const { return byte_at(board.mine, pit); }
    int store(const Board& board) const { return byte_at(board.mine, pits_); }
    int margin(const Board& board) const { return store(board) - byte_at(board.theirs, pits_); }
    int own_rest(const Board& board) const { return sum_of_bytes(board.mine & pit_mask_); }
    int rest(const Board& board) const { return own_rest(board) + sum_of_bytes(board.theirs & pit_mask_); }
    unsigned filled(const Board& board) const { return nonzero_bytes(board.mine & pit_mask_); }
    Board turned(const Board& board) const { return sowfish::turned(board); }
    Board without_stores(const Board& board) const { return {board.mine & pit_mask_, board.theirs & pit_mask_}; }

    // The number of ready pits, whose last stone falls into the store: free moves, as far as one lap tells.
    int ready(const Board& board) const {
        const std::uint64_t distances = 0x01020304050607ULL >> (8 * (kMaxFastPits - pits_));
        return pits_ - static_cast<int>(count_of(nonzero_bytes((board.mine ^ distances) & pit_mask_)));
    }

    // A lower bound of the stones the mover can bank this turn: ready pits, nearest to the store first, which may
    // make others ready, then one pit whose stones pass the store. If that is less than `needed`, also tries a
    // capture instead.
    int sure_gain(const Board& board, int needed) const {
        constexpr std::uint64_t low7 = 0x7f7f7f7f7f7f7f7fULL;
        const std::uint64_t distances = 0x01020304050607ULL >> (8 * (kMaxFastPits - pits_));
        const std::uint64_t tops = pit_mask_ & ~low7;
        std::uint64_t pits = board.mine & pit_mask_;
        int banked = 0;
        for (;;) {
            const std::uint64_t apart = pits ^ distances;
            const std::uint64_t ready = ~(((apart & low7) + low7) | apart) & tops;
            if (ready == 0) break;
            const int top = 63 - std::countl_zero(ready);  // the highest bit of the pit's byte
            const std::uint64_t upto = (std::uint64_t{2} << top) - 1;
            pits = (pits & ~(std::uint64_t{0xff} << (top - 7))) + (0x0101010101010101ULL & pit_mask_ & ~upto);
            ++banked;
        }
        int last_gain = ((((pits & low7) + (low7 - distances)) | pits) & tops) != 0 ? 1 : 0;
        if (!relays && switches_.capture != Capture::none) {
            if (banked + last_gain >= needed) return banked + last_gain;
            for (int pit = 0; pit < pits_ - 1; ++pit) {
                const int stones = byte_at(pits, pit);
                const int last = pit + stones;
                if (stones == 0 || last >= pits_ || byte_at(pits, last) != 0) continue;
                const int taken = byte_at(board.theirs, pits_ - 1 - last);
                if (taken > 0) last_gain = std::max(last_gain, taken + 1);
            }
        }
        return banked + last_gain;
    }

    // The number of pits whose stones pass the store and reach the other side.
    int beyond(const Board& board) const {
        constexpr std::uint64_t low7 = 0x7f7f7f7f7f7f7f7fULL;
        const std::uint64_t distances = 0x01020304050607ULL >> (8 * (kMaxFastPits - pits_));
        const std::uint64_t pits = board.mine & pit_mask_;
        const std::uint64_t above = ((((pits & low7) + (low7 - distances)) | pits) & ~low7 & pit_mask_) >> 7;
        return sum_of_bytes(above);
    }

    // Sows a non-empty pit: all laps and a capture. Returns who moves next, whether or not the game is over.
    Next sow(Board& board, int pit) const { return sow<false>(board, pit, nullptr); }

    // The same, with statistics.
    Next sow(Board& board, int pit, Sown& sown) const { return sow<true>(board, pit, &sown); }

    // Plays a whole move: sowing, and the end-of-game rule if it ends the game. The board stays in the mover's
    // view; the caller turns it if the result is Next::other.
    [[gnu::always_inline]] Next play(Board& board, int pit) const {
        const Next next = sow(board, pit);
        if (!is_over(board, next)) return next;
        sweep(board);
        return Next::over;
    }

    // Whether the game is over, for a board in the view of the side that just moved.
    bool is_over(const Board& board, Next next) const {
        const bool mine_empty = (board.mine & pit_mask_) == 0;
        const bool theirs_empty = (board.theirs & pit_mask_) == 0;
        if (!mine_empty && !theirs_empty) return false;
        if (switches_.ends == Ending::either_empty) return true;
        if (switches_.ends == Ending::mover_empty) return next == Next::again ? mine_empty : theirs_empty;
        return mine_empty && theirs_empty;
    }

    // Gives the remaining stones to their owners, if the rules say so.
    void sweep(Board& board) const {
        if (switches_.rest == Rest::nobody) return;
        board.mine = swept(board.mine);
        board.theirs = swept(board.theirs);
    }

   private:
    template <bool counted>
    [[gnu::always_inline]] Next sow(Board& board, int pit, [[maybe_unused]] Sown* sown) const {
        const int stones = byte_at(board.mine, pit);
        const SowEntry* entry = entries_ + SowTable::place(pit, stones);
        board.mine += entry->mine;
        board.theirs += entry->theirs;
        if constexpr (counted) *sown = {1, stones, 0};
        if constexpr (relays) {
            entry = relay<counted>(board, entry, sown);
        } else if (switches_.capture != Capture::none) {
            [[maybe_unused]] const int captured = capture(board, entry->last);
            if constexpr (counted) sown->captured = captured;
        }
        return entry->last == pits_ ? Next::again : Next::other;
    }

    // Plays the relay laps; returns the entry of the last one.
    template <bool counted>
    [[gnu::always_inline]] const SowEntry* relay(Board& board, const SowEntry* entry,
                                                 [[maybe_unused]] Sown* sown) const {
        while (entry->last != pits_) {
            const std::uint64_t word = entry->on_their_side ? board.theirs : board.mine;
            const int there = static_cast<int>(word >> entry->shift & 0xff);
            if (there == 1) break;  // it was empty before the last stone
            entry = entries_ + SowTable::place(entry->last, there);
            board.mine += entry->mine;
            board.theirs += entry->theirs;
            if constexpr (counted) {
                ++sown->laps;
                sown->stones += there;
            }
        }
        return entry;
    }

    [[gnu::always_inline]] int capture(Board& board, int last) const {
        const int place = 8 * (last & 7);
        const int facing = 8 * ((pits_ - 1 - last) & 7);
        const std::uint64_t taken = (board.theirs >> facing) & 0xff;
        const bool alone = (board.mine >> place & 0xff) == 1;
        const bool captures = (last < pits_) & alone & (switches_.capture != Capture::opposite || taken != 0);
        const std::uint64_t all = -std::uint64_t{captures};
        board.theirs -= taken << facing & all;
        board.mine += (((taken + 1) << (8 * pits_)) - (std::uint64_t{1} << place)) & all;
        return static_cast<int>((taken + 1) & all);
    }

    std::uint64_t swept(std::uint64_t word) const {
        const auto rest = static_cast<std::uint64_t>(sum_of_bytes(word & pit_mask_));
        return (word & ~pit_mask_) + (rest << (8 * pits_));
    }

    Switches switches_;
    const SowEntry* entries_;
    int pits_;
    std::uint64_t pit_mask_;
};

}  // namespace sowfish
