package io.cleave.cli;

import io.cleave.file.format.ReadOptions;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options for what a file holds, where it does not say so itself, and for its limits.
public final class InputOptions extends LimitOptions {
  @Option(
      names = "--type",
      description =
          "The element type of bare, packed or V1 and V2 elements, of which the file does not say"
              + " it; it replaces another type of the same width.")
  private @Nullable ElementType type;

  @Option(names = "--shape", description = "The shape, such as 4,3, of bare or of packed elements.")
  private @Nullable Shape shape;

  /// A tensor that is in no file.
  ///
  /// @throws IllegalArgumentException if type or shape are missing
  public Layout data() {
    if (type == null || shape == null) {
      throw new IllegalArgumentException(
          "Missing required parameter: give a file, or both --shape and --type for a tensor that is"
              + " in none");
    }
    return Layout.of(type, shape);
  }

  /// The options for reading a file.
  public ReadOptions reading() {
    return new ReadOptions(type, shape, limits());
  }
}
