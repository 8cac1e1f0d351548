package io.cleave.spi;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A split between places in memory, which any splitter can carry out.
///
/// @param plan the split
/// @param expected the bytes of each part
/// @param content of the data
/// @param data where it stands
/// @param isReadOnly whether it may not be written to
/// @param outputs where each part goes
public record SplitExample(
    SplitPlan plan,
    IntFunction<byte[]> expected,
    MemorySegment content,
    Spot data,
    boolean isReadOnly,
    List<Spot> outputs) {

  /// Copies the list.
  public SplitExample {
    outputs = List.copyOf(outputs);
  }

  /// A split between any places, of which some parts are left out, and the others in any order.
  ///
  /// @param plan of dense data, not stacked
  public static SplitExample any(SplitPlan plan, MemorySegment content, Random random) {
    SplitPlan some = plan.only(some(plan.partCount(), random));
    return any(some, i -> SplitCheck.expected(some.part(i), some, content), content, random);
  }

  /// A split of a window between any places.
  public static SplitExample any(StridedPlan strided, Random random) {
    MemorySegment content = strided.content(random);
    return any(strided.plan(), i -> strided.expected(i, content), content, random);
  }

  private static SplitExample any(
      SplitPlan plan, IntFunction<byte[]> expected, MemorySegment content, Random random) {
    Spot data = Spot.any(random);
    boolean isReadOnly = random.nextBoolean();
    List<Spot> outputs = plan.parts().stream().map(_ -> Spot.any(random)).toList();
    return new SplitExample(plan, expected, content, data, isReadOnly, outputs);
  }

  private static int[] some(int count, Random random) {
    List<Integer> parts =
        IntStream.range(0, count)
            .filter(_ -> random.nextInt(8) > 0)
            .boxed()
            .collect(toCollection(ArrayList::new));
    if (random.nextInt(4) == 0) {
      Collections.shuffle(parts, random);
    }
    return parts.stream().mapToInt(i -> i).toArray();
  }

  /// The same in memory that a device may use in place.
  public SplitExample inPlace() {
    List<Spot> plain = Collections.nCopies(outputs.size(), Spot.PLAIN);
    return new SplitExample(plan, expected, content, Spot.PLAIN, isReadOnly, plain);
  }

  /// Carries it out, and compares every byte with those expected.
  ///
  /// @throws AssertionError if one is wrong
  public void check(Splitter splitter) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment from = data.holding(content, arena);
      List<Guarded> guarded = new ArrayList<>();
      for (Part part : plan.parts()) {
        guarded.add(outputs.get(part.index()).guarded(part.bytes(), arena));
      }
      splitter.split(
          plan,
          isReadOnly ? from.asReadOnly() : from,
          guarded.stream().map(Guarded::memory).toList());
      for (Part part : plan.parts()) {
        guarded.get(part.index()).require(part, expected.apply(part.index()));
      }
      assertThat(from.mismatch(content)).as("the first byte of the data that changed").isNegative();
    }
  }
}
