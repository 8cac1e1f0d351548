package io.cleave.spi;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Checks of a split's arguments before anything is written, with the same messages on every
/// device. They allocate nothing for up to eight parts, and for native parts in ascending order.
public final class Checks {
  /// The most parts that are compared in pairs: eight heap arrays take 0.14 us so, and 0.2 us
  /// sorted.
  private static final int FEW = 8;

  private Checks() {}

  /// Checks that there is one output, or null, for each part.
  ///
  /// @throws IllegalArgumentException if there is not
  public static void requireCount(SplitPlan plan, List<?> outputs) {
    if (outputs.size() != plan.partCount()) {
      throw new IllegalArgumentException(
          "the plan has %s parts; %s outputs are given (use null for a part that is not wanted)"
              .formatted(plan.partCount(), outputs.size()));
    }
  }

  /// Checks that the plan wants a part that has an output.
  ///
  /// @throws IllegalArgumentException if it does not
  public static void requireWanted(Part part) {
    if (!part.isWanted()) {
      throw new IllegalArgumentException(
          "part %s is not wanted by the plan; give null for it, or use a plan that wants it"
              .formatted(part.index()));
    }
  }

  /// Checks that each part has separate memory.
  ///
  /// @throws IllegalArgumentException if they are slices of one tensor
  public static void requireApart(SplitPlan plan) {
    if (plan.stacking().isPresent()) {
      throw new IllegalArgumentException(
          "these parts are slices of one tensor; split the StackedPlan that they belong to");
    }
  }

  /// The plan that wants exactly the parts that have an output and are not empty: device memory of
  /// 0 bytes does not exist.
  public static SplitPlan moved(SplitPlan plan, List<?> outputs) {
    return without(plan, part -> part.isEmpty() || outputs.get(part.index()) == null);
  }

  private static SplitPlan without(SplitPlan plan, Predicate<Part> isIdle) {
    int[] idle =
        plan.parts().stream()
            .filter(part -> part.isWanted() && isIdle.test(part))
            .mapToInt(Part::index)
            .toArray();
    return idle.length == 0 ? plan : plan.without(idle);
  }

  /// Checks the memory of a split.
  ///
  /// @return the plan that wants exactly the parts that have memory
  static SplitPlan check(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    checkData(plan, data);
    requireCount(plan, parts);
    boolean isComplete = true;
    boolean isAscending = true;
    long end = 0;
    for (int i = 0; i < plan.partCount(); i++) {
      Part part = plan.part(i);
      MemorySegment memory = parts.get(i);
      if (memory != null) {
        requireWanted(part);
        checkOutput(part, part.bytes(), memory, data);
        isAscending &= memory.isNative() && memory.address() >= end;
        end = memory.address() + memory.byteSize();
      }
      isComplete &= part.isWanted() == (memory != null);
    }
    if (!isAscending) {
      requireDistinct(parts);
    }
    return isComplete ? plan : without(plan, part -> parts.get(part.index()) == null);
  }

  /// Checks the memory of a stack.
  static void check(StackedPlan plan, MemorySegment data, MemorySegment result) {
    checkMemory(plan.slices(), data);
    checkOutput("the result", plan.bytes(), result, data);
  }

  /// Checks the data of a split.
  static void checkData(SplitPlan plan, MemorySegment data) {
    requireApart(plan);
    checkMemory(plan, data);
  }

  private static void checkMemory(SplitPlan plan, MemorySegment data) {
    if (plan.unit() == Unit.ELEMENT) {
      throw new IllegalArgumentException(
          "strings stand in no memory segment; split String arrays instead");
    }
    requireUsable("the data", plan.bytes(), data);
  }

  private static void checkOutput(
      Object what, long bytes, MemorySegment memory, MemorySegment data) {
    requireUsable(what, bytes, memory);
    if (memory.isReadOnly()) {
      throw new IllegalArgumentException(
          "%s is read-only; give memory that can be written".formatted(name(what)));
    }
    if (overlap(data, memory)) {
      throw new IllegalArgumentException(
          "%s overlaps the data; give it memory of its own".formatted(name(what)));
    }
  }

  /// Checks that this thread can use memory, and that it has as many bytes as the plan says.
  private static void requireUsable(Object what, long bytes, MemorySegment memory) {
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException(
          "the arena of %s is closed; keep it open until the split returns".formatted(name(what)));
    }
    if (!memory.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalArgumentException(
          "%s belongs to the confined arena of another thread; split there, or use Arena.ofShared()"
              .formatted(name(what)));
    }
    if (memory.byteSize() != bytes) {
      throw new IllegalArgumentException(
          "%s takes %s bytes; the segment has %s".formatted(name(what), bytes, memory.byteSize()));
    }
  }

  /// Checks the array that strings are taken from.
  static void checkData(SplitPlan plan, String[] data) {
    if (plan.unit() != Unit.ELEMENT) {
      throw new IllegalArgumentException(
          "the plan is for %s; strings need a plan for the type string".formatted(plan.type()));
    }
    if (data.length != plan.shape().volume()) {
      throw new IllegalArgumentException(
          "the data takes %s strings; the array has %s"
              .formatted(plan.shape().volume(), data.length));
    }
  }

  private static Object name(Object what) {
    return what instanceof Part part ? "part " + part.index() : what;
  }

  private static boolean overlap(MemorySegment a, MemorySegment b) {
    return a.byteSize() > 0 && b.byteSize() > 0 && a.asOverlappingSlice(b).isPresent();
  }

  /// Checks that no two parts share a byte: in pairs if they are few, and sorted by address
  /// otherwise. Native parts that stand one behind the other need neither.
  private static void requireDistinct(List<? extends @Nullable MemorySegment> parts) {
    if (parts.size() <= FEW) {
      for (int i = 1; i < parts.size(); i++) {
        for (int j = 0; j < i; j++) {
          requireDistinct(parts, parts.get(j), parts.get(i));
        }
      }
      return;
    }
    IdentityHashMap<Object, List<MemorySegment>> byArray = new IdentityHashMap<>();
    for (MemorySegment part : parts) {
      if (part != null && part.byteSize() > 0) {
        Object array = part.heapBase().orElse(Checks.class);
        byArray.computeIfAbsent(array, _ -> new ArrayList<>(1)).add(part);
      }
    }
    for (List<MemorySegment> sorted : byArray.values()) {
      sorted.sort((a, b) -> Long.compareUnsigned(a.address(), b.address()));
      for (int i = 1; i < sorted.size(); i++) {
        requireDistinct(parts, sorted.get(i - 1), sorted.get(i));
      }
    }
  }

  private static void requireDistinct(
      List<?> parts, @Nullable MemorySegment one, @Nullable MemorySegment other) {
    if (one != null && other != null && overlap(one, other)) {
      int first = parts.indexOf(one);
      int last = parts.lastIndexOf(other);
      throw new IllegalArgumentException(
          "part %s and part %s overlap; give each memory of its own"
              .formatted(Math.min(first, last), Math.max(first, last)));
    }
  }
}
