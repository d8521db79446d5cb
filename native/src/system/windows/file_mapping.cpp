#include "sowfish/system/file_mapping.hpp"

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <new>

namespace sowfish {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 24;  // written per call

HANDLE handle_of(std::intptr_t file) { return reinterpret_cast<HANDLE>(file); }

std::intptr_t copy_of(int file) {
    const HANDLE process = GetCurrentProcess();
    HANDLE copy = nullptr;
    if (!DuplicateHandle(process, handle_of(_get_osfhandle(file)), process, &copy, 0, FALSE,
                         DUPLICATE_SAME_ACCESS))
        throw std::bad_alloc();
    return reinterpret_cast<std::intptr_t>(copy);
}

}  // namespace

FileMapping::FileMapping(int file, std::size_t bytes) : bytes_(bytes), file_(copy_of(file)), data_(nullptr) {
    if (const HANDLE section = CreateFileMappingW(handle_of(file_), nullptr, PAGE_READONLY, 0, 0, nullptr)) {
        data_ = MapViewOfFile(section, FILE_MAP_READ, 0, 0, bytes);
        CloseHandle(section);  // the view keeps the section alive
    }
    if (data_ == nullptr) {
        CloseHandle(handle_of(file_));
        throw std::bad_alloc();
    }
    seen_ = state();
}

FileMapping::~FileMapping() {
    UnmapViewOfFile(data_);
    CloseHandle(handle_of(file_));
}

bool FileMapping::is_intact() const { return state() == seen_; }

FileMapping::State FileMapping::state() const {
    LARGE_INTEGER bytes;
    FILETIME written;
    if (!GetFileSizeEx(handle_of(file_), &bytes) || !GetFileTime(handle_of(file_), nullptr, nullptr, &written))
        return {};
    return {bytes.QuadPart, (std::int64_t{written.dwHighDateTime} << 32) | std::int64_t{written.dwLowDateTime}};
}

int write_at(int file, const void* data, std::size_t bytes, std::uint64_t place) {
    const char* from = static_cast<const char*>(data);
    if (_lseeki64(file, static_cast<std::int64_t>(place), SEEK_SET) < 0) return errno;
    while (bytes > 0) {
        const int written = _write(file, from, static_cast<unsigned>(std::min(bytes, kPiece)));
        if (written <= 0) return written < 0 ? errno : ENOSPC;
        from += written;
        bytes -= static_cast<std::size_t>(written);
    }
    return 0;
}

}  // namespace sowfish
