// Files mapped into memory for reading, which other processes may damage or cut short meanwhile, and written at a
// place. src/system/ has the POSIX side and the Windows side.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sowfish/table/table.hpp"

namespace sowfish {

// The first bytes of an open file. Reading never ends the process: pages that cannot be read hold zeros, and
// is_intact() is false from then on. Windows lets nobody cut a mapped file short, and has no zeros for a disk that
// fails.
class FileMapping final : public TableSource {
   public:
    // The file may be closed after. Throws std::bad_alloc.
    FileMapping(int file, std::size_t bytes);
    ~FileMapping() override;
    FileMapping(const FileMapping&) = delete;
    FileMapping& operator=(const FileMapping&) = delete;

    const void* data() const override { return data_; }

    // Whether nobody has written to the file since it was mapped or confirmed, and every page could be read.
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

// Writes bytes at a place of an open file; returns 0 or the error number.
int write_at(int file, const void* data, std::size_t bytes, std::uint64_t place);

}  // namespace sowfish
