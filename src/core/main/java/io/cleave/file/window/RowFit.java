package io.cleave.file.window;

import io.cleave.plan.ElementType;
import io.cleave.plan.Geometry;
import io.cleave.plan.Geometry.Level;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.List;

/// How many rows fit a window of so many bytes, as data and as what is made of it.
final class RowFit {
  private RowFit() {}

  /// Windows of bits begin and end on whole bytes, and so do all their parts: their rows come in
  /// eights. Those of a stack have whole chunks of all slices, so that it can be written from its
  /// first byte to its last.
  ///
  /// @param plan has a part that is not empty
  static long of(SplitPlan plan, long bytes) {
    Geometry row = plan.unstacked().geometry();
    boolean isPacked = row.unit() == Unit.BIT;
    long read = isPacked ? bytes * Byte.SIZE / row.row() : bytes / row.row();
    long made = plan.conversion().isPresent() ? bytes / madeOfRow(plan) : Long.MAX_VALUE;
    long most = Math.min(made, read);
    if (most >= plan.rows()) {
      return plan.rows();
    }
    long chunk = plan.isStacked() ? plan.geometry().rows() : 1;
    return most - most % (isPacked ? leastCommonMultiple(chunk, Byte.SIZE) : chunk);
  }

  /// The bytes that become of a row, on average.
  static long madeOfRow(SplitPlan plan) {
    return plan.parts().stream().mapToLong(Part::bytes).sum() / plan.rows();
  }

  /// How many chunks a run of a stack has.
  static long chunksOfRun(SplitPlan plan) {
    Geometry geometry = plan.geometry();
    List<Level> levels = geometry.levels();
    boolean isBroken = !levels.isEmpty() && levels.getLast().stride() == geometry.run(0);
    return isBroken ? levels.getLast().count() : 1;
  }

  /// How many chunks fit of each slice of a stack, read and made; 0 if they are too long. Packed
  /// elements come in eights, which are whole bytes, however narrow.
  static long chunks(SplitPlan plan, long bytes) {
    ElementType type = plan.data().type();
    long bits = Math.max(type.bits(), plan.partType().bits());
    long all = chunksOfRun(plan);
    long each = plan.part(0).shape().elements() / plan.rows() / all;
    long most = bytes * Byte.SIZE / bits / each;
    return most >= all ? all : most - most % (type.isSubByte() ? Byte.SIZE : 1);
  }

  /// Of a number and a power of two.
  private static long leastCommonMultiple(long number, long power) {
    return number * (power / Math.min(power, Long.lowestOneBit(number)));
  }
}
