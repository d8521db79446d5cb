// Batches of games for Python; the arrays belong to Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <stdexcept>

#include "module.hpp"
#include "sowfish/play/game_batch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sowfish {

namespace {

template <class Number>
using Rows = nb::ndarray<Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Number>
using Table = nb::ndarray<Number, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// A batch and the arrays it writes to.
class Batch {
   public:
    Batch(const Position& start, std::size_t games, int opening_moves, int opponent, int seat, bool margins,
          Table<std::uint8_t> observations, Table<std::int8_t> masks, Rows<std::int8_t> to_move,
          Rows<float> rewards, Rows<bool> ended, Rows<bool> illegal, Table<std::uint8_t> final_observations)
        : games_(games) {
        if (games < 1 || games > kMaxGames) throw std::invalid_argument("games out of range");
        if (legal_pits(start) == 0) throw std::invalid_argument("no move at the start");
        if (opening_moves < 0 || opening_moves > kMaxOpening) throw std::invalid_argument("opening out of range");
        if (opponent < 0 || opponent > 1 || seat < 0 || seat > 2) throw std::invalid_argument("no such choice");
        const auto pits = static_cast<std::size_t>(start.rules.pits);
        if (observations.shape(0) != games || observations.shape(1) != 2 * pits + 2 || masks.shape(0) != games ||
            masks.shape(1) != pits || to_move.shape(0) != games || rewards.shape(0) != games ||
            ended.shape(0) != games || illegal.shape(0) != games || final_observations.shape(0) != games ||
            final_observations.shape(1) != 2 * pits + 2)
            throw std::invalid_argument("an array has the wrong shape");
        batch_ = make_game_batch({start, games, opening_moves, Opponent(opponent), Seat(seat), margins});
        arrays_ = {observations.data(), masks.data(),   to_move.data(),           rewards.data(),
                   ended.data(),        illegal.data(), final_observations.data()};
        kept_ = nb::make_tuple(observations, masks, to_move, rewards, ended, illegal, final_observations);
    }

    void reset(std::uint64_t seed) {
        const Unlock unlocked;
        batch_->reset(seed, arrays_);
    }

    void step(nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> actions) {
        if (actions.shape(0) != games_) throw std::invalid_argument("wrong number of actions");
        const std::int64_t* numbers = actions.data();
        const Unlock unlocked;
        batch_->step(numbers, arrays_);
    }

   private:
    static constexpr std::size_t kMaxGames = std::size_t{1} << 24;
    static constexpr int kMaxOpening = 1000;

    std::size_t games_;
    std::unique_ptr<GameBatch> batch_;
    BatchArrays arrays_;
    nb::tuple kept_;  // keeps the arrays alive as long as the batch
};

}  // namespace

void bind_batches(nb::module_& m) {
    nb::class_<Batch>(m, "GameBatch",
                      "Many games under the same rules, stepped together; results go to the given numpy arrays.")
        .def(nb::init<const Position&, std::size_t, int, int, int, bool, Table<std::uint8_t>, Table<std::int8_t>,
                      Rows<std::int8_t>, Rows<float>, Rows<bool>, Rows<bool>, Table<std::uint8_t>>(),
             "start"_a, "games"_a, "opening_moves"_a, "opponent"_a, "seat"_a, "margins"_a, "observations"_a,
             "masks"_a, "to_move"_a, "rewards"_a, "ended"_a, "illegal"_a, "final_observations"_a,
             nb::sig("def __init__(self, start: Board, games: int, opening_moves: int, opponent: int, seat: int, "
                     "margins: bool, observations: object, masks: object, to_move: object, rewards: object, "
                     "ended: object, illegal: object, final_observations: object) -> None"))
        .def("reset", &Batch::reset, "seed"_a)
        .def("step", &Batch::step, "actions"_a, nb::sig("def step(self, actions: object) -> None"));
}

}  // namespace sowfish
