package io.cleave.bench;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.cleave.plan.BitOrder;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;

/// Compares parts with the data, run by run, before anything is timed: all runs of a tensor that
/// has up to a million, else the first, the last and a random choice of them.
final class AnswerCheck {
  private static final long RUNS = 1 << 20;

  /// Bits are compared one by one.
  private static final long RUNS_OF_BITS = 1 << 13;

  private final SplitPlan plan;
  private final MemorySegment data;
  private final Likeness likeness;

  /// Bits from one index of the axis to the next.
  private final long step;

  /// @param role whose answer it is: values that a peer converted may differ as [Likeness] says
  AnswerCheck(SplitPlan plan, MemorySegment data, Role role) {
    this.plan = plan;
    this.data = data;
    this.likeness = role == Role.PEER ? Likeness.NEAR : Likeness.SAME;
    long inner = plan.type().bits();
    for (int i = plan.axis() + 1; i < plan.shape().rank(); i++) {
      inner *= plan.shape().extent(i);
    }
    this.step = inner;
  }

  /// What is wrong with the wanted parts that a run made, if anything is.
  Optional<String> firstWrong(Run run) {
    return plan.parts().stream()
        .filter(Part::isWanted)
        .flatMap(part -> wrong(part, run.part(part.index())).stream())
        .findFirst();
  }

  private Optional<String> wrong(Part part, MemorySegment memory) {
    if (memory.byteSize() != part.bytes()) {
      return Optional.of(
          "part %s has %s bytes, not %s".formatted(part.index(), memory.byteSize(), part.bytes()));
    }
    return plan.conversion()
        .map(conversion -> new ValueCheck(plan, conversion, data, likeness).wrong(part, memory))
        .orElseGet(() -> moved(part, memory));
  }

  private Optional<String> moved(Part part, MemorySegment memory) {
    return rows(part)
        .filter(row -> !isRight(part, memory, row))
        .mapToObj(row -> "part %s is wrong in row %s".formatted(part.index(), row))
        .findFirst();
  }

  private LongStream rows(Part part) {
    long rows = plan.rows();
    long runs = step % Byte.SIZE == 0 ? RUNS : RUNS_OF_BITS;
    long most = Math.max(1, runs / plan.partCount());
    if (rows <= most) {
      return LongStream.range(0, rows);
    }
    return LongStream.concat(
        LongStream.of(0, rows - 1), new Random(part.index()).longs(most, 0, rows));
  }

  private boolean isRight(Part part, MemorySegment memory, long row) {
    long from = (row * plan.shape().extent(plan.axis()) + part.start()) * step;
    long to = row * part.length() * step;
    long count = part.length() * step;
    if ((from | to | count) % Byte.SIZE != 0) {
      return hasSameBits(memory, from, to, count);
    }
    return MemorySegment.mismatch(
            data, from / 8, (from + count) / 8, memory, to / 8, (to + count) / 8)
        < 0;
  }

  private boolean hasSameBits(MemorySegment memory, long from, long to, long count) {
    for (long i = 0; i < count; i++) {
      if (bit(data, from + i) != bit(memory, to + i)) {
        return false;
      }
    }
    return true;
  }

  private int bit(MemorySegment memory, long at) {
    int place = (int) (at % Byte.SIZE);
    boolean reversed = plan.type().bitOrder() == BitOrder.MOST_SIGNIFICANT_FIRST;
    return memory.get(JAVA_BYTE, at / Byte.SIZE) >> (reversed ? 7 - place : place) & 1;
  }
}
