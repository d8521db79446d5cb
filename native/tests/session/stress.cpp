// Many short sessions on more threads than cores, stopped, told facts and asked for progress at seeded moments:
// none hangs, none is wrong, and none ends much later than a thread beside it that only sleeps to the same moment.
// `make stress` runs 20,000; SOWFISH_STRESS sets the number.
#ifndef __wasm__  // needs threads

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#ifndef _WIN32
#include <unistd.h>
#endif

#include "sowfish/session/session.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"

using namespace sowfish;

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double kHang = 60;         // seconds until the watchdog takes a session for hung
constexpr double kMostBehind = 0.5;  // seconds behind the sleeping thread
constexpr int kPositions = 120;

// Ends the process, with the stacks of all threads where a debugger is installed, if a session takes too long.
class Watchdog {
   public:
    Watchdog() : thread_([this] { watch(); }) {}
    ~Watchdog() {
        {
            const std::lock_guard lock(mutex_);
            is_over_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }
    void begin(int number) {
        const std::lock_guard lock(mutex_);
        number_ = number;
        due_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(kHang));
    }

   private:
    void watch() {
        std::unique_lock lock(mutex_);
        while (!is_over_) {
            changed_.wait_for(lock, std::chrono::seconds(1));
            if (Clock::now() < due_ || is_over_) continue;
            std::fprintf(stderr, "session %d hangs\n", number_);
#ifndef _WIN32
            const std::string command =
                "gdb -batch -ex 'thread apply all bt' -p " + std::to_string(getpid()) + " 1>&2";
            if (std::system(command.c_str()) != 0) std::fprintf(stderr, "no debugger\n");
#endif
            std::abort();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_over_ = false;
    int number_ = 0;
    Clock::time_point due_ = Clock::time_point::max();
    std::thread thread_;
};

struct Proven {
    Position position;
    int value;
};

std::vector<Proven> proven_positions(Random& random) {
    std::vector<Proven> proven;
    Session session(1 << 26);
    while (static_cast<int>(proven.size()) < kPositions) {
        const Rules rules{boards::pick(random, 4, 6), boards::kProfiles[random.below(6)]};
        const Position position = minimax::thrown(random, rules, boards::pick(random, 8, 30));
        if (is_over(position)) continue;
        session.ask({.position = position});
        if (session.begin() > 0) session.work();
        const Report report = *session.progress().report;
        CHECK(report.is_done);
        proven.push_back({position, report.position.low});
    }
    return proven;
}

double seconds_since(Clock::time_point moment) { return Seconds(Clock::now() - moment).count(); }

// What one session did.
struct Outcome {
    bool is_done = false;
    double behind = 0;  // seconds behind the sleeping thread
};

Outcome run(Session& session, const Proven& proven, Random& random) {
    const double limit = 0.001 * boards::pick(random, 2, 40);
    Request request{.position = proven.position,
                    .every_move = random.below(2) == 0,
                    .seconds = limit,
                    .threads = boards::pick(random, 2, 16),
                    .looks_first = random.below(2) == 0};
    if (random.below(4) == 0) request.aim = Aim::move;
    if (random.below(6) == 0) request.known = {{.low = proven.value - 3, .high = proven.value + 1}};
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(limit));
    double slept = 0;
    std::thread sleeper([&] {
        std::this_thread::sleep_until(deadline);
        slept = seconds_since(deadline);
    });
    const bool stops = random.below(5) == 0;
    std::vector<int> pauses;
    for (int i = 0; i < 6; ++i) pauses.push_back(boards::pick(random, 0, 8000));
    session.ask(request);
    std::thread asker([&] {
        int low = -kMaxStones;
        int high = kMaxStones;
        for (std::size_t i = 0; i < pauses.size(); ++i) {
            std::this_thread::sleep_for(std::chrono::microseconds(pauses[i]));
            const Progress progress = session.progress();
            if (progress.report) {
                const Known& known = progress.report->position;
                CHECK(known.low >= low && known.high <= high);
                CHECK(known.low <= proven.value && proven.value <= known.high);
                low = known.low;
                high = known.high;
            }
            if (i == 2) session.learn({.low = proven.value, .high = kMaxStones});
            if (i == 4) session.learn({.low = -kMaxStones, .high = proven.value});
        }
        if (stops) session.stop();
    });
    std::vector<std::thread> team;
    for (int i = session.begin(); i > 0; --i) team.emplace_back([&] { session.work(); });
    for (std::thread& thread : team) thread.join();
    const double late = seconds_since(deadline);
    asker.join();
    sleeper.join();
    const Report report = *session.progress().report;
    CHECK(report.position.low <= proven.value && proven.value <= report.position.high);
    CHECK(!report.is_done || report.position.low == report.position.high);
    return {report.is_done, late - slept};
}

int number_of_sessions() {
    const char* number = std::getenv("SOWFISH_STRESS");
#ifdef NDEBUG
    return number ? std::atoi(number) : 300;
#else  // slower under the sanitizers
    return number ? std::atoi(number) : 60;
#endif
}

}  // namespace

TEST(short_sessions_on_many_threads_neither_hang_nor_lie_nor_come_late) {
    Random random(4);
    const std::vector<Proven> positions = proven_positions(random);
    Watchdog watchdog;
    const int sessions = number_of_sessions();
    int done = 0;
    double worst = 0;
    auto session = std::make_unique<Session>(1 << 22);
    const auto started = Clock::now();
    for (int number = 0; number < sessions; ++number) {
        watchdog.begin(number);
        if (random.below(8) == 0) session = std::make_unique<Session>(1 << boards::pick(random, 16, 25));
        const Outcome outcome = run(*session, positions[random.below(positions.size())], random);
        done += outcome.is_done;
        worst = std::max(worst, outcome.behind);
    }
    CHECK(done > 0);
    CHECK(worst < kMostBehind);
    if (std::getenv("SOWFISH_STRESS"))
        std::printf("%d sessions in %.0f s, %d answered; the latest came %.3f s behind a sleeping thread\n",
                    sessions, seconds_since(started), done, worst);
}

#endif
