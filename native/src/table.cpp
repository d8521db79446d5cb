#include "sowfish/table.hpp"

#include <sys/mman.h>

#include <new>

namespace sowfish {

void Table::Release::operator()(std::int8_t* values) const { munmap(values, bytes); }

Table::Table(const Rules& rules, int capacity_stones)
    : rules_(rules), ranking_(&sowfish::ranking(rules.pits)), capacity_(capacity_stones), values_(nullptr, Release{0}) {
    const std::size_t bytes = size();
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);  // a fifth faster; harmless where it is refused
#endif
    values_ = {static_cast<std::int8_t*>(memory), Release{bytes}};
}

}  // namespace sowfish
