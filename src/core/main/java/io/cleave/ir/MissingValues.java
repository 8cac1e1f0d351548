package io.cleave.ir;

import java.nio.file.Path;
import java.util.Optional;

/// What of a split is in a `.bin` file that does not exist; at least one of the two.
///
/// @param file the file
/// @param axis whether the axis is
/// @param lengths whether the lengths are
public record MissingValues(Path file, boolean axis, boolean lengths) {
  /// Nothing, if neither is.
  static Optional<MissingValues> of(Path file, boolean axis, boolean lengths) {
    return axis || lengths ? Optional.of(new MissingValues(file, axis, lengths)) : Optional.empty();
  }

  Optional<MissingValues> withoutAxis() {
    return of(file, false, lengths);
  }

  Optional<MissingValues> withoutLengths() {
    return of(file, axis, false);
  }

  /// The options of `cleave run` that stand in for the file.
  String options() {
    return axis && lengths ? "--axis and --lengths" : axis ? "--axis" : "--lengths";
  }

  /// `its axis and lengths are in model.bin, which does not exist`
  @Override
  public String toString() {
    String what = axis && lengths ? "axis and lengths are" : axis ? "axis is" : "lengths are";
    return "its %s in %s, which does not exist".formatted(what, file);
  }
}
