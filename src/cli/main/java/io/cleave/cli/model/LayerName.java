package io.cleave.cli.model;

import io.cleave.ir.Layer;

/// What a layer is called in a listing. A name of a file is as long as the file likes, and a layer
/// is named wherever it takes a part: of a long one only the beginning is said.
final class LayerName {
  /// Longer than any name that people or tools give.
  private static final int MAX_CHARS = 1000;

  private LayerName() {}

  /// Its path, or the beginning of that.
  static String of(Layer layer) {
    return of(layer.path(MAX_CHARS + 1));
  }

  /// The same for a tensor, which also is said for each output that it is.
  static String of(String name) {
    if (name.length() <= MAX_CHARS) {
      return name;
    }
    int end = MAX_CHARS - (Character.isHighSurrogate(name.charAt(MAX_CHARS - 1)) ? 1 : 0);
    return name.substring(0, end) + "...";
  }
}
