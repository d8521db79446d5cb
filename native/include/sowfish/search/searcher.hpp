// What an engine needs of a kernel: searches and a look-ahead from one position and its moves, which it knows by
// number. Everything behind this interface is compiled once for each kernel.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "sowfish/board/position.hpp"
#include "sowfish/net/net.hpp"
#include "sowfish/search/in_flight.hpp"
#include "sowfish/search/proof_hash.hpp"
#include "sowfish/search/report.hpp"
#include "sowfish/search/targets.hpp"
#include "sowfish/system/control.hpp"
#include "sowfish/table/table.hpp"

namespace sowfish {

inline constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// When a search has to stop, besides its control: when `job` is no longer `number`, after `budget` nodes of its
// own, or when all threads together have searched `pause` nodes.
struct SearchLimits {
    const std::atomic<std::uint32_t>* job = nullptr;
    std::uint32_t number = 0;
    std::uint64_t budget = kUnlimited;
    std::uint64_t pause = kUnlimited;
};

struct SearchAnswer {
    int value = 0;
    int pit = kNoPit;      // the best pit, if the value is at least the one in question
    bool aborted = false;  // then the value means nothing
};

// One thread's searches.
class Searcher {
   public:
    virtual ~Searcher() = default;

    virtual void set_table(std::shared_ptr<const Table> table) = 0;

    // `busy` lets cooperating threads see which nodes are being searched; it may be null.
    virtual void join(Control& control, InFlight* busy) = 0;

    // Is the value of the node of a root move at least `beta`? `own` are its bounds as far as searches found them:
    // what is found from them enters the hash.
    virtual SearchAnswer prove(std::size_t number, const Bounds& own, int beta, const SearchLimits& limits) = 0;

    // Best play from the node of a root move, whose bounds are exact.
    virtual BestLine follow(std::size_t number, const Bounds& exact, std::uint64_t budget) = 0;
};

// The position of the current question, with its searchers and its look-ahead.
class Root {
   public:
    virtual ~Root() = default;

    virtual std::unique_ptr<Searcher> make_searcher(std::shared_ptr<const Table> table) = 0;

    // Sets the position, which is not over; returns it and, if asked for, its moves, with what is known of them.
    virtual std::vector<RootMove> set(const Position& position, bool every_move, Searcher& searcher) = 0;

    // The node of a root move, with empty stores.
    virtual Position node(std::size_t number) const = 0;

    // ---- the look-ahead, by one thread at a time

    virtual void set_table(std::shared_ptr<const Table> table) = 0;
    virtual void set_net(std::shared_ptr<const Net> net) = 0;
    virtual void clear() = 0;
    virtual void start_look(bool every_move) = 0;
    virtual bool is_look_open() const = 0;

    // Looks one move deeper for up to `budget` nodes; false if it was stopped or sees the end of the game.
    virtual bool deepen(Control& control, const std::atomic<bool>* halt, std::uint64_t budget) = 0;
    virtual std::uint64_t look_nodes() const = 0;  // of the last deepen()
    virtual LookResult seen() const = 0;
};

std::unique_ptr<Root> make_root(const Rules& rules, ProofHash& hash, std::size_t look_bytes);

}  // namespace sowfish
