#include "sowfish/checker/condition.hpp"

namespace sowfish {

Predicate::Predicate(std::vector<Instruction> program) : program_(std::move(program)) {
    for (const Instruction& step : program_)
        asks_pits_ = asks_pits_ || (step.op == Instruction::Op::level && step.argument >= kSouthPits);
}

bool Predicate::is_sound(int trackers) const {
    int depth = 0;
    for (const Instruction& step : program_) {
        const bool pushes = step.op <= Instruction::Op::level;
        const int taken = pushes ? 0 : step.op == Instruction::Op::no ? 1 : 2;
        if (depth < taken) return false;
        if (step.op == Instruction::Op::tracker && (step.argument < 0 || step.argument >= trackers)) return false;
        if (step.op == Instruction::Op::level && (step.argument < 0 || step.argument >= kQuantities)) return false;
        depth += 1 - taken;
        if (depth > kDeepest) return false;
    }
    return program_.empty() || depth == 1;
}

}  // namespace sowfish
