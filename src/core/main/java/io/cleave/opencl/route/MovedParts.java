package io.cleave.opencl.route;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.stream.IntStream;

/// The parts of a plan that are wanted and not empty, in order. A view that holds 4 bytes a part: a
/// plan may have millions of them.
public final class MovedParts extends AbstractList<Stretch> implements RandomAccess {
  private final SplitPlan plan;
  private final Placement.Target target;
  private final int[] moved;
  private final Scale scale;
  private final long firstRow;

  private MovedParts(
      SplitPlan plan, Placement.Target target, int[] moved, Scale scale, long firstRow) {
    this.plan = plan;
    this.target = target;
    this.moved = moved;
    this.scale = scale;
    this.firstRow = firstRow;
  }

  /// The moved parts of a plan, counted as the plan counts.
  static MovedParts of(SplitPlan plan, Placement.Target target) {
    int[] moved =
        IntStream.range(0, plan.partCount()).filter(i -> plan.part(i).isMoved()).toArray();
    return new MovedParts(plan, target, moved, Scale.of(plan), 0);
  }

  /// The same parts, counted on another scale.
  MovedParts on(Scale other) {
    return new MovedParts(plan, target, moved, other, firstRow);
  }

  /// Where the same parts go on from a later row. All rows before it together must be whole bytes.
  MovedParts from(long row) {
    return new MovedParts(plan, target, moved, scale, firstRow + row);
  }

  @Override
  public Stretch get(int index) {
    Part part = plan.part(moved[Objects.checkIndex(index, moved.length)]);
    long run = scale.count(part.run());
    long to = target.at(part.index()) + scale.partBytes(firstRow * run);
    return new Stretch(part.index(), scale.count(part.offset()), run, to);
  }

  @Override
  public int size() {
    return moved.length;
  }
}
