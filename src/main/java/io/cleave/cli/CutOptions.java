package io.cleave.cli;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options that say where to cut: an axis, and one of five ways.
final class CutOptions {
  @Option(
      names = "--axis",
      required = true,
      paramLabel = "N",
      description = "The axis to split, from 0; -1 is the last one.")
  private long axis;

  @ArgGroup(multiplicity = "1")
  private @Nullable Way way;

  /// Exactly one of these is given.
  private static final class Way {
    @Option(
        names = "--lengths",
        paramLabel = "A,B,...",
        converter = NumberList.Converter.class,
        description = "Parts of these lengths; one may be -1, the rest.")
    private @Nullable NumberList lengths;

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
        paramLabel = "I,J,...",
        converter = NumberList.Converter.class,
        description = "Cut before each of these positions; a negative one counts from the end.")
    private @Nullable NumberList at;
  }

  /// Plans the split of a tensor.
  SplitPlan plan(Shape shape, ElementType type) {
    Way chosen = Objects.requireNonNull(way, "picocli demands one");
    if (chosen.lengths != null) {
      return SplitPlan.byLengths(shape, type, axis, chosen.lengths.toArray());
    }
    if (chosen.equal != null) {
      return SplitPlan.intoEqualParts(shape, type, axis, chosen.equal);
    }
    if (chosen.nearlyEqual != null) {
      return SplitPlan.nearlyEqual(shape, type, axis, chosen.nearlyEqual);
    }
    if (chosen.chunk != null) {
      return SplitPlan.inChunksOf(shape, type, axis, chosen.chunk);
    }
    return SplitPlan.atIndices(shape, type, axis, Objects.requireNonNull(chosen.at).toArray());
  }
}
