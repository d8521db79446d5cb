// Conditions on a place in a game: small stack programs over counters and the contents of the board.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sowfish/board/rules.hpp"

namespace sowfish {

// Quantities read off the board, in the order of LEVELS in src/sowfish/checker/words.py.
enum class Quantity : std::uint8_t { south_store, north_store, south_rest, north_rest, hand, north_to_move, over };
inline constexpr int kSouthPits = 7;                      // then the stones in each of south's pits,
inline constexpr int kNorthPits = kSouthPits + kMaxPits;  // and of north's
inline constexpr int kQuantities = kNorthPits + kMaxPits;

using Quantities = std::array<int, kQuantities>;

// One instruction of a stack machine; comparisons and logical operators push 0 or 1.
struct Instruction {
    enum class Op : std::uint8_t {
        number,
        tracker,
        level,
        add,
        subtract,
        equal,
        less,
        at_most,
        both,
        either,
        no,
        multiply,
    };

    Op op = Op::number;
    int argument = 0;  // of the first three
};
inline constexpr int kOps = 12;

class Predicate {
   public:
    static constexpr int kDeepest = 32;

    Predicate() = default;
    explicit Predicate(std::vector<Instruction> program);

    // Whether the program leaves exactly one number, never pops an empty stack and has only valid arguments.
    bool is_sound(int trackers) const;

    bool is_empty() const { return program_.empty(); }

    // Whether it reads single pits; if not, they need not be computed.
    bool asks_pits() const { return asks_pits_; }

    // An empty program holds everywhere. `tracker(i)` is the count of tracker i.
    template <class TrackerOf>
    bool holds(TrackerOf&& tracker, const Quantities& levels) const {
        return program_.empty() || value(tracker, levels) != 0;
    }

    // The number the program leaves on the stack; 0 if it is empty.
    template <class TrackerOf>
    int value(TrackerOf&& tracker, const Quantities& levels) const {
        if (program_.empty()) return 0;
        std::array<int, kDeepest> stack;
        std::size_t top = 0;  // stack size
        for (const Instruction& step : program_) {
            if (step.op <= Instruction::Op::level) {
                stack[top++] = step.op == Instruction::Op::number ? step.argument
                               : step.op == Instruction::Op::tracker
                                   ? tracker(step.argument)
                                   : levels[static_cast<std::size_t>(step.argument)];
                continue;
            }
            if (step.op == Instruction::Op::no) {
                stack[top - 1] = stack[top - 1] == 0 ? 1 : 0;
                continue;
            }
            --top;
            stack[top - 1] = joined(step.op, stack[top - 1], stack[top]);
        }
        return stack[0];
    }

   private:
    static int joined(Instruction::Op op, int left, int right) {
        switch (op) {
            case Instruction::Op::add:
                return left + right;
            case Instruction::Op::subtract:
                return left - right;
            case Instruction::Op::equal:
                return left == right ? 1 : 0;
            case Instruction::Op::less:
                return left < right ? 1 : 0;
            case Instruction::Op::at_most:
                return left <= right ? 1 : 0;
            case Instruction::Op::multiply:
                return left * right;
            case Instruction::Op::both:
                return left != 0 && right != 0 ? 1 : 0;
            default:
                return left != 0 || right != 0 ? 1 : 0;
        }
    }

    std::vector<Instruction> program_;
    bool asks_pits_ = false;
};

}  // namespace sowfish
