// Files mapped into memory for reading, which other processes may damage or cut short meanwhile.
#pragma once

#include <sys/stat.h>

#include <cstddef>

#include "sowfish/table/table.hpp"

namespace sowfish {

// The first bytes of an open file. Reading never ends the process: pages that cannot be read hold zeros, and
// is_intact() is false from then on.
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

    void confirm() override;

   private:
    struct stat state() const;

    std::size_t bytes_;
    int file_;
    int slot_;
    void* data_;
    struct stat seen_;
};

}  // namespace sowfish
