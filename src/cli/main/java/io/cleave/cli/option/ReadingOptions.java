package io.cleave.cli.option;

import io.cleave.file.Limits;
import io.cleave.file.format.ReadOptions;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that say what a file holds, where it does not say so itself.
public final class ReadingOptions {
  @Option(
      names = "--type",
      paramLabel = "T",
      description = {
        "The element type, where the file does not say it: of bare elements, of raw bytes (V1 and"
            + " V2 in .npy and .npz), of packed elements."
      })
  private @Nullable ElementType type;

  @Option(
      names = "--shape",
      paramLabel = "A,B,...",
      description = "The shape, where the file does not say it: of bare or of packed elements.")
  private @Nullable Shape shape;

  @Mixin private final LimitOptions limits = new LimitOptions();

  /// A tensor that is in no file, of which all must be said.
  public Layout data() {
    if (type == null || shape == null) {
      throw new IllegalArgumentException(
          "Missing required parameter: give a file, or both --shape and --type for a tensor that is"
              + " in none");
    }
    return Layout.of(type, shape);
  }

  /// What was said.
  public ReadOptions reading() {
    return new ReadOptions(type, shape, limits());
  }

  /// How much a file may take, and what it may be cut into.
  Limits limits() {
    return limits.limits();
  }

  /// Refuses so many parts of one file if they are more than it may be cut into.
  ///
  /// @throws IllegalArgumentException if they are
  public void requireParts(long count) {
    limits().requireParts(count);
  }
}
