package io.cleave.cpu.loops;

import io.cleave.convert.Definition;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;

/// Converts elements of one part that stand in a bench, one after the other.
///
/// Safe for use by many threads.
public abstract class PartConverter {
  private final int targetBytes;

  PartConverter(ElementType target) {
    this.targetBytes = target.bits() / Byte.SIZE;
  }

  /// One that leaves elements as they are.
  public static PartConverter of(ElementType type) {
    return new CopyConverter(type);
  }

  /// The one for a part.
  ///
  /// @param kernels what arrays are converted by
  public static PartConverter of(Definition definition, ArrayKernels kernels) {
    if (isLookedUp(definition, kernels)) {
      return new TableConverter(definition);
    }
    return definition.target() == ElementType.F64
        ? new DoubleConverter(definition)
        : new StepConverter(definition, kernels);
  }

  private static boolean isLookedUp(Definition definition, ArrayKernels kernels) {
    return definition.target() == ElementType.F64
        ? definition.fitsTable()
        : !isCalculated(definition, kernels);
  }

  /// Bytes are calculated with, at .1 ns an element, rather than looked up, at .3, unless HotSpot
  /// has no vectors for what they become: bf16 in plain Java takes .4.
  private static boolean isCalculated(Definition definition, ArrayKernels kernels) {
    if (!definition.fitsTable()) {
      return true;
    }
    boolean isByte = definition.source() == ElementType.U8 || definition.source() == ElementType.I8;
    boolean isPlainBf16 =
        definition.target() == ElementType.BF16 && kernels.equals(ArrayKernels.PLAIN);
    return isByte && !isPlainBf16;
  }

  /// Converts what is staged.
  ///
  /// @param first where it begins in the bench
  /// @param count how many elements
  /// @param to which element of the part the first one becomes
  public final void convert(Bench bench, int first, int count, MemorySegment part, long to) {
    for (int done = 0; done < count; done += Bench.STEP) {
      int step = Math.min(Bench.STEP, count - done);
      step(bench, first + done, step, part, (to + done) * targetBytes);
    }
  }

  /// Converts one step.
  ///
  /// @param first where it begins in what is staged
  /// @param at the byte of the part where it goes
  abstract void step(Bench bench, int first, int count, MemorySegment part, long at);
}
