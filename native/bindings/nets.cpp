// Trained nets for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "module.hpp"
#include "ruled_net.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sowfish {

namespace {

std::shared_ptr<RuledNet> make_net(const Rules& rules, int rows, int first, int second, nb::bytes weights) {
    const NetLayout layout{rules.pits, rows, first, second};
    if (!layout.is_valid()) throw std::invalid_argument("no such net");
    if (weights.size() != layout.weights() * sizeof(float)) throw std::invalid_argument("wrong number of weights");
    std::vector<float> numbers(layout.weights());
    std::memcpy(numbers.data(), weights.data(), weights.size());
    for (const float number : numbers)
        if (!std::isfinite(number)) throw std::invalid_argument("a weight is no number");
    return std::make_shared<RuledNet>(RuledNet{rules, Net(layout, numbers.data())});
}

// (policy of each own pit, score, future margin)
nb::tuple evaluate_board(const RuledNet& net, const Position& position) {
    if (position.rules != net.rules) throw std::invalid_argument("the net is for other rules");
    const WideKernel kernel(position.rules);
    const WideBoard board = board_of(kernel, position);
    const NetGuess guess = net.net.evaluate(net_input(kernel, board, kernel.margin(board)), legal_pits(position));
    nb::list policy;
    for (int pit = 0; pit < position.rules.pits; ++pit) policy.append(guess.policy[static_cast<std::size_t>(pit)]);
    return nb::make_tuple(nb::tuple(policy), guess.score, guess.gain);
}

// For benchmarks: the sum of the gains keeps the work from being optimised away.
double evaluate_often(const RuledNet& net, const Position& position, std::uint64_t times) {
    if (position.rules != net.rules) throw std::invalid_argument("the net is for other rules");
    const WideKernel kernel(position.rules);
    const WideBoard board = board_of(kernel, position);
    NetInput input = net_input(kernel, board, 0);
    const unsigned legal = legal_pits(position);
    double sum = 0;
    for (std::uint64_t i = 0; i < times; ++i) {
        input.difference = static_cast<int>(i % 64) - 32;
        sum += static_cast<double>(net.net.evaluate(input, legal).gain);
    }
    return sum;
}

}  // namespace

void bind_nets(nb::module_& m) {
    nb::class_<RuledNet>(m, "Net", "A trained network together with its rules.")
        .def_static("make", &make_net, "rules"_a, "rows"_a, "first"_a, "second"_a, "weights"_a)
        .def("evaluate", &evaluate_board, "board"_a, "Return policy, score and future margin.",
             nb::sig("def evaluate(self, board: Board) -> tuple[tuple[float, ...], float, float]"))
        .def("evaluate_often", &evaluate_often, "board"_a, "times"_a, "Evaluate repeatedly, for benchmarks.",
             Unlocked());
    m.def(
        "net_weights",
        [](int pits, int rows, int first, int second) {
            const NetLayout layout{pits, rows, first, second};
            if (!layout.is_valid()) throw std::invalid_argument("no such net");
            return layout.weights();
        },
        "pits"_a, "rows"_a, "first"_a, "second"_a);
}

}  // namespace sowfish
