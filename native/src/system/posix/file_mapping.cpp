#include "sowfish/system/file_mapping.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>
#include <new>

namespace sowfish {

namespace {

// The mappings known to the signal handler. A slot without an end is free.
struct Slot {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};
    std::atomic<bool> faulted{false};
};

constexpr int kNoSlot = -1;
constexpr std::size_t kPiece = std::size_t{1} << 24;  // written per call
std::array<Slot, 256> slots;
struct sigaction previous_action;

// Handles a page fault beyond the end of a truncated file, or on a failing disk: maps zeros over that page and
// everything after it, so that the thread continues. Faults outside our mappings go to the previous handler.
void handle_bus_error(int, siginfo_t* info, void*) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (Slot& slot : slots) {
        const std::uintptr_t end = slot.end.load();
        if (end == 0 || address < slot.begin.load() || address >= end) continue;
        const auto page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
        const std::uintptr_t page = address / page_bytes * page_bytes;
        slot.faulted.store(true);
        if (mmap(reinterpret_cast<void*>(page), end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                 0) != MAP_FAILED)
            return;
    }
    sigaction(SIGBUS, &previous_action, nullptr);
}

void listen() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action{};
        action.sa_sigaction = handle_bus_error;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigaction(SIGBUS, &action, &previous_action);
    });
}

timespec written_at(const struct stat& state) {
#ifdef __APPLE__
    return state.st_mtimespec;
#else
    return state.st_mtim;
#endif
}

int take_slot(void* data, std::size_t bytes) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (slots[i].end.load() != 0) continue;
        const auto begin = reinterpret_cast<std::uintptr_t>(data);
        slots[i].faulted.store(false);
        slots[i].begin.store(begin);
        slots[i].end.store(begin + bytes);
        return static_cast<int>(i);
    }
    return kNoSlot;
}

}  // namespace

FileMapping::FileMapping(int file, std::size_t bytes)
    : bytes_(bytes), file_(fcntl(file, F_DUPFD_CLOEXEC, 0)), slot_(kNoSlot) {
    const int copy = static_cast<int>(file_);
    void* data = copy < 0 ? MAP_FAILED : mmap(nullptr, bytes, PROT_READ, MAP_SHARED, copy, 0);
    if (data == MAP_FAILED) {
        if (copy >= 0) close(copy);
        throw std::bad_alloc();
    }
    data_ = data;
    listen();
    slot_ = take_slot(data, bytes);
    seen_ = state();
}

FileMapping::~FileMapping() {
    if (slot_ != kNoSlot) slots[static_cast<std::size_t>(slot_)].end.store(0);
    munmap(const_cast<void*>(data_), bytes_);
    close(static_cast<int>(file_));
}

bool FileMapping::is_intact() const {
    if (slot_ != kNoSlot && slots[static_cast<std::size_t>(slot_)].faulted.load()) return false;
    return state() == seen_;
}

FileMapping::State FileMapping::state() const {
    constexpr std::int64_t kNanoseconds = 1'000'000'000;
    struct stat now{};
    if (fstat(static_cast<int>(file_), &now) != 0) return {};
    const timespec written = written_at(now);
    return {now.st_size, written.tv_sec * kNanoseconds + written.tv_nsec};
}

int write_at(int file, const void* data, std::size_t bytes, std::uint64_t place) {
    const char* from = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t written = pwrite(file, from, std::min(bytes, kPiece), static_cast<off_t>(place));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return written < 0 ? errno : ENOSPC;
        from += written;
        bytes -= static_cast<std::size_t>(written);
        place += static_cast<std::uint64_t>(written);
    }
    return 0;
}

}  // namespace sowfish
