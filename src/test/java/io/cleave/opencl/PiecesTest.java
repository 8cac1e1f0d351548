package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PiecesTest {
  private static final int ROWS = 3;

  /// Each piece goes to where its bytes belong, none of a wanted part is left out or comes twice,
  /// and there is no piece, and no stretch of one, for nothing.
  @RandomTest(gate = 50, thorough = 5000)
  void takeEachByteOnceToItsPlace(long seed) {
    Random random = new Random(seed);
    long[] lengths =
        random.longs(1 + random.nextInt(6), 0, 300).map(n -> n % 3 == 0 ? 0 : n).toArray();
    lengths[random.nextInt(lengths.length)] = 128L * (1 + random.nextInt(3));
    SplitPlan all =
        SplitPlan.byLengths(
            Shape.of(ROWS, Arrays.stream(lengths).sum()), ElementType.U8, 1, lengths);
    int[] absent = random.ints(0, lengths.length).limit(random.nextInt(2)).toArray();
    SplitPlan plan = lengths.length == 1 ? all : all.without(absent);
    Pieces pieces = Pieces.of(plan, 1 + random.nextInt(400));
    assertThat(pieces.count()).isEqualTo(pieces.plans().count() * ROWS);

    byte[] data = new byte[Math.toIntExact(plan.bytes())];
    random.nextBytes(data);
    List<byte @Nullable []> parts = new ArrayList<>();
    plan.parts().forEach(part -> parts.add(part.isWanted() ? new byte[(int) part.bytes()] : null));
    carryOut(pieces, data, parts);
    for (Part part : plan.parts()) {
      byte[] made = parts.get(part.index());
      for (int i = 0; made != null && i < made.length; i++) {
        int row = i / (int) part.run();
        int at = (int) (row * plan.row() + part.offset()) + i % (int) part.run();
        assertThat(made[i]).as("byte %s of %s", i, part).isEqualTo(data[at]);
      }
    }
  }

  /// Moves the bytes of each piece, and counts them.
  private static void carryOut(Pieces pieces, byte[] data, List<byte @Nullable []> parts) {
    List<@Nullable MemorySegment> memory = new ArrayList<>();
    parts.forEach(part -> memory.add(part == null ? null : MemorySegment.ofArray(part)));
    long moved = 0;
    for (long step = 0; step < pieces.count(); step++) {
      SplitPlan plan = pieces.plan(step);
      MemorySegment from = pieces.data(step, MemorySegment.ofArray(data));
      List<@Nullable MemorySegment> to = pieces.parts(step, memory);
      assertThat(from.byteSize()).isEqualTo(plan.bytes()).isLessThanOrEqualTo(pieces.size());
      assertThat(plan.parts()).noneMatch(Part::isEmpty).anyMatch(Part::isWanted);
      for (Part part : plan.parts()) {
        MemorySegment stretch = to.get(part.index());
        assertThat(stretch != null).isEqualTo(part.isWanted());
        if (stretch != null) {
          stretch.copyFrom(from.asSlice(part.offset(), part.bytes()));
          moved += part.bytes();
        }
      }
    }
    assertThat(moved)
        .isEqualTo(parts.stream().mapToLong(part -> part == null ? 0 : part.length).sum());
  }

  /// Where the data has a cache line, each piece has one, too.
  @Test
  void beginAtCacheLinesAsFarAsTheyFit() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(1, 1000), ElementType.U8, 1, 999, 1);
    assertThat(Pieces.of(plan, 127).size()).isEqualTo(127);
    assertThat(Pieces.of(plan, 128).size()).isEqualTo(128);
    assertThat(Pieces.of(plan, 300).size()).isEqualTo(256);
    assertThat(Pieces.of(plan, 0).size()).isEqualTo(1);
  }

  @Test
  void keepNoAlignment() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(2, 1000), ElementType.U8, 1, 999, 1);
    assertThat(Pieces.of(plan, 128).keepAlignment()).isFalse();
  }

  @Test
  void growFinerButNotCoarser() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(2, 1000), ElementType.U8, 1, 999, 1);
    Pieces pieces = Pieces.of(plan, 256);
    assertThat(pieces.finer(128)).isEqualTo(Pieces.of(plan, 128));
    assertThat(pieces.finer(512)).isSameAs(pieces);
  }
}
