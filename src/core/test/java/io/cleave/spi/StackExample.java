package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
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
///
/// @param stack what becomes of the parts
/// @param content of the data
/// @param data where it stands
/// @param result where the tensor goes
public record StackExample(RandomStack stack, MemorySegment content, Spot data, Spot result)
    implements Example {

  /// Random data between any places.
  public static StackExample any(RandomStack stack, Random random) {
    MemorySegment content = SplitCheck.bytes(stack.plan(), random);
    return new StackExample(stack, content, Spot.any(random), Spot.any(random));
  }

  /// The same in memory that a device may use in place.
  StackExample inPlace() {
    return new StackExample(stack, content, Spot.PLAIN, Spot.PLAIN);
  }

  @Override
  public SplitPlan asked() {
    return stack.stacked().slices();
  }

  @Override
  public void check(Splitter splitter) {
    StackedPlan stacked = stack.stacked();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment from = data.holding(content, arena);
      Guarded to = result.guarded(stacked.bytes(), arena);
      splitter.split(stacked, from, to.memory());
      assertThat(to.bytes())
          .as("%s, parts %s", stacked, stack.order())
          .isEqualTo(expected(stacked.shape()));
      to.requireIntact();
    }
  }

  private byte[] expected(Shape shape) {
    SplitPlan plan = stack.plan();
    List<byte[]> parts = new ArrayList<>();
    plan.parts().forEach(part -> parts.add(SplitCheck.expected(part, plan, content)));
    int width = plan.partType().bits() / Byte.SIZE;
    byte[] expected = new byte[Math.toIntExact(shape.volume()) * width];
    long[] at = new long[shape.rank()];
    for (int i = 0; i < shape.volume(); i++, step(at, shape)) {
      int part = part(at);
      int element = element(plan.part(part).shape(), inPart(at));
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

  private int part(long[] at) {
    long slice = stack.isJoined() ? at[stack.axis()] / extent() : at[stack.axis()];
    return stack.order().get((int) slice);
  }

  /// How long a part is along the axis that it is joined along: all are alike.
  private long extent() {
    return stack.plan().part(0).shape().extent(stack.axis());
  }

  private long[] inPart(long[] at) {
    List<Long> position = new ArrayList<>();
    for (int i = 0; i < at.length; i++) {
      if (i != stack.axis()) {
        position.add(at[i]);
      } else if (stack.isJoined()) {
        position.add(at[i] % extent());
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
