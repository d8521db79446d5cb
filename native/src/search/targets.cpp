#include "sowfish/search/targets.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "sowfish/search/evaluation.hpp"

namespace sowfish {

namespace {

constexpr int kFirstReach = 32;

int rounded(int parts) { return (parts + (parts < 0 ? -kPartsOfStone : kPartsOfStone) / 2) / kPartsOfStone; }

// Until it is proven, a position is worth what its most promising move is, so that no move looks better than the
// one to play. Of equal moves the one already chosen stays.
void follow_best(Report& report) {
    Known& position = report.position;
    const auto promise = [chosen = position.line.empty() ? kNoPit : position.line.front()](const Known& move) {
        return std::pair(move.estimate, move.pit == chosen);
    };
    const auto best =
        std::max_element(report.moves.begin(), report.moves.end(),
                         [&](const Known& one, const Known& other) { return promise(one) < promise(other); });
    if (best == report.moves.end()) return;
    position.estimate = std::clamp(best->estimate, position.low * kPartsOfStone, position.high * kPartsOfStone);
    position.line = best->line;
}

}  // namespace

// ---- one target

Target::Target(std::size_t number, const RootMove& move)
    : number(number),
      pit(move.pit),
      gain(move.gain),
      rest(move.rest),
      next(move.next),
      least(next == Next::over ? gain : gain - rest),
      most(next == Next::over ? gain : gain + rest),
      own(move.bounds),
      known(move.bounds) {}

int Target::low_of(const Bounds& bounds) const {
    return next == Next::over ? gain : gain + (again() ? bounds.low : -bounds.high);
}

int Target::high_of(const Bounds& bounds) const {
    return next == Next::over ? gain : gain + (again() ? bounds.high : -bounds.low);
}

bool Target::narrow(Bounds Target::* which, int low, int high) {
    Bounds& bounds = this->*which;
    if (next == Next::over || (low <= low_of(bounds) && high >= high_of(bounds))) return false;
    const int first = node_value(std::max(low, low_of(bounds)));
    const int second = node_value(std::min(high, high_of(bounds)));
    const int least_value = again() ? first : second;
    if (least_value > bounds.low) bounds.pit = kNoPit;  // that pit did not raise this bound
    bounds.low = least_value;
    bounds.high = again() ? second : first;
    job.fetch_add(1);
    return true;
}

void Target::set_guess(int score, bool outside_in) {
    guess_ = centre_ = node_value(score);
    reach_ = outside_in ? kFirstReach : 0;
    has_guess_ = true;
}

int Target::question() {
    while (reach_ > 0) {
        const int low = centre_ - reach_;
        const int high = centre_ + reach_;
        if (known.low > high || known.high < low) {
            reach_ = 0;  // a bad guess: from here on follow the answers
            break;
        }
        if (known.low < low) return low;
        if (known.high > high) return high + 1;
        reach_ /= 2;
        guess_ = centre_;
    }
    return std::clamp(guess_, known.low + 1, known.high);
}

void Target::settle(int value, int beta, int pit_found) {
    const bool up = value >= beta;
    steps_ = up ? std::max(steps_, 0) + 1 : std::min(steps_, 0) - 1;
    const int count = std::abs(steps_);
    const int stride = count <= 2 ? 0 : 1 << std::min(count - 2, 6);
    if (up) {
        if (value >= own.low) own.pit = pit_found;
        own.low = std::max(own.low, value);
        guess_ = value + 1 + stride;
    } else {
        own.high = std::min(own.high, value);
        guess_ = value - stride;
    }
    job.fetch_add(1);
}

// ---- all targets

void Targets::set(const std::vector<RootMove>& moves, int banked) {
    targets_.clear();
    banked_ = banked;
    has_facts_ = false;
    for (const RootMove& move : moves) targets_.emplace_back(targets_.size(), move);
    Target& whole = position();
    for (std::size_t i = 1; i < targets_.size(); ++i) {  // bounds that follow from one move do not count as proven
        whole.least = std::max(i == 1 ? -kMaxStones : whole.least, targets_[i].least);
        whole.most = std::max(i == 1 ? -kMaxStones : whole.most, targets_[i].most);
    }
    update();
}

bool Targets::is_settled() const {
    return std::none_of(targets_.begin(), targets_.end(), [](const Target& target) { return target.is_open(); });
}

bool Targets::is_busy() const {
    return std::any_of(targets_.begin(), targets_.end(), [](const Target& target) { return target.workers > 0; });
}

bool Targets::is_done(bool finds_lines) const {
    return std::all_of(targets_.begin(), targets_.end(), [&](const Target& target) {
        const bool has_line = target.is_followed && !target.line.pits.empty();
        return !target.is_open() && (has_line || !needs_line(target, finds_lines));
    });
}

bool Targets::needs_line(const Target& target, bool finds_lines) const {
    return finds_lines || best_pit(target) == kNoPit;
}

int Targets::best_pit(const Target& target) const {
    if (target.pit != kNoPit) return target.pit;
    if (target.known.pit != kNoPit) return target.known.pit;
    for (const Target& move : targets_)
        if (move.pit != kNoPit && move.low() >= target.low()) return move.pit;
    return kNoPit;
}

void Targets::settle(Target& target, int value, int beta, int pit) {
    target.settle(value, beta, pit);
    update();
}

void Targets::take_in(const LookResult& seen) {
    if (!seen.sees_end) return;
    const auto exact = [](Target& target, int value) {
        target.narrow(&Target::own, value / kPartsOfStone, value / kPartsOfStone);
    };
    exact(position(), seen.value);
    if (position().own.pit == kNoPit && !seen.line.empty()) position().own.pit = seen.line.front();
    for (std::size_t i = 1; i < targets_.size(); ++i) exact(targets_[i], seen.moves[i - 1].value);
    update();
}

void Targets::learn(const Fact& fact) {
    for (Target& target : targets_) {
        if (target.pit != fact.pit || !target.is_open()) continue;
        if (!target.narrow(&Target::known, fact.low - banked_, fact.high - banked_)) continue;
        has_facts_ = true;
        update();
        if (!has_facts_ || target.is_open() || fact.line.empty()) return;
        if (target.pit == kNoPit) target.known.pit = fact.line.front();
        update();
        for (Target& other : targets_) {  // a position has the line of its best move
            if (&other != &target && (target.pit != kNoPit || other.pit != fact.line.front())) continue;
            if (other.is_open() || other.is_followed) continue;
            other.line = {fact.line, true};
            other.is_followed = other.is_learned = true;
        }
    }
}

const BestLine* Targets::learned_line() const {
    for (const Target& target : targets_)
        if (target.is_learned && target.pit != kNoPit && target.low() == position().low()) return &target.line;
    return nullptr;
}

Target* Targets::next_open() {
    Target* best = nullptr;
    for (Target& target : targets_) {
        if (target.is_open() && (!best || target.workers < best->workers)) best = &target;
        if (target.pit == kNoPit && best) break;
    }
    return best;
}

// Draws what follows from the bounds of each target for the others.
void Targets::update() {
    agree(&Target::own);
    for (Target& target : targets_) {
        if (has_facts_) {
            target.narrow(&Target::known, target.low_of(target.own), target.high_of(target.own));
            if (target.own.low == target.known.low && target.own.pit != kNoPit) target.known.pit = target.own.pit;
        } else {
            target.known = target.own;
        }
    }
    if (!has_facts_) return;
    agree(&Target::known);
    const auto fits = [](const Target& target) { return target.known.low <= target.known.high; };
    if (!std::all_of(targets_.begin(), targets_.end(), fits)) forget_facts();
}

// Facts that contradict each other, or a search, are false.
void Targets::forget_facts() {
    has_facts_ = false;
    for (Target& target : targets_) {
        target.known = target.own;
        target.job.fetch_add(1);
        if (!target.is_learned) continue;
        target.line = {};
        target.is_learned = target.is_followed = false;
    }
}

// Narrows the bounds of the position by those of its moves, and the other way round.
void Targets::agree(Bounds Target::* bounds) {
    if (targets_.size() == 1) return;
    Target& whole = position();
    int low = -kMaxStones;
    int high = -kMaxStones;
    for (std::size_t i = 1; i < targets_.size(); ++i) {
        low = std::max(low, targets_[i].low_of(targets_[i].*bounds));
        high = std::max(high, targets_[i].high_of(targets_[i].*bounds));
    }
    whole.narrow(bounds, low, high);
    Target* candidate = nullptr;
    int candidates = 0;
    for (std::size_t i = 1; i < targets_.size(); ++i) {
        Target& target = targets_[i];
        target.narrow(bounds, -kMaxStones, whole.high_of(whole.*bounds));
        if (target.high_of(target.*bounds) < whole.low_of(whole.*bounds)) continue;
        candidate = &target;
        ++candidates;
    }
    if (candidates == 1) candidate->narrow(bounds, whole.low_of(whole.*bounds), kMaxStones);
    const int pit = (whole.*bounds).pit;
    for (Target& target : targets_)
        if (target.pit == pit && pit != kNoPit) target.narrow(bounds, whole.low_of(whole.*bounds), kMaxStones);
}

// ---- what is known

int Targets::guess(const Target& target, const LookResult& seen) const {
    return rounded(estimate_of(target, seen)) - banked_;
}

Report Targets::report(const Position& board, const LookResult& seen, bool finds_lines) const {
    Report report;
    report.position = known_of(position(), board, seen);
    for (std::size_t i = 1; i < targets_.size(); ++i) report.moves.push_back(known_of(targets_[i], board, seen));
    if (position().is_open()) follow_best(report);
    report.depth = seen.depth;
    report.is_done = is_done(finds_lines);
    return report;
}

Known Targets::known_of(const Target& target, const Position& board, const LookResult& seen) const {
    Known known;
    known.pit = target.pit;
    known.low = banked_ + target.low();
    known.high = banked_ + target.high();
    known.is_narrowed = target.low() > target.least || target.high() < target.most;
    known.estimate = std::clamp(estimate_of(target, seen), known.low * kPartsOfStone, known.high * kPartsOfStone);
    if (!target.is_open() && !target.line.pits.empty()) {
        known.line = target.line.pits;
        return known;
    }
    // Until a line is found, at most its first move is known: of an open position, a pit proven to be worth more
    // than the look-ahead expects of any.
    int pit = best_pit(target);
    const bool is_sure = !target.is_open() || known.low * kPartsOfStone >= estimate_of(target, seen);
    if (target.pit == kNoPit && !is_sure) pit = kNoPit;
    if (!target.is_open() && pit != kNoPit) {
        known.line = {pit};
        return known;
    }
    if (pit == kNoPit) {
        known.line = seen.line;
        const unsigned legal = legal_pits(board);
        if (known.line.empty() && legal != 0) known.line = {std::countr_zero(legal)};  // nothing was seen yet
        return known;
    }
    for (const LookResult::Move& move : seen.moves)
        if (move.pit == pit) known.line = move.line;
    if (known.line.empty()) known.line = {pit};
    return known;
}

// In parts of a stone, stores included.
int Targets::estimate_of(const Target& target, const LookResult& seen) const {
    const int banked = banked_ * kPartsOfStone;
    if (seen.depth == 0) return banked;
    if (target.pit == kNoPit) return banked + seen.value;
    for (const LookResult::Move& move : seen.moves)
        if (move.pit == target.pit) return banked + move.value;
    return banked;
}

}  // namespace sowfish
