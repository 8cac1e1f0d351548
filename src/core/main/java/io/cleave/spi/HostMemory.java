package io.cleave.spi;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks the caller's memory against a plan before anything is written. Linear and without
/// allocation for a few parts: a tiny split takes no longer than its checks.
final class HostMemory {
  private HostMemory() {}

  static void check(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    checkData(plan, data);
    Outputs.requireCount(plan, parts);
    for (int i = 0; i < plan.partCount(); i++) {
      MemorySegment memory = parts.get(i);
      if (memory != null) {
        checkPart(plan.part(i), memory, data);
      }
    }
    Overlaps.refuse(parts);
  }

  static void check(StackedPlan plan, MemorySegment data, MemorySegment result) {
    checkMemory(plan.slices(), data);
    checkOutput("the result", plan.bytes(), result, data);
  }

  /// @throws IllegalArgumentException if its parts have no memory of their own
  static void checkData(SplitPlan plan, MemorySegment data) {
    Outputs.requireApart(plan);
    checkMemory(plan, data);
  }

  private static void checkMemory(SplitPlan plan, MemorySegment data) {
    if (plan.unit() == Unit.ELEMENT) {
      throw new IllegalArgumentException(
          "strings stand in no memory segment; split String arrays instead");
    }
    if (!isUsable(plan.bytes(), data)) {
      refuse("the data", plan.bytes(), data);
    }
  }

  private static void checkPart(Part part, MemorySegment memory, MemorySegment data) {
    Outputs.requireWanted(part);
    // Not a text that is put together for each part of each call.
    if (!isFit(part.bytes(), memory, data)) {
      checkOutput("part " + part.index(), part.bytes(), memory, data);
    }
  }

  private static boolean isFit(long bytes, MemorySegment memory, MemorySegment data) {
    return isUsable(bytes, memory) && !memory.isReadOnly() && !Overlaps.overlap(data, memory);
  }

  private static void checkOutput(
      String what, long bytes, MemorySegment memory, MemorySegment data) {
    if (!isUsable(bytes, memory)) {
      refuse(what, bytes, memory);
    }
    if (memory.isReadOnly()) {
      throw new IllegalArgumentException(
          "%s is read-only; give memory that can be written".formatted(what));
    }
    if (Overlaps.overlap(data, memory)) {
      throw new IllegalArgumentException(
          "%s overlaps the data; give it memory of its own".formatted(what));
    }
  }

  private static boolean isUsable(long bytes, MemorySegment memory) {
    return memory.byteSize() == bytes
        && memory.isAccessibleBy(Thread.currentThread())
        && memory.scope().isAlive();
  }

  private static void refuse(String what, long bytes, MemorySegment memory) {
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException(
          "the arena of %s is closed; keep it open until the split returns".formatted(what));
    }
    if (!memory.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalArgumentException(
          "%s belongs to the confined arena of another thread; split there, or use Arena.ofShared()"
              .formatted(what));
    }
    throw new IllegalArgumentException(
        "%s takes %s bytes; the segment has %s".formatted(what, bytes, memory.byteSize()));
  }
}
