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
    String path = layer.path(MAX_CHARS + 1);
    if (path.length() <= MAX_CHARS) {
      return path;
    }
    int end = MAX_CHARS - (Character.isHighSurrogate(path.charAt(MAX_CHARS - 1)) ? 1 : 0);
    return path.substring(0, end) + "...";
  }
}
