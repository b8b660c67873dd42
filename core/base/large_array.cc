// SPDX-License-Identifier: MIT
#include "core/base/large_array.h"

#include <fmt/core.h>
#include <sys/mman.h>

#include "core/base/error.h"

namespace questproof {

void* map_zeroed(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw Error(Error::Kind::kResource,
                fmt::format("out of memory: the system has no {} MiB", bytes >> 20));
  }
#ifdef MADV_HUGEPAGE
  if (bytes >= std::size_t{4} << 20) madvise(memory, bytes, MADV_HUGEPAGE);  // a wish, no more
#endif
  return memory;
}

void unmap(void* memory, std::size_t bytes) noexcept {
  if (memory != nullptr) munmap(memory, bytes);
}

}  // namespace questproof
