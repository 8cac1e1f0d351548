package io.cleave.cli.option;

import io.cleave.plan.Cut;
import io.cleave.plan.Shape;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Five ways to say where an axis is cut, of which exactly one is given.
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
      paramLabel = "K",
      description = "Parts of length K, and a shorter one for what is left.")
  private @Nullable Long chunk;

  @Option(
      names = "--at",
      paramLabel = "I",
      split = ",",
      description = "Cut before each of these positions; a negative one counts from the end.")
  private long @Nullable [] at;

  /// How many parts that makes, told before any is planned: a plan takes memory for each. What is
  /// wrong with it is left to the plan.
  long count(Shape shape, int axis) {
    if (lengths != null) {
      return lengths.length;
    }
    if (equal != null) {
      return equal;
    }
    if (nearlyEqual != null) {
      return nearlyEqual;
    }
    if (chunk != null) {
      return chunks(shape, axis, chunk);
    }
    return Objects.requireNonNull(at).length + 1L;
  }

  private static long chunks(Shape shape, int axis, long size) {
    boolean isThere = axis >= -shape.rank() && axis < shape.rank();
    return isThere && size > 0 ? Math.max(1, Math.ceilDiv(shape.extent(axis), size)) : 1;
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
