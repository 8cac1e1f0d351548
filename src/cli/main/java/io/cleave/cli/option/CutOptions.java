package io.cleave.cli.option;

import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Options for the axis, how it is cut, and the conversion of the parts.
public class CutOptions {
  @Option(
      names = "--axis",
      required = true,
      description = "The axis to split, from 0; -1 is the last one.")
  private int axis;

  @ArgGroup(multiplicity = "1")
  private @Nullable Way way;

  @ArgGroup(exclusive = false)
  private @Nullable ConversionOptions conversion;

  /// The ways to cut an axis, of which exactly one is given.
  static final class Way {
    @Option(
        names = "--lengths",
        paramLabel = "N",
        split = ",",
        description = "Parts of these lengths; one may be -1, the rest.")
    private long @Nullable [] lengths;

    @Option(
        names = "--equal",
        paramLabel = "N",
        description = "N parts of the same length, which must divide the axis.")
    private @Nullable Long equal;

    @Option(
        names = "--nearly-equal",
        paramLabel = "N",
        description = "N parts whose lengths differ by 1 at most, the longer ones first.")
    private @Nullable Long nearlyEqual;

    @Option(
        names = "--chunks-of",
        paramLabel = "N",
        description = "Parts of length N, and a shorter one for what is left.")
    private @Nullable Long chunk;

    @Option(
        names = "--at",
        paramLabel = "N",
        split = ",",
        description = "Cut before each of these positions; a negative one counts from the end.")
    private long @Nullable [] at;

    private Cut cut() {
      if (lengths != null) {
        return Cut.byLengths(lengths);
      }
      if (equal != null) {
        return Cut.intoEqualParts(equal);
      }
      if (nearlyEqual != null) {
        return Cut.nearlyEqual(nearlyEqual);
      }
      return chunk == null ? Cut.atIndices(Objects.requireNonNull(at)) : Cut.inChunksOf(chunk);
    }

    private long count(Shape shape, int axis) {
      if (chunk != null) {
        boolean isThere = axis >= -shape.rank() && axis < shape.rank() && chunk > 0;
        return isThere ? Math.max(1, Math.ceilDiv(shape.extent(axis), chunk)) : 1;
      }
      if (lengths != null) {
        return lengths.length;
      }
      if (at != null) {
        return at.length + 1L;
      }
      return equal != null ? equal : Objects.requireNonNull(nearlyEqual);
    }
  }

  private Way way() {
    return Objects.requireNonNull(way, "picocli demands one");
  }

  /// The number of parts, counted before any is planned, since a plan takes memory for each. What
  /// is wrong with it is left to the plan.
  long count(Shape shape) {
    return way().count(shape, axis);
  }

  /// The split of a tensor, without the conversion.
  ///
  /// @throws IllegalArgumentException if the cut does not fit the axis
  public SplitPlan cut(Layout data) {
    return SplitPlan.of(data, axis, way().cut());
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
