#include "sowfish/play/game_batch.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace sowfish {

namespace {

template <class Kernel>
class KernelBatch final : public GameBatch {
   public:
    KernelBatch(const Kernel& kernel, const BatchOptions& options)
        : kernel_(kernel), options_(options), start_(board_of(kernel, options.start)), games_(options.games) {
        start_.north = options.start.north_to_move;
        total_ = kernel_.rest(start_.board) + kernel_.store(start_.board) + kernel_.store(turned(start_.board));
    }

    void reset(std::uint64_t seed, const BatchArrays& arrays) override {
        seed_ = seed;
        episodes_ = 0;
        for (std::size_t row = 0; row < games_.size(); ++row) {
            begin(games_[row]);
            observe(games_[row], row, arrays);
        }
    }

    void step(const std::int64_t* actions, const BatchArrays& arrays) override {
        for (std::size_t row = 0; row < games_.size(); ++row) {
            Game& game = games_[row];
            const bool mover = game.north;
            arrays.rewards[row] = 0;
            arrays.illegal[row] = false;
            const std::int64_t action = actions[row];
            if (action < 0 || action >= kernel_.pits() ||
                kernel_.stones(game.board, static_cast<int>(action)) == 0) {
                arrays.illegal[row] = true;
                arrays.rewards[row] = options_.margins ? -static_cast<float>(total_) : -1.0F;
                finish(game, row, arrays);
                continue;
            }
            bool over = play(game, static_cast<int>(action));
            if (options_.opponent == Opponent::random && !over) over = reply(game, mover);
            if (over) {
                arrays.rewards[row] = reward(game, mover);
                finish(game, row, arrays);
                continue;
            }
            arrays.ended[row] = false;
            observe(game, row, arrays);
        }
    }

   private:
    using Board = typename Kernel::Board;

    struct Game {
        Board board;
        Random random{0};
        bool north = false;  // whose view the board is in: the side to move

        Game() = default;
        Game(const Board& start) : board(start) {}
    };

    Board turned(const Board& board) const { return kernel_.turned(board); }

    // Plays a pit and any forced pass; true if the game is over, with the board then in the last mover's view.
    bool play(Game& game, int pit) const {
        const Next next = kernel_.play(game.board, pit);
        if (next == Next::over) return true;
        if (next == Next::other) turn(game);
        if (kernel_.filled(game.board) == 0) turn(game);  // a side with nothing to sow passes
        return false;
    }

    void turn(Game& game) const {
        game.board = turned(game.board);
        game.north = !game.north;
    }

    // Plays random moves until it is the agent's turn; true if the game is over.
    bool reply(Game& game, bool agent) const {
        while (game.north != agent)
            if (play(game, random_pit(game))) return true;
        return false;
    }

    int random_pit(Game& game) const {
        const unsigned choices = kernel_.filled(game.board);
        return member_of(choices, game.random.below(count_of(choices)));
    }

    // The reward of a finished game for the given side.
    float reward(const Game& game, bool north) const {
        const int margin = kernel_.margin(game.board) * (game.north == north ? 1 : -1);
        if (options_.margins) return static_cast<float>(margin);
        return static_cast<float>((margin > 0) - (margin < 0));
    }

    void begin(Game& game) {
        game.random = Random(seed_, episodes_++);
        bool is_good = false;
        for (int moves = options_.opening_moves; !is_good; moves = std::max(0, moves - 1)) {
            game.board = start_.board;
            game.north = start_.north;
            is_good = open(game, moves);
        }
    }

    // Plays the opening; false if it ended the game.
    bool open(Game& game, int moves) const {
        for (int move = 0; move < moves; ++move)
            if (play(game, random_pit(game))) return false;
        if (options_.opponent == Opponent::none) return true;
        const bool second =
            options_.seat == Seat::second || (options_.seat == Seat::mixed && game.random.below(2) == 1);
        const bool agent = second != game.north;
        return !reply(game, agent);
    }

    void finish(Game& game, std::size_t row, const BatchArrays& arrays) {
        arrays.ended[row] = true;
        write(game.board, arrays.final_observations + row * width());
        begin(game);
        observe(game, row, arrays);
    }

    std::size_t width() const { return static_cast<std::size_t>(2 * kernel_.pits() + 2); }

    void observe(const Game& game, std::size_t row, const BatchArrays& arrays) const {
        write(game.board, arrays.observations + row * width());
        const auto pits = static_cast<std::size_t>(kernel_.pits());
        std::int8_t* mask = arrays.masks + row * pits;
        const unsigned filled = kernel_.filled(game.board);
        for (std::size_t pit = 0; pit < pits; ++pit) mask[pit] = static_cast<std::int8_t>(filled >> pit & 1);
        arrays.to_move[row] = game.north;
    }

    void write(const Board& board, std::uint8_t* cells) const {
        if constexpr (std::is_same_v<Kernel, WideKernel>) {
            std::copy_n(board.cells.begin(), width(), cells);
        } else {
            const int pits = kernel_.pits();
            for (int cell = 0; cell <= pits; ++cell) {
                cells[cell] = static_cast<std::uint8_t>(byte_at(board.mine, cell));
                cells[pits + 1 + cell] = static_cast<std::uint8_t>(byte_at(board.theirs, cell));
            }
        }
    }

    Kernel kernel_;
    BatchOptions options_;
    Game start_;
    int total_ = 0;
    std::uint64_t seed_ = 0;
    std::uint64_t episodes_ = 0;
    std::vector<Game> games_;
};

}  // namespace

std::unique_ptr<GameBatch> make_game_batch(const BatchOptions& options) {
    return with_kernel(options.start.rules, [&]<class Kernel>(const Kernel& kernel) -> std::unique_ptr<GameBatch> {
        return std::make_unique<KernelBatch<Kernel>>(kernel, options);
    });
}

}  // namespace sowfish
