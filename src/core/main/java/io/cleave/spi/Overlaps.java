package io.cleave.spi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds parts that share a byte: at a glance where native parts stand one behind the other, as
/// they mostly do; in pairs where there are a few; sorted, n log n, where there are many.
final class Overlaps {
  /// A split of eight heap arrays that moves nothing takes 0.17 us, of nine, which are sorted, 0.25
  /// us and 1.3 KB (2 cores, Zen 5).
  private static final int FEW = 8;

  /// A part's memory, to be sorted.
  private record Claim(int part, MemorySegment memory) {
    long end() {
      return memory.address() + memory.byteSize();
    }
  }

  private Overlaps() {}

  /// Whether two segments share a byte.
  static boolean overlap(MemorySegment a, MemorySegment b) {
    if (a.isNative() != b.isNative() || a.byteSize() == 0 || b.byteSize() == 0) {
      return false;
    }
    // Of heap memory that is read-only, only this tells which array it is.
    return a.isNative() ? overlapAddresses(a, b) : a.asOverlappingSlice(b).isPresent();
  }

  private static boolean overlapAddresses(MemorySegment a, MemorySegment b) {
    long distance = b.address() - a.address();
    return Long.compareUnsigned(distance, a.byteSize()) < 0
        || Long.compareUnsigned(-distance, b.byteSize()) < 0;
  }

  /// Refuses parts of which two share a byte; null stands for a part that is not wanted.
  static void refuse(List<? extends @Nullable MemorySegment> parts) {
    if (!stepForward(parts) && (parts.size() > FEW || anyPair(parts))) {
      refuseSorted(parts);
    }
  }

  private static boolean stepForward(List<? extends @Nullable MemorySegment> parts) {
    long behind = 0;
    for (int i = 0; i < parts.size(); i++) {
      MemorySegment part = parts.get(i);
      if (part != null && part.byteSize() > 0) {
        if (!part.isNative() || part.address() < behind) {
          return false;
        }
        behind = part.address() + part.byteSize();
      }
    }
    return true;
  }

  private static boolean anyPair(List<? extends @Nullable MemorySegment> parts) {
    for (int i = 1; i < parts.size(); i++) {
      MemorySegment part = parts.get(i);
      for (int j = 0; part != null && j < i; j++) {
        MemorySegment other = parts.get(j);
        if (other != null && overlap(part, other)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Sorts what can overlap at all, memory of one heap array or native memory, by address.
  private static void refuseSorted(List<? extends @Nullable MemorySegment> parts) {
    IdentityHashMap<Object, List<Claim>> byBase = new IdentityHashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      MemorySegment part = parts.get(i);
      if (part != null && part.byteSize() > 0) {
        Object base = part.heapBase().orElse(Overlaps.class);
        byBase.computeIfAbsent(base, _ -> new ArrayList<>()).add(new Claim(i, part));
      }
    }
    byBase.values().forEach(Overlaps::refuseSortedAddresses);
  }

  private static void refuseSortedAddresses(List<Claim> claims) {
    claims.sort((a, b) -> Long.compareUnsigned(a.memory().address(), b.memory().address()));
    for (int i = 1; i < claims.size(); i++) {
      Claim before = claims.get(i - 1);
      Claim claim = claims.get(i);
      if (Long.compareUnsigned(claim.memory().address(), before.end()) < 0) {
        throw new IllegalArgumentException(
            "part %s and part %s overlap; give each memory of its own"
                .formatted(
                    Math.min(before.part(), claim.part()), Math.max(before.part(), claim.part())));
      }
    }
  }
}
