package io.cleave.spi;

import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;

/// Checks of a split's arguments before anything is written, with the same messages on every
/// device. They allocate nothing for up to eight parts, and for native parts in ascending order.
public final class ArgumentChecks {
  /// The most parts that are compared in pairs, which is faster than to sort so few.
  private static final int FEW = 8;

  /// More than an array has.
  private static final long MOST_ARRAY_BYTES = 1L << 36;

  private ArgumentChecks() {}

  /// Checks that there is one output for each part.
  ///
  /// @throws IllegalArgumentException if there is not
  public static void requireCount(SplitPlan plan, List<?> outputs) {
    if (outputs.size() != plan.partCount()) {
      throw new IllegalArgumentException(
          "the plan has %s parts; %s outputs are given"
              .formatted(plan.partCount(), outputs.size()));
    }
  }

  /// Checks the memory of a split.
  static void check(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    checkData(plan, data);
    requireCount(plan, parts);
    boolean isAscending = true;
    long end = 0;
    for (int i = 0; i < plan.partCount(); i++) {
      Part part = plan.part(i);
      MemorySegment memory = parts.get(i);
      requireWritable(part, memory);
      if (memory.byteSize() != part.bytes()) {
        throw wrongSize(part, part.bytes(), memory);
      }
      if (memory.byteSize() > 0 && data.asOverlappingSlice(memory).isPresent()) {
        throw new IllegalArgumentException(
            "%s overlaps the data; give it memory of its own".formatted(name(part)));
      }
      isAscending &= memory.isNative() && memory.address() >= end;
      end = memory.address() + memory.byteSize();
    }
    if (!isAscending) {
      requireDistinct(parts);
    }
  }

  /// Checks the data of a split.
  static void checkData(SplitPlan plan, MemorySegment data) {
    if (plan.data().type() == ElementType.STRING) {
      throw new IllegalArgumentException(
          "strings are in no memory segment; split String arrays instead");
    }
    long bytes = plan.data().bytes();
    requireUsable("the data", data);
    if (data.byteSize() < bytes || (data.byteSize() > bytes && plan.data().isDense())) {
      throw wrongSize("the data", bytes, data);
    }
  }

  /// Checks that this thread can write to memory.
  public static void requireWritable(Object what, MemorySegment memory) {
    requireUsable(what, memory);
    if (memory.isReadOnly()) {
      throw new IllegalArgumentException(
          "%s is read-only; give memory that can be written".formatted(name(what)));
    }
  }

  /// Checks that this thread can use memory.
  public static void requireUsable(Object what, MemorySegment memory) {
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException(
          "the arena of %s is closed; keep it open until the split returns".formatted(name(what)));
    }
    if (!memory.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalArgumentException(
          "%s belongs to the confined arena of another thread; split there, or use Arena.ofShared()"
              .formatted(name(what)));
    }
  }

  private static IllegalArgumentException wrongSize(Object what, long bytes, MemorySegment memory) {
    return new IllegalArgumentException(
        "%s takes %s bytes; the segment has %s".formatted(name(what), bytes, memory.byteSize()));
  }

  /// Checks the array that strings are taken from.
  static void checkData(SplitPlan plan, String[] data) {
    if (plan.data().type() != ElementType.STRING) {
      throw new IllegalArgumentException(
          "the plan is for %s; strings need a plan for the type string"
              .formatted(plan.data().type()));
    }
    if (data.length != plan.data().shape().elements()) {
      throw new IllegalArgumentException(
          "the data takes %s strings; the array has %s"
              .formatted(plan.data().shape().elements(), data.length));
    }
  }

  private static Object name(Object what) {
    return what instanceof Part part ? "part " + part.index() : what;
  }

  /// Checks that no two parts share a byte: in pairs if they are few. Otherwise begins and ends are
  /// sorted, each by itself: if no parts overlap, each end comes before the next begin.
  private static void requireDistinct(List<MemorySegment> parts) {
    int count = parts.size();
    if (count <= FEW) {
      for (int i = 1; i < count; i++) {
        for (int j = 0; j < i; j++) {
          requireDistinct(parts, j, i);
        }
      }
      return;
    }
    IdentityHashMap<Object, Long> arrays = new IdentityHashMap<>(count);
    long[] begins = new long[count];
    long[] ends = new long[count];
    for (int i = 0; i < count; i++) {
      begins[i] = place(parts.get(i), arrays);
      ends[i] = begins[i] + parts.get(i).byteSize();
    }
    long[] sortedBegins = begins.clone();
    long[] sortedEnds = ends.clone();
    Arrays.sort(sortedBegins);
    Arrays.sort(sortedEnds);
    for (int i = 1; i < count; i++) {
      long shared = sortedBegins[i];
      if (sortedEnds[i - 1] > shared) {
        int[] sharing =
            IntStream.range(0, count)
                .filter(part -> begins[part] <= shared && shared < ends[part])
                .toArray();
        requireDistinct(parts, sharing[0], sharing[1]);
      }
    }
  }

  /// Where a part begins: the address of native memory; the offset in an array, after a negative
  /// number that no other array has.
  private static long place(MemorySegment part, IdentityHashMap<Object, Long> arrays) {
    if (part.isNative()) {
      return part.address();
    }
    Object array = part.heapBase().orElseThrow();
    return part.address()
        + arrays.computeIfAbsent(array, _ -> Long.MIN_VALUE + arrays.size() * MOST_ARRAY_BYTES);
  }

  private static void requireDistinct(List<MemorySegment> parts, int first, int second) {
    MemorySegment one = parts.get(first);
    MemorySegment other = parts.get(second);
    boolean areEmpty = one.byteSize() == 0 || other.byteSize() == 0;
    if (!areEmpty && one.asOverlappingSlice(other).isPresent()) {
      throw new IllegalArgumentException(
          "part %s and part %s overlap; give each memory of its own".formatted(first, second));
    }
  }
}
