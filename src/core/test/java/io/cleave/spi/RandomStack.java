package io.cleave.spi;

import io.cleave.convert.RandomRules;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A plan whose parts become slices of one tensor.
///
/// @param plan the split
/// @param order the parts that are stacked
/// @param axis of the result
/// @param isJoined whether the parts have that axis
public record RandomStack(SplitPlan plan, List<Integer> order, int axis, boolean isJoined) {
  private static final List<ElementType> SOURCES = List.copyOf(RandomRules.SOURCES);

  /// One of any rank, type and order.
  public static RandomStack of(Random random) {
    int rank = random.nextInt(1, 5);
    long[] extents = random.longs(rank, 1, 9).toArray();
    int axis = random.nextInt(rank);
    int count = random.nextInt(1, 5);
    long length = random.nextInt(1, 4);
    extents[axis] = count * length;
    ElementType type = SOURCES.get(random.nextInt(SOURCES.size()));
    SplitPlan plan = SplitPlan.intoEqualParts(Shape.of(extents), type, axis, count);
    if (type.isSubByte() || random.nextBoolean()) {
      plan = RandomRules.converted(plan, random);
    }
    boolean isJoined = random.nextBoolean();
    int axes = isJoined || length == 1 ? rank : rank + 1;
    return new RandomStack(plan, order(count, random), random.nextInt(axes), isJoined);
  }

  /// The plan of the one tensor.
  public StackedPlan stacked() {
    int[] parts = order.stream().mapToInt(i -> i).toArray();
    return isJoined ? StackedPlan.joined(plan, axis, parts) : plan.stacked(axis, parts);
  }

  /// Some of the parts, each once.
  private static List<Integer> order(int count, Random random) {
    List<Integer> all = IntStream.range(0, count).boxed().collect(Collectors.toList());
    Collections.shuffle(all, random);
    return all.subList(0, random.nextInt(1, count + 1));
  }
}
