package io.cleave.file.window;

import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Stacking;
import io.cleave.plan.Unit;

/// How many rows fit a window of so many bytes, as data and as what is made of it.
final class RowFit {
  private RowFit() {}

  /// Windows of bits begin and end on whole bytes, and so do all their parts: their rows come in
  /// eights.
  static long of(SplitPlan plan, long bytes) {
    long most = most(plan, bytes);
    return most >= plan.rows() ? plan.rows() : most - most % step(plan);
  }

  /// Of a stack, windows have whole pieces of all parts, so that the result can be written from its
  /// first byte to its last.
  static long of(StackedPlan plan, long bytes) {
    SplitPlan slices = plan.slices();
    long most = most(slices, bytes);
    if (most >= slices.rows()) {
      return slices.rows();
    }
    long piece = Math.max(1, slices.rows() / plan.stacking().chunks());
    return most - most % leastCommonMultiple(piece, step(slices));
  }

  /// How many pieces a row has of each part of a stack.
  static long piecesInRow(StackedPlan plan) {
    Stacking stacking = plan.stacking();
    return plan.slices().rows() == 0 ? 0 : stacking.chunks() / plan.slices().rows();
  }

  /// How many pieces fit of each part of a stack, read and made; 0 if they are too long. Packed
  /// elements come in eights, which are whole bytes, however narrow.
  static long pieces(StackedPlan plan, long bytes) {
    ElementType type = plan.slices().type();
    long bits = Math.max(type.bits(), plan.type().bits());
    long most = bytes * Byte.SIZE / bits / plan.stacking().stride();
    long all = piecesInRow(plan);
    return most >= all ? all : most - most % (type.isSubByte() ? Byte.SIZE : 1);
  }

  private static long most(SplitPlan plan, long bytes) {
    long made = plan.converts() ? bytes / madeOfRow(plan) : Long.MAX_VALUE;
    long read = plan.unit() == Unit.BIT ? bytes * Byte.SIZE / plan.row() : bytes / plan.row();
    return Math.min(made, read);
  }

  private static long madeOfRow(SplitPlan plan) {
    return plan.parts().stream().filter(Part::isWanted).mapToLong(Part::bytes).sum() / plan.rows();
  }

  private static long step(SplitPlan plan) {
    return plan.unit() == Unit.BIT ? Byte.SIZE : 1;
  }

  /// Of a number and a power of two.
  private static long leastCommonMultiple(long number, long power) {
    return number * (power / Math.min(power, Long.lowestOneBit(number)));
  }
}
