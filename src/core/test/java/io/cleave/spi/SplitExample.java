package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A split between places in memory.
///
/// @param plan the split
/// @param content of the data
/// @param data where it stands
/// @param isReadOnly whether it may not be written to
/// @param outputs where each part goes, as far as it is asked for
public record SplitExample(
    SplitPlan plan,
    MemorySegment content,
    Spot data,
    boolean isReadOnly,
    List<Optional<Spot>> outputs)
    implements Example {

  /// Copies the list.
  public SplitExample {
    outputs = List.copyOf(outputs);
  }

  /// A split between any places, of which some parts may be absent.
  public static SplitExample any(SplitPlan plan, MemorySegment content, Random random) {
    Spot data = Spot.any(random);
    boolean isReadOnly = random.nextBoolean();
    List<Optional<Spot>> outputs = new ArrayList<>();
    for (Part part : plan.parts()) {
      boolean isAbsent = !part.isWanted() || random.nextInt(8) == 0;
      outputs.add(isAbsent ? Optional.empty() : Optional.of(Spot.any(random)));
    }
    return new SplitExample(plan, content, data, isReadOnly, outputs);
  }

  /// The same in memory that a device may use in place.
  SplitExample inPlace() {
    return new SplitExample(
        plan,
        content,
        Spot.PLAIN,
        isReadOnly,
        outputs.stream().map(output -> output.map(_ -> Spot.PLAIN)).toList());
  }

  @Override
  public SplitPlan asked() {
    int[] absent =
        IntStream.range(0, outputs.size()).filter(i -> outputs.get(i).isEmpty()).toArray();
    return plan.without(absent);
  }

  @Override
  public void check(Splitter splitter) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment from = data.holding(content, arena);
      List<@Nullable Guarded> guarded = new ArrayList<>();
      List<@Nullable MemorySegment> to = new ArrayList<>();
      for (Part part : plan.parts()) {
        Guarded output =
            outputs.get(part.index()).map(spot -> spot.guarded(part.bytes(), arena)).orElse(null);
        guarded.add(output);
        to.add(output == null ? null : output.memory());
      }
      splitter.split(plan, isReadOnly ? from.asReadOnly() : from, to);
      require(guarded);
      assertThat(from.mismatch(content)).as("the first byte of the data that changed").isNegative();
    }
  }

  private void require(List<@Nullable Guarded> guarded) {
    for (Part part : plan.parts()) {
      Guarded output = guarded.get(part.index());
      if (output != null) {
        assertThat(output.bytes())
            .as("%s", part)
            .isEqualTo(SplitCheck.expected(part, plan, content));
        output.requireIntact();
      }
    }
  }
}
