package io.cleave.cli.option;

import io.cleave.plan.Cut;
import io.cleave.plan.Shape;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options for the cut of an axis, as a group of which exactly one is given.
public final class CutWay {
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

  /// The number of parts, counted before any is planned, since a plan takes memory for each. What
  /// is wrong with it is left to the plan.
  long count(Shape shape, int axis) {
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

  /// The cut.
  public Cut cut() {
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
}
