package io.cleave.plan;

/// One output of a [SplitPlan]: in each of the plan's rows, `run` units from `offset` on.
///
/// The units are those of [SplitPlan#unit()]. The part itself is dense: row `r` begins at unit `r *
/// run` of it, counted in elements where they are converted.
///
/// @param plan the plan
/// @param index the position among the plan's parts, from 0
public record Part(SplitPlan plan, int index) {
  /// Checks the index.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public Part {
    SplitPlan.checkedPart(index, plan.partCount());
  }

  /// The first position along the axis.
  public long start() {
    return plan.starts[index];
  }

  /// The extent along the axis.
  public long length() {
    return plan.starts[index + 1] - start();
  }

  /// The shape of this output.
  public Shape shape() {
    return plan.shape().with(plan.axis(), length());
  }

  /// The first unit of this part within each row of the data.
  public long offset() {
    return plan.along(start());
  }

  /// The units of each row that belong to this part.
  public long run() {
    return plan.along(length());
  }

  /// The unit of the data at which this part's run of one row begins.
  public long inData(long row) {
    return row * plan.row() + offset();
  }

  /// The unit of this part at which the run of one row begins.
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

  /// True if there is nothing to move.
  public boolean isEmpty() {
    return size() == 0;
  }

  /// True if the part stands in the data as one piece of whole units, unconverted: it can be copied
  /// or viewed as it is.
  ///
  /// A part that counts bits is never contiguous: it or its neighbours begin or end within a byte.
  public boolean isContiguous() {
    return isEmpty()
        || (plan.unit() != Unit.BIT
            && !plan.converts()
            && (plan.rows() == 1 || run() == plan.row()));
  }

  /// True if the caller wants this part. An unwanted part costs nothing.
  public boolean isWanted() {
    return plan.isWanted(index);
  }

  /// True if the part is wanted and not empty.
  public boolean isMoved() {
    return isWanted() && !isEmpty();
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
