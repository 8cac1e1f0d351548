package io.cleave.cpu;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The parts that a split writes, those that are wanted and not empty, in the order of their
/// offsets, each with the caller's memory for it.
final class MovedParts {
  private final int count;
  private final long[] offsets;
  private final long[] runs;
  private final MemorySegment[] targets;

  private MovedParts(int count, long[] offsets, long[] runs, MemorySegment[] targets) {
    this.count = count;
    this.offsets = offsets;
    this.runs = runs;
    this.targets = targets;
  }

  static MovedParts of(SplitPlan plan, List<? extends @Nullable MemorySegment> parts) {
    int most = plan.partCount();
    long[] offsets = new long[most];
    long[] runs = new long[most];
    MemorySegment[] targets = new MemorySegment[most];
    int count = 0;
    for (Part part : plan.parts()) {
      if (part.isWanted() && !part.isEmpty()) {
        offsets[count] = part.offset();
        runs[count] = part.run();
        targets[count++] = Objects.requireNonNull(parts.get(part.index()));
      }
    }
    return new MovedParts(count, offsets, runs, targets);
  }

  int count() {
    return count;
  }

  /// Where the part begins within each row.
  long offset(int part) {
    return offsets[part];
  }

  /// How much of each row belongs to the part.
  long run(int part) {
    return runs[part];
  }

  /// Whether each part is one column, where columns are so wide.
  boolean areColumns(long width) {
    for (int i = 0; i < count; i++) {
      if (runs[i] != width || offsets[i] % width != 0) {
        return false;
      }
    }
    return true;
  }

  /// Where the part goes.
  MemorySegment target(int part) {
    return targets[part];
  }

  /// The first part that ends after a column, by bisection: a row may have a million parts.
  int firstReaching(long column) {
    int found = Arrays.binarySearch(offsets, 0, count, column);
    int before = found >= 0 ? found : -found - 2;
    return before >= 0 && offsets[before] + runs[before] > column ? before : before + 1;
  }
}
