// Read-only file mappings that survive damage and truncation by other processes, and positioned writes.
// src/system/ has the POSIX and Windows implementations.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sowfish/system/table_source.hpp"

namespace sowfish {

// The first bytes of an open file. Reading never kills the process: unreadable pages read as zeros, and
// is_intact() is false from then on. Windows does not allow truncating a mapped file; disk errors are not caught
// there.
class FileMapping final : public TableSource {
   public:
    // The file may be closed afterwards. Throws std::bad_alloc.
    FileMapping(int file, std::size_t bytes);
    ~FileMapping() override;
    FileMapping(const FileMapping&) = delete;
    FileMapping& operator=(const FileMapping&) = delete;

    const void* data() const override { return data_; }

    // Whether the file is unchanged since it was mapped or confirmed, and every page was readable.
    bool is_intact() const override;

    void confirm() override { seen_ = state(); }

   private:
    struct State {
        std::int64_t bytes = -1;
        std::int64_t written_at = 0;  // in the system's own ticks
        bool operator==(const State&) const = default;
    };

    State state() const;

    std::size_t bytes_;
    std::intptr_t file_;              // the system's own handle, a copy of the one given
    [[maybe_unused]] int slot_ = -1;  // of the signal handler, where there is one
    const void* data_;
    State seen_;
};

// Writes bytes at an offset of an open file; returns 0 or errno.
int write_at(int file, const void* data, std::size_t bytes, std::uint64_t place);

}  // namespace sowfish
