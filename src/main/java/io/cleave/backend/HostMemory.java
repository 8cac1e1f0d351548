package io.cleave.backend;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks the caller's memory against a plan before anything is written.
final class HostMemory {
  /// A part's memory, for the search for overlaps.
  private record Claim(int part, MemorySegment memory) {
    long end() {
      return memory.address() + memory.byteSize();
    }
  }

  private HostMemory() {}

  static void check(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    checkData(plan, data);
    Outputs.requireCount(plan, parts);
    List<Claim> claims = new ArrayList<>(parts.size());
    for (Part part : plan.parts()) {
      MemorySegment memory = parts.get(part.index());
      if (memory != null) {
        claims.add(claim(part, memory, data));
      }
    }
    requireDisjoint(claims);
  }

  static void checkData(SplitPlan plan, MemorySegment data) {
    if (plan.unit() == Unit.ELEMENT) {
      throw new IllegalArgumentException(
          "strings stand in no memory segment; split String arrays instead");
    }
    requireUsable("the data", plan.bytes(), data);
  }

  private static Claim claim(Part part, MemorySegment memory, MemorySegment data) {
    Outputs.requireWanted(part);
    requireUsable("part " + part.index(), part.bytes(), memory);
    if (memory.isReadOnly()) {
      throw new IllegalArgumentException(
          "part %s is read-only; give memory that can be written".formatted(part.index()));
    }
    if (memory.byteSize() > 0 && data.asOverlappingSlice(memory).isPresent()) {
      throw new IllegalArgumentException(
          "part %s overlaps the data; give it memory of its own".formatted(part.index()));
    }
    return new Claim(part.index(), memory);
  }

  private static void requireUsable(String what, long bytes, MemorySegment memory) {
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException(
          "the arena of %s is closed; keep it open until the split returns".formatted(what));
    }
    if (!memory.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalArgumentException(
          "%s belongs to the confined arena of another thread; split there, or use Arena.ofShared()"
              .formatted(what));
    }
    if (memory.byteSize() != bytes) {
      throw new IllegalArgumentException(
          "%s takes %s bytes; the segment has %s".formatted(what, bytes, memory.byteSize()));
    }
  }

  /// Sorts what can overlap at all, memory of one heap array or native memory, by address: n log n
  /// for n parts.
  private static void requireDisjoint(List<Claim> claims) {
    IdentityHashMap<Object, List<Claim>> byBase = new IdentityHashMap<>();
    for (Claim claim : claims) {
      if (claim.memory().byteSize() > 0) {
        Object base = claim.memory().heapBase().orElse(HostMemory.class);
        byBase.computeIfAbsent(base, _ -> new ArrayList<>()).add(claim);
      }
    }
    byBase.values().forEach(HostMemory::requireDisjointAddresses);
  }

  private static void requireDisjointAddresses(List<Claim> claims) {
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
