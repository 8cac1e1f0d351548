package io.cleave.agreement;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Shape inference of the two operations, by their specifications or with OpenVINO's mistakes: an
/// [Arithmetic] decides where the two differ. The checks come in OpenVINO's order.
///
/// Shares no code with `io.cleave.plan`, so that each can be compared with the other.
public final class OpenVinoRules {
  private static final OpenVinoRules THEIRS = new OpenVinoRules(new OpenVinoArithmetic());
  private static final OpenVinoRules EXACT = new OpenVinoRules(new ExactArithmetic());

  private static final int PACKED_BITS = 4;

  /// Equal parts are not counted beyond this: a small model could ask for 2^63.
  private static final int MAX_PARTS = 1 << 16;

  private final Arithmetic arithmetic;

  private OpenVinoRules(Arithmetic arithmetic) {
    this.arithmetic = arithmetic;
  }

  /// The shapes that OpenVINO infers; empty where it refuses the operation. No shapes stand for
  /// outputs whose number is not known, too.
  ///
  /// @param operation one that [#isForeseen]
  public static Optional<List<PartialShape>> infer(SplitOperation operation) {
    return THEIRS.shapes(operation);
  }

  /// The shapes by the specification; empty where the operation is wrong.
  public static Optional<List<PartialShape>> exact(SplitOperation operation) {
    return EXACT.shapes(operation);
  }

  /// Whether OpenVINO's answer can be foretold. It takes each of several packed numbers for a byte,
  /// and so reads beyond them.
  public static boolean isForeseen(SplitOperation operation) {
    return isForeseen(operation.axis())
        && operation.lengths().map(OpenVinoRules::isForeseen).orElse(true);
  }

  private static boolean isForeseen(IntegerInput input) {
    return !input.isKnown() || input.type().bits() != PACKED_BITS || input.values().length < 2;
  }

  private Optional<List<PartialShape>> shapes(SplitOperation operation) {
    if (!arithmetic.takesData(operation.data(), operation.type())) {
      return Optional.empty();
    }
    PartialShape data = operation.data();
    return operation.lengths().isPresent()
        ? variadicSplit(data, operation.axis(), operation.lengths().get())
        : split(data, operation.axis(), operation.count().orElseThrow());
  }

  private Optional<List<PartialShape>> variadicSplit(
      PartialShape data, IntegerInput axis, IntegerInput lengths) {
    boolean typesFit = arithmetic.takesType(axis.type()) && arithmetic.takesType(lengths.type());
    if (!typesFit || !mayBeOneElement(axis.shape())) {
      return Optional.empty();
    }
    if (!lengths.shape().isKnown()) {
      return Optional.of(List.of());
    }
    boolean lengthsFit = !lengths.isKnown() || arithmetic.takesLengths(lengths.values());
    if (lengths.shape().rank() != 1 || !lengthsFit || arithmetic.isUnreadable(axis)) {
      return Optional.empty();
    }
    int count = (int) Math.min(lengths.shape().min(0), MAX_PARTS);
    if (!data.isRankKnown() || !axis.isKnown()) {
      return Optional.of(Collections.nCopies(count, Extent.rankOnly(data)));
    }
    if (arithmetic.isUnreadable(lengths)) {
      return Optional.empty();
    }
    return along(data, axis).flatMap(along -> parts(data, along, lengths, count));
  }

  private Optional<List<PartialShape>> parts(
      PartialShape data, int along, IntegerInput lengths, int count) {
    return lengths.isKnown()
        ? arithmetic
            .extents(Extent.of(data, along), arithmetic.values(lengths))
            .map(extents -> shapes(data, along, extents))
        : Optional.of(Collections.nCopies(count, Extent.UNKNOWN.in(data, along)));
  }

  private Optional<List<PartialShape>> split(PartialShape data, IntegerInput axis, long count) {
    PartialShape shape = axis.shape();
    boolean typeFits = isInteger(axis.type()) && arithmetic.takesType(axis.type());
    if (!typeFits
        || count < 1
        || (shape.isRankKnown() && shape.rank() != 0)
        || arithmetic.isUnreadable(axis)) {
      return Optional.empty();
    }
    int parts = (int) Math.min(count, MAX_PARTS);
    if (!data.isRankKnown() || !axis.isKnown()) {
      return Optional.of(Collections.nCopies(parts, Extent.rankOnly(data)));
    }
    return along(data, axis)
        .flatMap(
            along ->
                arithmetic
                    .divided(Extent.of(data, along), parts)
                    .map(extent -> Collections.nCopies(parts, extent.in(data, along))));
  }

  private static boolean mayBeOneElement(PartialShape shape) {
    return !shape.isRankKnown()
        || shape.rank() == 0
        || (shape.rank() == 1 && shape.min(0) <= 1 && shape.max(0) >= 1);
  }

  /// OpenVINO's "neither real nor boolean", which includes packed types and strings.
  private static boolean isInteger(ElementType type) {
    return switch (type) {
      case BOOLEAN, BF16, F16, F32, F64, F4E2M1, F8E4M3, F8E5M2, F8E8M0 -> false;
      default -> true;
    };
  }

  private Optional<Integer> along(PartialShape data, IntegerInput axis) {
    int rank = data.rank();
    long[] values = arithmetic.values(axis);
    boolean fits = values.length == 1 && values[0] >= -rank && values[0] < rank;
    return fits
        ? Optional.of((int) (values[0] < 0 ? values[0] + rank : values[0]))
        : Optional.empty();
  }

  /// Each is created on access: a small model could ask for many of many dimensions.
  private static List<PartialShape> shapes(PartialShape data, int along, List<Extent> extents) {
    return new AbstractList<>() {
      @Override
      public PartialShape get(int index) {
        return extents.get(index).in(data, along);
      }

      @Override
      public int size() {
        return extents.size();
      }
    };
  }
}
