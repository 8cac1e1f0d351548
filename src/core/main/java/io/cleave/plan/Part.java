package io.cleave.plan;

/// One output of a [SplitPlan]: in each of the plan's rows, `run` units from `offset` on.
///
/// The units are those of [SplitPlan#unit()]. The part itself is dense: row `r` begins at unit `r *
/// run` of it, counted in elements where they are converted.
public final class Part {
  private final SplitPlan plan;
  private final int index;

  Part(SplitPlan plan, int index) {
    this.plan = plan;
    this.index = index;
  }

  /// The position among the plan's parts, from 0.
  public int index() {
    return index;
  }

  /// The first position along the axis.
  public long start() {
    return plan.start(index);
  }

  /// The extent along the axis.
  public long length() {
    return plan.start(index + 1) - start();
  }

  /// The shape of this output.
  public Shape shape() {
    return plan.shape().with(plan.axis(), length());
  }

  /// Where this part begins within each row, in units.
  public long offset() {
    return plan.along(start());
  }

  /// How much of each row belongs to this part, in units.
  public long run() {
    return plan.along(length());
  }

  /// Where this part's run of one row begins in the data, in units.
  public long inData(long row) {
    return row * plan.row() + offset();
  }

  /// Where the run of one row begins in this part, in units.
  public long inPart(long row) {
    return row * run();
  }

  /// All units of this part: rows times run.
  public long size() {
    return plan.rows() * run();
  }

  /// The bytes that this part takes in its own type, the last of which may be partly unused.
  ///
  /// @throws IllegalStateException for strings, which have no fixed size
  public long bytes() {
    return plan.converts() ? plan.partType().bytes(plan.elements(size())) : plan.bytes(size());
  }

  /// Whether there is nothing to move.
  public boolean isEmpty() {
    return size() == 0;
  }

  /// Whether the part stands in the data as one piece of whole units, so that a plain copy carries
  /// it out.
  ///
  /// Bits are never contiguous in this sense: a piece of them begins or ends within a byte, or its
  /// neighbours do. Nor is what is converted: it stands nowhere in the data.
  public boolean isContiguous() {
    return isEmpty() || (isPlain() && (plan.rows() == 1 || run() == plan.row()));
  }

  private boolean isPlain() {
    return plan.unit() != Unit.BIT && !plan.converts();
  }

  /// Whether the caller wants this part; one that is not wanted costs nothing.
  public boolean isWanted() {
    return plan.isWanted(index);
  }

  /// Whether the part is wanted and not empty: only then is there anything to do for it.
  public boolean isMoved() {
    return isWanted() && !isEmpty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Part part && index == part.index && plan.equals(part.plan);
  }

  @Override
  public int hashCode() {
    return 31 * plan.hashCode() + index;
  }

  /// `part 1 [4, 3, 8]: bytes 64..159 of each row, 384 bytes`
  @Override
  public String toString() {
    return "part %s %s: %s%s".formatted(index, shape(), where(), isWanted() ? "" : ", not wanted");
  }

  private String where() {
    if (isEmpty()) {
      return "empty";
    }
    String size =
        plan.unit() == Unit.ELEMENT
            ? SplitPlan.counted(size(), "element")
            : SplitPlan.counted(bytes(), "byte")
                + (plan.converts() ? " of " + plan.partType() : "");
    return "%ss %s..%s%s, %s"
        .formatted(
            plan.unitName(),
            offset(),
            offset() + run() - 1,
            plan.rows() == 1 ? "" : " of each row",
            size);
  }
}
