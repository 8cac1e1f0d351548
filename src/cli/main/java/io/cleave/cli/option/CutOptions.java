package io.cleave.cli.option;

import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Options for the axis, how it is cut, and the conversion of the parts.
public class CutOptions {
  @Option(names = "--axis", required = true, description = "The axis to split; -1 is the last.")
  private int axis;

  @ArgGroup(multiplicity = "1")
  private @Nullable Way way;

  @ArgGroup(exclusive = false)
  private @Nullable ConversionOptions conversion;

  /// The ways to cut an axis, of which exactly one is given.
  static final class Way {
    private @Nullable Cut cut;

    /// The number of parts by the extent of the axis.
    private LongUnaryOperator count = _ -> 0;

    private void set(Cut chosen, long parts) {
      cut = chosen;
      count = _ -> parts;
    }

    @Option(names = "--lengths", split = ",", description = "Lengths; one may be -1, the rest.")
    void lengths(long[] lengths) {
      set(Cut.byLengths(lengths), lengths.length);
    }

    @Option(names = "--equal", description = "So many parts of one length, with no rest.")
    void equal(long parts) {
      set(Cut.intoEqualParts(parts), parts);
    }

    @Option(names = "--nearly-equal", description = "So many parts, the first ones 1 longer.")
    void nearlyEqual(long parts) {
      set(Cut.nearlyEqual(parts), parts);
    }

    @Option(names = "--chunks-of", description = "Parts of this length, and one for the rest.")
    void chunksOf(long length) {
      cut = Cut.inChunksOf(length);
      count = extent -> length > 0 ? Math.max(1, Math.ceilDiv(extent, length)) : 1;
    }

    @Option(
        names = "--at",
        split = ",",
        description = "Cut before these positions; -1 is the last.")
    void at(long[] positions) {
      set(Cut.atIndices(positions), positions.length + 1L);
    }
  }

  private Way way() {
    return Objects.requireNonNull(way, "picocli demands one");
  }

  /// The number of parts, counted before any is planned, since a plan takes memory for each. What
  /// is wrong with it is left to the plan.
  long count(Shape shape) {
    boolean isThere = axis >= -shape.rank() && axis < shape.rank();
    return isThere ? way().count.applyAsLong(shape.extent(axis)) : 1;
  }

  /// The split of a tensor, without the conversion.
  ///
  /// @throws IllegalArgumentException if the cut does not fit the axis
  public SplitPlan cut(Layout data) {
    return SplitPlan.of(data, axis, Objects.requireNonNull(way().cut));
  }

  /// The plan with the conversion, if one is asked for.
  ///
  /// @throws IllegalArgumentException if its options do not go together, or do not fit the plan
  public SplitPlan converted(SplitPlan plan) {
    return conversion == null ? plan : plan.converted(conversion.conversion());
  }

  /// Checks what picocli does not.
  ///
  /// @throws IllegalArgumentException if options for the conversion do not go together
  void check() {
    if (conversion != null) {
      conversion.conversion();
    }
  }
}
