#include "sowfish/table/file_mapping.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>

namespace sowfish {

namespace {

// What the signal handler knows of the mappings. A slot with no end is free.
struct Slot {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};
    std::atomic<bool> faulted{false};
};

constexpr int kNoSlot = -1;
std::array<Slot, 256> slots;
struct sigaction previous_action;

// A page beyond the end of a file that was cut short, or on a disk that fails: puts zeros in the place of it and
// of all that follows, so that the thread goes on. Anybody else's fault goes to whoever was there before.
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
    data_ = file_ < 0 ? MAP_FAILED : mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file_, 0);
    if (data_ == MAP_FAILED) {
        if (file_ >= 0) close(file_);
        throw std::bad_alloc();
    }
    listen();
    slot_ = take_slot(data_, bytes);
    seen_ = state();
}

FileMapping::~FileMapping() {
    if (slot_ != kNoSlot) slots[static_cast<std::size_t>(slot_)].end.store(0);
    munmap(data_, bytes_);
    close(file_);
}

bool FileMapping::is_intact() const {
    if (slot_ != kNoSlot && slots[static_cast<std::size_t>(slot_)].faulted.load()) return false;
    const struct stat now = state();
    const timespec then = written_at(seen_);
    return now.st_size == seen_.st_size && written_at(now).tv_sec == then.tv_sec &&
           written_at(now).tv_nsec == then.tv_nsec;
}

void FileMapping::confirm() { seen_ = state(); }

struct stat FileMapping::state() const {
    struct stat state{};
    fstat(file_, &state);
    return state;
}

}  // namespace sowfish
