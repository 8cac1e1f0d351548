package io.cleave.spi;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
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
/// @param isReadOnly whether the data may not be written to
/// @param places where the parts are, and last the data
public record SplitExample(
    SplitPlan plan,
    IntFunction<byte[]> expected,
    MemorySegment content,
    boolean isReadOnly,
    List<Place> places) {

  /// Where in memory a tensor is.
  ///
  /// @param kind of memory
  /// @param shift how many bytes it begins off the alignment of that kind
  record Place(MemoryKind kind, int shift) {
    private static final Place PLAIN = new Place(MemoryKind.NATIVE, 0);

    static Place any(Random random) {
      MemoryKind[] kinds = MemoryKind.values();
      return new Place(kinds[random.nextInt(kinds.length)], random.nextInt(9));
    }
  }

  /// Copies the list.
  public SplitExample {
    places = List.copyOf(places);
  }

  /// A split between any places, of which some parts are left out, and the others in any order.
  ///
  /// @param plan of dense data, not stacked
  public static SplitExample any(SplitPlan plan, MemorySegment content, Random random) {
    return all(plan.only(some(plan.partCount(), random)), content, random);
  }

  /// The same with all parts of a plan.
  static SplitExample all(SplitPlan plan, MemorySegment content, Random random) {
    return any(plan, i -> SplitCheck.expected(plan.part(i), plan, content), content, random);
  }

  /// A split of a window between any places.
  public static SplitExample any(StridedPlan strided, Random random) {
    MemorySegment content = strided.content(random);
    return any(strided.plan(), i -> strided.expected(i, content), content, random);
  }

  private static SplitExample any(
      SplitPlan plan, IntFunction<byte[]> expected, MemorySegment content, Random random) {
    List<Place> places =
        IntStream.rangeClosed(0, plan.partCount()).mapToObj(_ -> Place.any(random)).toList();
    return new SplitExample(plan, expected, content, random.nextBoolean(), places);
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
    List<Place> plain = Collections.nCopies(places.size(), Place.PLAIN);
    return new SplitExample(plan, expected, content, isReadOnly, plain);
  }

  /// Carries it out in memory of a shared arena, and compares every byte with those expected.
  ///
  /// @throws AssertionError if one is wrong
  public void check(Splitter splitter) {
    try (Arena arena = Arena.ofShared()) {
      check(splitter, arena);
    }
  }

  /// Carries it out in memory of an arena, and compares every byte with those expected.
  ///
  /// @throws AssertionError if one is wrong
  public void check(Splitter splitter, Arena arena) {
    Place place = places.getLast();
    MemorySegment whole = place.kind.allocate(content.byteSize() + place.shift, arena);
    MemorySegment data = whole.asSlice(place.shift, content.byteSize()).copyFrom(content);
    List<Guarded> parts =
        plan.parts().stream()
            .map(
                part -> {
                  Place goal = places.get(part.index());
                  return Guarded.allocate(goal.kind, part.bytes(), goal.shift, arena);
                })
            .toList();
    splitter.split(
        plan, isReadOnly ? data.asReadOnly() : data, parts.stream().map(Guarded::memory).toList());
    for (int i = 0; i < parts.size(); i++) {
      parts.get(i).require(plan.part(i), expected.apply(i));
    }
    assertThat(data.mismatch(content)).as("the first byte of the data that changed").isNegative();
  }
}
