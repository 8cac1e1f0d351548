package io.cleave.plan;

import io.cleave.text.OneLine;

/// One output of a [SplitPlan], dense and row-major. An immutable value.
public final class Part {
  /// The longest array that every JVM makes.
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private final SplitPlan plan;
  private final int index;

  Part(SplitPlan plan, int index) {
    this.plan = plan;
    this.index = SplitPlan.checkedPart(index, plan.partCount());
  }

  /// The position among the plan's parts, from 0.
  public int index() {
    return index;
  }

  /// The element type, which a conversion may have changed.
  public ElementType type() {
    return plan.partType();
  }

  /// The shape.
  public Shape shape() {
    return plan.stack == null ? plan.sliceShape(index) : plan.stack.shape();
  }

  /// The bytes, the last of which may be partly unused.
  ///
  /// @throws IllegalStateException for strings, which have no fixed size
  public long bytes() {
    if (type() == ElementType.STRING) {
      throw new IllegalStateException("strings have no size in bytes; count elements instead");
    }
    return type().bytes(elements());
  }

  /// The number of elements, for `new float[n]`.
  ///
  /// @throws IllegalStateException if an array cannot be so long
  public int arrayLength() {
    long elements = elements();
    if (elements > LONGEST_ARRAY) {
      throw new IllegalStateException(
          "part %s has %s elements, and an array at most %s; use native memory"
              .formatted(index, elements, LONGEST_ARRAY));
    }
    return (int) elements;
  }

  /// True if there is nothing to move.
  public boolean isEmpty() {
    return elements() == 0;
  }

  /// True if the part stands in the data as one piece, unconverted, and all parts of the plan begin
  /// and end on whole bytes: it can be copied or viewed as it is.
  public boolean isContiguous() {
    if (isEmpty()) {
      return true;
    }
    if (plan.conversion().isPresent() || plan.geometry().unit() == Unit.BIT) {
      return false;
    }
    return plan.stack == null
        ? plan.geometry().isContiguous(plan.along(plan.length(index)))
        : plan.geometry().isContiguous();
  }

  /// The byte of the data where the part begins, 0 if it is empty. Strings are counted.
  ///
  /// @throws IllegalStateException if the part is not contiguous
  public long offset() {
    if (!isContiguous()) {
      throw new IllegalStateException(
          "only a part in one piece has an offset; the data holds %s".formatted(this));
    }
    if (isEmpty()) {
      return 0;
    }
    Geometry loops = plan.geometry();
    return loops.start()
        + (plan.stack == null
            ? plan.along(plan.position(index))
            : loops.offset(0) - loops.begin(0));
  }

  private long elements() {
    return plan.stack == null ? plan.each * plan.length(index) : plan.stack.shape().elements();
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
    return "part %s %s: %s".formatted(index, shape(), isEmpty() ? "empty" : place());
  }

  private String place() {
    String size =
        type() == ElementType.STRING
            ? OneLine.count(elements(), "element")
            : OneLine.count(bytes(), "byte")
                + (plan.conversion().isPresent() ? " of " + type() : "");
    if (plan.stack != null) {
      return "%s, %s".formatted(OneLine.count(plan.sliceCount(), "slice"), size);
    }
    long first = plan.along(plan.position(index));
    long last = first + plan.along(plan.length(index)) - 1;
    String rows = plan.rows() == 1 ? "" : " of each row";
    return "%ss %s..%s%s, %s".formatted(plan.geometry().unitName(), first, last, rows, size);
  }
}
