package io.cleave.cpu;

import io.cleave.convert.Definition;
import io.cleave.cpu.loops.ArrayKernels;
import io.cleave.cpu.loops.Bench;
import io.cleave.cpu.loops.PackedTable;
import io.cleave.cpu.loops.PartConverter;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Stacking;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The moved parts of a plan that converts or stacks, all in elements.
final class ConvertedParts {
  private final ElementType source;
  private final ElementType target;
  private final long row;
  private final long[] offsets;
  private final long[] runs;
  private final int[] indices;
  private final SplitPlan plan;
  private final Class<?> benchMemory;
  private final @Nullable Stacking stacking;

  ConvertedParts(SplitPlan plan, MovedParts moved) {
    this.source = plan.type();
    this.target = plan.partType();
    this.row = elements(plan, plan.row());
    int count = moved.count();
    this.offsets = new long[count];
    this.runs = new long[count];
    this.plan = plan;
    this.benchMemory = bench(0).staged().getClass();
    this.stacking = plan.stacking().orElse(null);
    this.indices = new int[count];
    for (int i = 0; i < count; i++) {
      offsets[i] = elements(plan, moved.offset(i));
      runs[i] = elements(plan, moved.run(i));
      indices[i] = moved.index(i);
    }
  }

  /// The elements of the longest run, at least one.
  long longestRun() {
    return Math.max(1, Arrays.stream(runs).max().orElse(1));
  }

  /// What converts each part.
  PartConverter[] converters(ArrayKernels kernels) {
    PartConverter[] made = new PartConverter[count()];
    boolean isUniform = isUniform();
    for (int i = 0; i < made.length; i++) {
      if (i > 0 && isUniform) {
        made[i] = made[0];
      } else {
        made[i] = converter(indices[i], kernels);
      }
    }
    return made;
  }

  private boolean isUniform() {
    return plan.conversion().map(Conversion::isUniform).orElse(true);
  }

  /// All elements of a part.
  private long elements(int part) {
    return plan.rows() * runs[part];
  }

  private PartConverter converter(int part, ArrayKernels kernels) {
    return plan.conversion()
        .map(by -> PartConverter.of(Definition.of(source, by, part), kernels))
        .orElseGet(() -> PartConverter.of(source));
  }

  /// What converts whole bytes of each part, where elements are narrower and parts in memory of
  /// their own; else null. Tables are never more than what is made by them: a row may have a
  /// million parts, and each a rule of its own.
  ///
  /// @param least the shortest runs whose bytes are looked up
  @Nullable PackedTable[] packed(long least) {
    @Nullable PackedTable[] made = new PackedTable[count()];
    Conversion by = plan.conversion().orElse(null);
    if (by == null || stacking != null || !PackedTable.isFor(source)) {
      return made;
    }
    boolean isUniform = by.isUniform();
    long all = isUniform ? plan.rows() * Arrays.stream(runs).sum() : 0;
    PackedTable shared = null;
    for (int i = 0; i < made.length; i++) {
      if (runs[i] >= least && Math.max(all, elements(i)) >= PackedTable.elements(source)) {
        made[i] = shared != null ? shared : PackedTable.of(Definition.of(source, by, indices[i]));
        shared = isUniform ? made[i] : null;
      }
    }
    return made;
  }

  private static long elements(SplitPlan plan, long units) {
    int bits = plan.type().bits();
    return plan.unit() == Unit.BIT ? units / bits : units * Byte.SIZE / bits;
  }

  int count() {
    return runs.length;
  }

  /// The elements of a row.
  long row() {
    return row;
  }

  /// The first part that ends behind an element of the row, by bisection.
  int firstReaching(long element) {
    int found = Arrays.binarySearch(offsets, element);
    int before = found >= 0 ? found : -found - 2;
    return before >= 0 && offsets[before] + runs[before] > element ? before : before + 1;
  }

  long offset(int part) {
    return offsets[part];
  }

  long run(int part) {
    return runs[part];
  }

  /// Converts what is staged.
  ///
  /// @param by converts it
  /// @param count how many elements
  /// @param target where the part goes, or the tensor that it is a slice of
  /// @param to which element of the part the first one becomes
  void convert(int part, PartConverter by, Bench bench, int count, MemorySegment target, long to) {
    Stacking slices = stacking;
    if (slices == null) {
      by.convert(bench, 0, count, target, to);
      return;
    }
    long length = slices.length(indices[part]);
    long start = slices.start(indices[part]);
    for (int done = 0; done < count; ) {
      long inChunk = (to + done) % length;
      int step = (int) Math.min(count - done, length - inChunk);
      long at = (to + done) / length * slices.stride() + start + inChunk;
      by.convert(bench, done, step, target, at);
      done += step;
    }
  }

  /// The bits of an element of the data.
  int bits() {
    return source.bits();
  }

  /// The bytes of an element of the data, unless it is narrower than one.
  int width() {
    return source.bits() / Byte.SIZE;
  }

  /// The bytes that an element takes in data and part together.
  int bytesBoth() {
    return width() + target.bits() / Byte.SIZE;
  }

  ElementType source() {
    return source;
  }

  /// The class of the memory of benches.
  Class<?> benchMemory() {
    return benchMemory;
  }

  Bench bench(int elements) {
    return Bench.of(source, target, elements);
  }
}
