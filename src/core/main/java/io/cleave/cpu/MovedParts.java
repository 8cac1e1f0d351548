package io.cleave.cpu;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;

/// The parts of a plan that are moved, those that are wanted and not empty, in the order of their
/// offsets. All in units of the plan.
final class MovedParts {
  private final int[] indices;
  private final long[] offsets;
  private final long[] runs;

  MovedParts(SplitPlan plan) {
    int count = 0;
    int[] moved = new int[plan.partCount()];
    for (Part part : plan.parts()) {
      if (part.isWanted() && !part.isEmpty()) {
        moved[count++] = part.index();
      }
    }
    this.indices = Arrays.copyOf(moved, count);
    this.offsets = new long[count];
    this.runs = new long[count];
    for (int i = 0; i < count; i++) {
      Part part = plan.part(indices[i]);
      offsets[i] = part.offset();
      runs[i] = part.run();
    }
  }

  int count() {
    return indices.length;
  }

  /// Its position among all parts of the plan.
  int index(int part) {
    return indices[part];
  }

  /// Where the part begins within each row.
  long offset(int part) {
    return offsets[part];
  }

  /// How much of each row belongs to the part.
  long run(int part) {
    return runs[part];
  }

  /// How many columns a row has that are as wide as each part, if the parts are such columns; else
  /// 0.
  int columnsOf(long row) {
    long run = runs.length == 0 ? 0 : runs[0];
    if (run == 0 || row % run != 0 || row / run > Integer.MAX_VALUE) {
      return 0;
    }
    for (int i = 0; i < runs.length; i++) {
      if (runs[i] != run || offsets[i] % run != 0) {
        return 0;
      }
    }
    return (int) (row / run);
  }

  /// The first part that ends after a column, by bisection: a row may have a million parts.
  int firstReaching(long column) {
    int found = Arrays.binarySearch(offsets, column);
    int before = found >= 0 ? found : -found - 2;
    return before >= 0 && offsets[before] + runs[before] > column ? before : before + 1;
  }
}
