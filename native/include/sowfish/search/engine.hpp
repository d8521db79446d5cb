// The engine: proves the values of positions, and estimates them until they are proven, with any number of
// threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sowfish/board/position.hpp"
#include "sowfish/net/net.hpp"
#include "sowfish/search/in_flight.hpp"
#include "sowfish/search/proof_hash.hpp"
#include "sowfish/search/report.hpp"
#include "sowfish/search/searcher.hpp"
#include "sowfish/search/targets.hpp"
#include "sowfish/system/control.hpp"
#include "sowfish/system/threads.hpp"
#include "sowfish/table/table.hpp"
#include "sowfish/table/table_growth.hpp"

namespace sowfish {

// Where a proof starts its null windows: at the guess, which is the shortest way to the value, or away from it,
// where questions are easier, so that the bounds close in from both sides.
enum class Approach : std::uint8_t { guess, outside_in };

struct Question {
    Position position;          // not over
    bool every_move = false;    // also find the value of every move
    bool proves = true;         // false: look ahead only
    int threads = 1;            // how many will call work()
    int max_depth = 250;        // of the look-ahead, in moves
    double look_share = 0.5;    // of the nodes, for looking ahead while nothing is proven
    int max_table_stones = -1;  // size the table may grow to, if there is room
    bool finds_lines = true;    // find best play for proven values, not only its first move
    Approach approach = Approach::guess;
    std::uint64_t first_nodes = kUnlimited;  // of begin()
    std::vector<Fact> known{};
};

// Owns the transposition tables of proof and look-ahead, and shares an endgame table. Keeps what it learns from
// one position to the next. Answers one question at a time: one thread calls begin(), then as many threads as the
// question says call work(); any thread may call report() and learn() at any time after begin().
class Engine {
   public:
    Engine(const Rules& rules, std::size_t hash_bytes, std::size_t look_bytes);

    // The table, if not null, must be for the same rules. Transposition tables are kept: proven bounds stay valid.
    // `room` is a table in memory for the same rules, to which the engine adds layers when a question proves hard,
    // starting with copies of the layers of `table`.
    void set_table(std::shared_ptr<const Table> table, std::shared_ptr<Table> room = nullptr);

    // The table, possibly grown; must not be called while threads work.
    std::shared_ptr<const Table> table() const { return growth_.table(); }

    // The net, if not null, must be for the same rules; it evaluates the leaves of the look-ahead. Clears the
    // look-ahead's table.
    void set_net(std::shared_ptr<const Net> net) { root_->set_net(std::move(net)); }

    // The proof's transposition table; may be changed only between questions.
    ProofHash& hash() { return *hash_; }
    void set_hash_bytes(std::size_t bytes);

    // Another engine that shares this one's proof table if the rules have a fast kernel; both can search at the
    // same time. It starts without an endgame table.
    std::unique_ptr<Engine> sibling(std::size_t look_bytes) const;

    // Forgets everything but the endgame table.
    void clear();

    // Starts a question with a first, limited search; true if that answers it. The control must outlive the
    // question.
    bool begin(const Question& question, Control& control);

    // Returns when the question is answered, the control stops it, or there is no work for this thread.
    void work();

    Report report() const;

    void learn(const Fact& fact);

   private:
    Engine(const Rules& rules, std::shared_ptr<ProofHash> hash, std::size_t look_bytes);

    std::unique_ptr<Searcher> take_searcher();
    void wait_for_first(Lock& lock);
    void end_alone();
    bool is_growth_timely() const;
    void grow(Lock& lock);
    std::uint64_t first_look(int rest) const;
    void look(std::uint64_t budget);
    bool can_look() const;
    bool is_look_due() const;
    std::uint64_t nodes_until_look() const;
    Target* next_target();
    void prove(Searcher& searcher, Target& target, Lock& lock);
    void guess(Target& target, Lock& lock);
    void follow(Searcher& searcher, Lock& lock, std::uint64_t budget);
    bool follow(Searcher& searcher, Target& target, Lock& lock, std::uint64_t budget);
    void believe(const Fact& fact);

    Rules rules_;
    TableGrowth growth_;
    std::shared_ptr<ProofHash> hash_;
    InFlight in_flight_;
    std::unique_ptr<Root> root_;
    std::vector<std::unique_ptr<Searcher>> idle_;  // without a thread; their near hashes stay warm

    // The current question.
    mutable Mutex mutex_;
    Question question_;
    Control* control_ = nullptr;
    Control::Clock::time_point started_;
    Targets targets_;
    LookResult seen_;
    std::uint64_t look_nodes_ = 0;
    bool is_looking_ = false;
    bool is_alone_ = false;                   // whether one thread works on the question alone
    bool has_first_ = false;                  // whether that thread has started
    std::uint64_t alone_until_ = kUnlimited;  // nodes
    Condition joined_;
    bool has_break_ = false;         // whether a proving thread is due to look ahead
    std::atomic<bool> halt_{false};  // stops a look-ahead that is no longer needed
};

}  // namespace sowfish
