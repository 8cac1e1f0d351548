package io.cleave.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Parts in one tensor, checked element by element: each is looked up by its position along every
/// axis.
public final class StackCheck {
  private static final List<MemoryKind> KINDS = List.of(MemoryKind.values());

  private StackCheck() {}

  public static void check(Splitter splitter, RandomStack stack, Random random) {
    StackedPlan stacked = stack.stacked();
    try (Arena arena = Arena.ofShared()) {
      byte[] content = new byte[Math.toIntExact(stack.plan().bytes())];
      random.nextBytes(content);
      MemorySegment data =
          kind(random)
              .allocate(content.length, arena)
              .asSlice(0, content.length)
              .copyFrom(MemorySegment.ofArray(content));
      Guarded result = Guarded.allocate(kind(random), stacked.bytes(), random.nextInt(9), arena);
      splitter.split(stacked, data, result.memory());
      assertThat(result.bytes())
          .as("%s, parts %s", stacked, stack.order())
          .isEqualTo(expected(stack, stacked.shape(), data));
      result.requireIntact();
    }
  }

  private static MemoryKind kind(Random random) {
    return KINDS.get(random.nextInt(KINDS.size()));
  }

  private static byte[] expected(RandomStack stack, Shape result, MemorySegment data) {
    SplitPlan plan = stack.plan();
    List<byte[]> parts = new ArrayList<>();
    plan.parts().forEach(part -> parts.add(SplitCheck.expected(part, plan, data)));
    int width = plan.partType().bits() / Byte.SIZE;
    byte[] expected = new byte[Math.toIntExact(result.volume()) * width];
    long[] at = new long[result.rank()];
    for (int i = 0; i < result.volume(); i++, step(at, result)) {
      int part = part(stack, at);
      long[] inPart = inPart(stack, at);
      int element = element(plan.part(part).shape(), inPart);
      System.arraycopy(parts.get(part), element * width, expected, i * width, width);
    }
    return expected;
  }

  /// The next position in row-major order.
  private static void step(long[] at, Shape shape) {
    for (int i = at.length - 1; i >= 0; i--) {
      at[i]++;
      if (at[i] < shape.extent(i)) {
        return;
      }
      at[i] = 0;
    }
  }

  private static int part(RandomStack stack, long[] at) {
    long slice = stack.isJoined() ? at[stack.axis()] / extent(stack) : at[stack.axis()];
    return stack.order().get((int) slice);
  }

  /// How long a part is along the axis that it is joined along: all are alike.
  private static long extent(RandomStack stack) {
    return stack.plan().part(0).shape().extent(stack.axis());
  }

  private static long[] inPart(RandomStack stack, long[] at) {
    List<Long> position = new ArrayList<>();
    for (int i = 0; i < at.length; i++) {
      if (i != stack.axis()) {
        position.add(at[i]);
      } else if (stack.isJoined()) {
        position.add(at[i] % extent(stack));
      }
    }
    if (position.size() < stack.plan().shape().rank()) {
      position.add(stack.plan().axis(), 0L);
    }
    return position.stream().mapToLong(i -> i).toArray();
  }

  private static int element(Shape shape, long[] at) {
    long element = 0;
    for (int i = 0; i < at.length; i++) {
      element = element * shape.extent(i) + at[i];
    }
    return (int) element;
  }
}
