package io.cleave.spark.column;

import io.cleave.backend.Splitter;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.Stack;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.spark.Settings;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The split of one row's tensor, and of the tensor that many of them make, one behind the other:
/// the same with one more axis before all others.
///
/// An immutable value.
public final class RowSplit {
  private final Layout layout;
  private final SplitPlan plan;
  private final Optional<Stack> stack;
  private final List<Layout> outputs;

  /// What is done to the bytes of one row, by either.
  private final SplitPlan inFile;

  private final @Nullable StackedPlan stacked;

  private RowSplit(Layout layout, SplitPlan plan, Optional<Stack> stack, List<Layout> outputs) {
    this.layout = layout;
    this.plan = plan;
    this.stack = stack;
    this.outputs = outputs;
    this.inFile = layout.order().inFile(plan);
    this.stacked = stack.map(how -> how.inFile(plan, layout.order())).orElse(null);
  }

  /// The split of a tensor.
  ///
  /// @throws IllegalArgumentException if it cannot be split so; the message says what to do
  public static RowSplit of(Settings settings, Layout layout) {
    SplitPlan plan = Cut.plan(settings, layout.shape(), layout.type());
    Optional<Stack> stack = Cut.stack(settings);
    List<Layout> outputs =
        stack
            .map(how -> how.of(plan))
            .map(one -> List.of(layout.ofPart(one.shape(), one.type())))
            .orElseGet(
                () ->
                    plan.parts().stream()
                        .map(part -> layout.ofPart(part.shape(), plan.partType()))
                        .toList());
    return new RowSplit(layout, plan, stack, outputs);
  }

  /// How many outputs a row has, told before they are planned.
  ///
  /// @throws IllegalArgumentException if the settings do not say
  public static long count(Settings settings, Layout layout) {
    return Cut.stack(settings).isPresent() ? 1 : Cut.count(settings, layout.shape(), layout.type());
  }

  /// Refuses a number of parts that no row has.
  ///
  /// @throws IllegalArgumentException if it is one
  public static void requireFew(long parts) {
    Cut.requireFew(parts);
  }

  /// Refuses settings that go together for no tensor at all.
  ///
  /// @throws IllegalArgumentException if they do not
  public static void checkAlone(Settings settings) {
    Cut.check(settings);
    Rules.check(settings);
  }

  /// What comes out: a tensor for each part, or the one that they make.
  public List<Layout> outputs() {
    return outputs;
  }

  /// The bytes of the data.
  public long bytes() {
    return layout.bytes();
  }

  /// Whether rows can be one behind the other: not where the elements of one end within a byte.
  public boolean makesBatches() {
    return plan.conversion().isPresent()
        ? isWhole(plan.shape(), plan.type().bits())
        : plan.parts().stream().map(Part::shape).allMatch(s -> isWhole(s, plan.type().bits()))
            && isWhole(plan.shape(), plan.type().bits());
  }

  private static boolean isWhole(Shape shape, int bits) {
    return shape.volume() % Byte.SIZE * bits % Byte.SIZE == 0;
  }

  /// Splits rows that stand one behind the other.
  ///
  /// @param rows how many
  /// @param parts memory for each output, of which the rows stand one behind the other
  public void split(Splitter splitter, int rows, MemorySegment data, List<MemorySegment> parts) {
    SplitPlan batch = batch(rows);
    if (stack.isPresent()) {
      splitter.split(stacked(batch, stack.get()), data, parts.getFirst());
    } else {
      splitter.split(batch, data, parts);
    }
  }

  /// Splits one row.
  ///
  /// @param parts memory for each output
  public void splitOne(Splitter splitter, MemorySegment data, List<MemorySegment> parts) {
    if (stacked == null) {
      splitter.split(inFile, data, parts);
    } else {
      splitter.split(stacked, data, parts.getFirst());
    }
  }

  private SplitPlan batch(int rows) {
    SplitPlan row = inFile;
    Shape shape =
        Shape.of(
            LongStream.concat(LongStream.of(rows), LongStream.of(row.shape().extents())).toArray());
    SplitPlan batch = SplitPlan.byLengths(shape, row.type(), row.axis() + 1L, row.lengths());
    return row.conversion().map(batch::converted).orElse(batch);
  }

  private StackedPlan stacked(SplitPlan batch, Stack how) {
    int rank = outputs.getFirst().shape().rank();
    long axis = how.axis() < 0 ? how.axis() + rank : how.axis();
    long inFile = layout.order() == MemoryOrder.C ? axis : rank - 1 - axis;
    return new Stack(how.way(), inFile + 1, how.order()).of(batch);
  }

  /// `u8 [224, 224, 3] along axis 2 into 3 parts: 50176 rows of 3 bytes`, of one row.
  @Override
  public String toString() {
    return stack.map(how -> how.of(plan).toString()).orElseGet(plan::headline);
  }
}
